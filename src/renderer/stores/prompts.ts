import type { SessionId } from '@shared/ids';
import type { PromptLine } from '@shared/ipc/reading';
import { Feed } from '@shared/feed';
import type { Item } from '@shared/session/item';
import { promptLine } from '@shared/session/promptLine';
import type { EngineClient } from '../ipc/client';
import { engine } from '../ipc/engine';
import { useReplicas } from './replicas';

/** The prompts of a session: of its window from the page's copy, of all before it from the engine. */

/** Somebody wants the next prompt or the one before, from anywhere. */
export const promptSteps = new Feed<1 | -1>();

export interface PromptReader {
  call: { sessions: Pick<EngineClient['call']['sessions'], 'prompts'> };
}

const isPrompt = (line: PromptLine | null): line is PromptLine => line !== null;

export const promptsIn = (items: readonly Item[]): PromptLine[] => items.map(promptLine).filter(isPrompt);

/** Pages of what stands before `before`, the newest first. Ends early where the engine fails. */
export async function* promptsBefore(
  sessionId: SessionId,
  before: number,
  client: PromptReader = engine,
): AsyncGenerator<readonly PromptLine[]> {
  for (let next: number | null = before; next !== null && next > 0;) {
    const page = await client.call.sessions.prompts({ sessionId, before: next });
    if (!page.ok) return;
    yield page.value.prompts;
    next = page.value.next;
  }
}

/** The prompt after the item or the one before it; null: there is none. */
export async function promptBeside(
  sessionId: SessionId,
  ordinal: number,
  by: 1 | -1,
  client: PromptReader = engine,
): Promise<number | null> {
  const items = useReplicas.getState().byId[sessionId]?.state.items ?? [];
  const start = items[0]?.ordinal ?? 0;
  const held = promptsIn(items).map((line) => line.ordinal);
  if (by === -1) {
    const inWindow = held.findLast((one) => one < ordinal);
    if (inWindow !== undefined) return inWindow;
    const { value } = await promptsBefore(sessionId, Math.min(ordinal, start), client).next();
    return value?.[0]?.ordinal ?? null;
  }
  let next = held.find((one) => one > ordinal) ?? null;
  if (ordinal >= start) return next;
  for await (const page of promptsBefore(sessionId, start, client)) {
    for (const line of page) {
      if (line.ordinal <= ordinal) return next;
      next = line.ordinal;
    }
  }
  return next;
}
