import { plainText } from '../../src/shared/acp/content';
import type { Item } from '../../src/shared/session/item';
import { isTurnOpen } from '../../src/shared/session/state';
import type { FakeAgentLogEntry } from '../agents/fakeAgentRun';
import { marksOf, toldChoices, toldMarks } from './agentLogs';
import { spokenText } from './deeds';
import type { StoredProfile, StoredSession } from './storedSessions';
import type { Ledger } from './ledger';

/** What the checks need of the world. */
export interface Told {
  readonly ledger: Ledger;
  readonly logs: readonly { refresh(): readonly FakeAgentLogEntry[] }[];
  readonly agents: readonly { setting: { id: string; name: string } }[];
  readonly sessions: readonly { sessionId: string; name: string }[];
}

/** `calm`: nothing of the app was killed and no disk was full since the last check, so all that was typed is stored. */
export interface CheckOptions {
  calm: boolean;
}

/** Everything that the store owes to what agents were told and to what the person was told; empty where it is all there. */
export function lossesOf(world: Told, profile: StoredProfile, { calm }: CheckOptions): string[] {
  return [
    ...profile.damage.map((line) => `the file is damaged: ${line}`),
    ...promptLosses(world, profile),
    ...answerLosses(world, profile),
    ...draftLosses(world, profile, calm),
    ...textLosses(world, profile),
  ];
}

function promptLosses(world: Told, profile: StoredProfile): string[] {
  const said = new Map<string, string[]>();
  const waiting = new Map<string, string[]>();
  const note = (to: Map<string, string[]>, text: string, sessionId: string) => {
    for (const mark of new Set(marksOf(text))) to.set(mark, [...(to.get(mark) ?? []), sessionId]);
  };
  const rowsMissing: string[] = [];
  for (const [sessionId, { state, queuedRows }] of profile.sessions) {
    for (const item of state.items) {
      if (item.kind === 'message' && item.role === 'user')
        note(said, item.content.map(plainText).join('\n'), sessionId);
    }
    for (const { queuedId, content } of state.queue?.prompts ?? []) {
      note(waiting, content.map(plainText).join('\n'), sessionId);
      if (!queuedRows.includes(queuedId))
        rowsMissing.push(`a queued message of ${nameOf(world, sessionId)} has no text to be sent`);
    }
  }
  const told = new Map<string, number>();
  for (const log of world.logs) for (const mark of toldMarks(log.refresh())) told.set(mark, (told.get(mark) ?? 0) + 1);
  return [
    ...rowsMissing,
    ...world.ledger.prompts.flatMap(({ mark, fate, sessionId, round, text }) => {
      const times = told.get(mark) ?? 0;
      const inTranscript = said.get(mark) ?? [];
      const inQueue = waiting.get(mark) ?? [];
      const what = `${mark} (round ${round}, ${nameOf(world, sessionId)}, ${fate}: ${JSON.stringify(text.slice(11, 60))})`;
      const all = [...inTranscript, ...inQueue];
      return [
        ...(times > 1 ? [`${what}: the agent was told ${times} times`] : []),
        ...(times > 0 && inTranscript.length === 0
          ? [`${what}: the agent was told, the transcript has nothing of it`]
          : []),
        ...(times > 0 && inQueue.length > 0 ? [`${what}: the agent was told, and it still waits`] : []),
        ...(times > 0 && fate === 'refused' ? [`${what}: the agent was told`] : []),
        ...(times > 0 && fate === 'removed' ? [`${what}: the agent was told`] : []),
        ...(fate === 'confirmed' && all.length === 0 ? [`${what}: lost`] : []),
        ...(fate === 'removed' && all.length > 0 ? [`${what}: is there again`] : []),
        ...(all.length > 1 ? [`${what}: is there ${all.length} times`] : []),
        ...(all.some((one) => one !== sessionId) ? [`${what}: is in another session`] : []),
      ];
    }),
  ];
}

function answerLosses(world: Told, profile: StoredProfile): string[] {
  const settled = new Map<string, Extract<Item, { kind: 'request' }>>();
  const answered = world.agents.map(() => 0);
  for (const { state, agentId } of profile.sessions.values()) {
    for (const item of state.items) {
      if (item.kind !== 'request') continue;
      settled.set(item.request.requestId, item);
      const agent = world.agents.findIndex(({ setting }) => setting.id === agentId);
      if (item.settlement?.kind === 'answered') answered[agent] = (answered[agent] ?? 0) + 1;
    }
  }
  const lost = [...world.ledger.answers].flatMap(([requestId, { sessionId, answer, round }]) => {
    const settlement = settled.get(requestId)?.settlement;
    const what = `the answer ${JSON.stringify(answer)} (round ${round}, ${nameOf(world, sessionId)})`;
    if (settlement?.kind !== 'answered') return [`${what}: lost, the store says ${settlement?.kind ?? 'nothing'}`];
    return JSON.stringify(settlement.answer) === JSON.stringify(answer) ? [] : [`${what}: the store has another`];
  });
  const unknown = world.logs.flatMap((log, agent) => {
    const told = toldChoices(log.refresh());
    const known = answered[agent] ?? 0;
    return told > known ? [`${world.agents[agent]?.setting.name} got ${told} answers, the store knows ${known}`] : [];
  });
  return [...lost, ...unknown];
}

function draftLosses(world: Told, profile: StoredProfile, calm: boolean): string[] {
  return [...world.ledger.drafts].flatMap(([sessionId, { texts, due }]) => {
    const stored = profile.sessions.get(sessionId)?.draft ?? '';
    if (calm && due !== null && stored !== due) {
      return [
        `the draft of ${nameOf(world, sessionId)} is ${JSON.stringify(stored)}, typed was ${JSON.stringify(due)}`,
      ];
    }
    return texts.includes(stored)
      ? []
      : [`the draft of ${nameOf(world, sessionId)} is ${JSON.stringify(stored)}, saved was ${JSON.stringify(texts)}`];
  });
}

function textLosses(world: Told, profile: StoredProfile): string[] {
  return [...world.ledger.seen].flatMap(([sessionId, ofSession]) => {
    const items = new Map(profile.sessions.get(sessionId)?.state.items.map((item) => [item.ordinal, item]));
    return [...ofSession].flatMap(([ordinal, { text }]) => {
      const item = items.get(ordinal);
      const stored = item && spokenText(item);
      if (stored === null || stored?.startsWith(text) === true) return [];
      return [
        `${nameOf(world, sessionId)} showed ${JSON.stringify(text.slice(-80))} (${text.length} characters of item ${ordinal}), ` +
          `the store has ${stored === undefined ? 'no such item' : JSON.stringify(stored.slice(-80))}`,
      ];
    });
  });
}

/** What claims to be at work in a session of which nothing is. */
export function stuckParts(name: string, { state }: StoredSession): string[] {
  const stuck = state.items.filter(
    (item) =>
      (item.open && item.kind !== 'request') ||
      (item.kind === 'request' && item.settlement === null) ||
      (item.kind === 'toolCall' && (item.status === 'pending' || item.status === 'in_progress')) ||
      (item.kind === 'subtask' && item.status === 'running'),
  );
  return [
    ...(isTurnOpen(state.turn) ? [`${name}: its turn is ${state.turn.status}`] : []),
    ...(state.requests.length > 0 ? [`${name}: ${state.requests.length} requests wait`] : []),
    ...(state.connection.status === 'starting' ? [`${name}: its connection starts for ever`] : []),
    ...(state.atAgent === 'lost' ? [`${name}: the agent is said not to know it`] : []),
    ...stuck.map((item) => `${name}: item ${item.ordinal} (${item.kind}) is at work`),
  ];
}

const nameOf = (world: Told, sessionId: string): string =>
  world.sessions.find((session) => session.sessionId === sessionId)?.name ?? sessionId;
