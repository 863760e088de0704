import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exitOf, outputOf } from '@shared/session/commandFacts';
import { reduceEvents, reduceSession } from '@shared/session/reduceSession';
import { emptySession, type SessionState } from '@shared/session/state';
import { AdapterId } from '@shared/settings';
import { adapterOf } from '../../src/main/agents/adapters/table';
import { foldRecording } from '../support/foldRecording';
import { transcriptText } from '../support/transcriptText';

/** Wires of agents that others wrote, recorded whole. */
const folder = new URL('../fixtures/', import.meta.url);
const recordings = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));

const travelled = (state: SessionState): SessionState => JSON.parse(JSON.stringify(state));

describe.each(recordings)('%s', (name) => {
  const adapter = adapterOf(AdapterId.options.find((id) => name.includes(id)) ?? 'generic');
  const sessions = foldRecording(readFileSync(new URL(name, folder), 'utf8'), (update) =>
    adapter.normalizeUpdate(update),
  );

  it('folds to its expected transcript', async () => {
    const text = sessions.map(({ origin, state }) => `== ${origin}\n${transcriptText(state)}`).join('\n');
    await expect(text).toMatchFileSnapshot(new URL(`expected/${name.replace('.jsonl', '.txt')}`, folder).pathname);
  });

  it('folds to the same when cut in two around a snapshot at every event', () => {
    expect(sessions.length).toBeGreaterThan(0);
    for (const { events, state } of sessions) {
      let before = emptySession(state.sessionId);
      for (const [index, event] of events.entries()) {
        const rest = reduceEvents(travelled(before), events.slice(index));
        expect(rest, `cut before event ${event.seq}`).toStrictEqual(state);
        before = reduceSession(before, event);
      }
    }
  });

  it('is answered as the recorded client answered', () => {
    for (const { answers } of sessions) {
      for (const { recorded, ours } of answers) expect(ours).toStrictEqual(recorded);
    }
  });
});

it('pi prints its commands by `_meta`, piece by piece, and tells their end in another one', () => {
  const wire = readFileSync(new URL('pi-acp-0.0.34.jsonl', folder), 'utf8');
  const [session] = foldRecording(wire, (update) => update);
  const command = session?.state.items.find((item) => item.kind === 'toolCall' && item.toolKind === 'execute');
  if (command?.kind !== 'toolCall') throw new Error('there is a command');
  expect(outputOf(command)).toEqual({ text: 'hi-from-pi2\n', isCut: false, unavailable: false });
  expect(exitOf(command)).toEqual({ exitCode: 0, signal: null });
});
