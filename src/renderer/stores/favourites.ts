import { nextFavourite, toggled } from '@shared/favourites';
import { engine } from '../ipc/engine';
import { useApp } from './app';
import { choose, pickersOf } from './pickers';
import { useReplicas } from './replicas';
import { report } from './report';
import { useUi } from './ui';

const NONE: readonly string[] = [];
const starred = (agentId: string, option: string): readonly string[] =>
  useApp.getState().app?.settings.favourites[agentId]?.[option] ?? NONE;

/** What the person starred of this option of this agent. */
export const useFavourites = (agentId: string, option: string): readonly string[] =>
  useApp(({ app }) => app?.settings.favourites[agentId]?.[option]) ?? NONE;

export function toggleFavourite(agentId: string, option: string, value: string): void {
  const values = toggled(starred(agentId, option), value);
  void report(engine.call.settings.set({ favourites: { [agentId]: { [option]: values } } }));
}

/** The next starred model of the session on screen; where there is none to go to, the models are opened. */
export function nextModel(): void {
  const { view } = useUi.getState();
  if (view.view !== 'session') return;
  const replica = useReplicas.getState().byId[view.sessionId];
  const picker = pickersOf(replica?.state.options).find(({ role }) => role === 'model');
  if (replica === undefined || picker?.kind !== 'select') return;
  const offered = picker.choices.map(({ value }) => value);
  const next = nextFavourite(starred(replica.agentId, picker.key), offered, picker.value);
  if (next === undefined) openModels();
  else choose(view.sessionId, picker, next);
}

export function openModels(): void {
  document.querySelector<HTMLButtonElement>('[data-picker="model"] button')?.click();
}
