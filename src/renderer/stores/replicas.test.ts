import { EMPTY_DRAFT } from '@shared/attachment';
import type { SessionSnapshot } from '@shared/ipc/views';
import type { EngineMessage, PageMessage } from '@shared/ipc/wire';
import type { SessionEvent } from '@shared/session/event';
import { emptySession } from '@shared/session/state';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, type EngineClient } from '../ipc/client';
import { foldEvents, letGoWatched, loadOlder, openReplica, setReplicaSnapshot, useReplicas } from './replicas';

const event = (seq: number, text: string): SessionEvent => ({
  seq,
  at: seq,
  sessionId: 's',
  type: 'title.set',
  title: { text, source: 'user' },
});
const chunk = (seq: number, text: string): SessionEvent => ({
  seq,
  at: seq,
  sessionId: 's',
  type: 'update',
  update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
});
const snapshot = (seq = 0): SessionSnapshot => ({
  state: { ...emptySession('s'), seq },
  hasOlder: false,
  draft: EMPTY_DRAFT,
  place: null,
  projectId: 'p',
  agentId: 'a',
  cwd: '/x',
});
const stateOf = (sessionId: string) => useReplicas.getState().byId[sessionId]?.state;

/** A client whose engine end writes down what it is told. */
function pair(): {
  client: EngineClient;
  told: PageMessage[];
  heard: (count: number) => Promise<void>;
  send: (message: EngineMessage) => void;
} {
  const client = createClient();
  const { port1, port2 } = new MessageChannel();
  const told: PageMessage[] = [];
  let wake = () => {};
  port2.addEventListener('message', (message: MessageEvent<PageMessage>) => {
    told.push(message.data);
    wake();
  });
  port2.start();
  client.connect(port1);
  open.push(port2);
  const heard = async (count: number) => {
    while (told.length < count) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { client, told, heard, send: (message) => port2.postMessage(message) };
}

const open: MessagePort[] = [];
beforeEach(() => useReplicas.setState({ byId: {}, ended: {} }));
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

describe('a replica', () => {
  it('folds a whole batch in one set', () => {
    setReplicaSnapshot('s', snapshot());
    let sets = 0;
    const stop = useReplicas.subscribe(() => {
      sets += 1;
    });
    expect(foldEvents('s', [event(1, 'one'), event(2, 'two'), event(3, 'three')])).toBe(true);
    stop();
    expect(sets).toBe(1);
    expect(stateOf('s')?.title?.text).toBe('three');
    expect(stateOf('s')?.seq).toBe(3);
  });

  it('sets nothing for events that it holds already', () => {
    setReplicaSnapshot('s', snapshot(5));
    const before = useReplicas.getState().byId['s'];
    expect(foldEvents('s', [event(4, 'old'), event(5, 'old')])).toBe(true);
    expect(useReplicas.getState().byId['s']).toBe(before);
  });

  it('asks for a new snapshot where events are missing', async () => {
    const { client, told, heard, send } = pair();
    const close = openReplica('gap', client);
    await heard(1);
    const first = told[0];
    if (first?.t !== 'subscribe') throw new Error('no subscription');
    send({ t: 'snapshot', sub: first.sub, post: 1, snapshot: { ...snapshot(), state: emptySession('gap') } });
    send({ t: 'frames', posts: [{ sub: first.sub, post: 2, frames: [event(7, 'far ahead')] }] });
    await heard(4);
    expect(told.map((message) => message.t)).toEqual(['subscribe', 'ack', 'unsubscribe', 'subscribe']);
    close();
  });

  it('puts an older page in front and keeps what it has', async () => {
    const { client, told, heard, send } = pair();
    setReplicaSnapshot('s', snapshot());
    foldEvents('s', [chunk(1, 'Hello')]);
    const [first] = stateOf('s')?.items ?? [];
    if (first === undefined) throw new Error('no item');
    const state = { ...emptySession('s'), seq: 9, nextOrdinal: 6, items: [{ ...first, ordinal: 5 }] };
    useReplicas.setState({ byId: {} });
    setReplicaSnapshot('s', { ...snapshot(), state, hasOlder: true });
    const loading = loadOlder('s', client);
    await loadOlder('s', client);
    await heard(1);
    expect(told).toMatchObject([{ t: 'call', method: 'sessions.page', input: { sessionId: 's', before: 5 } }]);
    const call = told[0];
    if (call?.t !== 'call') throw new Error('no call');
    const page = { items: [3, 4].map((ordinal) => ({ ...first, ordinal })), hasOlder: true };
    send({ t: 'result', id: call.id, result: { ok: true, value: page } });
    await loading;
    expect(stateOf('s')?.items.map((item) => item.ordinal)).toEqual([3, 4, 5]);
    expect(useReplicas.getState().byId['s']?.hasOlder).toBe(true);
  });

  it('is dropped, the longest unused first, once more than four are kept unused', () => {
    const { client } = pair();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const close = openReplica(id, client);
      setReplicaSnapshot(id, { ...snapshot(), state: emptySession(id) });
      close();
    }
    expect(Object.keys(useReplicas.getState().byId)).toEqual(['c', 'd', 'e', 'f']);
  });

  it('stays small while turn after turn comes and nobody looks at it', async () => {
    const { client, told, heard, send } = pair();
    openReplica('kept', client)();
    await heard(1);
    const first = told[0];
    if (first?.t !== 'subscribe') throw new Error('no subscription');
    const { sub } = first;
    send({ t: 'snapshot', sub, post: 1, snapshot: { ...snapshot(), state: emptySession('kept') } });
    let seq = 0;
    for (let turn = 0; turn < 40; turn += 1) {
      const turnId = `turn-${turn}`;
      const at = (): { seq: number; at: number; sessionId: string } => ({
        seq: (seq += 1),
        at: seq,
        sessionId: 'kept',
      });
      const frames: SessionEvent[] = [
        { ...at(), type: 'turn.started', turnId, kind: 'prompt', prompt: [{ type: 'text', text: turnId }] },
        { ...chunk(0, 'x'.repeat(32_768)), ...at() },
        { ...at(), type: 'turn.ended', turnId, outcome: { status: 'ended', stopReason: 'end_turn' } },
      ];
      send({ t: 'frames', posts: [{ sub, post: turn + 2, frames, ask: true }] });
    }
    await heard(42);
    expect(stateOf('kept')?.nextOrdinal).toBe(80);
    expect(stateOf('kept')?.items.length).toBeLessThan(20);
    expect(useReplicas.getState().byId['kept']?.hasOlder).toBe(true);
  });

  it('on screen lets go of what is far behind its end once that has become much (AC-75)', () => {
    setReplicaSnapshot('s', snapshot());
    const notices = (count: number): SessionEvent[] =>
      Array.from({ length: count }, (_, at) => ({
        seq: (stateOf('s')?.seq ?? 0) + at + 1,
        at,
        sessionId: 's',
        type: 'notice.added',
        notice: { code: 'agent.notice', severity: 'info', title: `notice ${at}` },
      }));
    foldEvents('s', notices(800));
    letGoWatched('s');
    expect(stateOf('s')?.items).toHaveLength(800);
    foldEvents('s', notices(1));
    letGoWatched('s');
    expect(stateOf('s')?.items).toHaveLength(200);
    expect(stateOf('s')?.items.at(-1)?.ordinal).toBe(800);
    // The rest is read again by paging.
    expect(useReplicas.getState().byId['s']?.hasOlder).toBe(true);
  });

  it('says that its session is gone', async () => {
    const { client, told, heard, send } = pair();
    openReplica('gone', client);
    await heard(1);
    const [first] = told;
    if (first?.t !== 'subscribe') throw new Error('no subscription');
    const ended = new Promise<void>((resolve) => {
      const stop = useReplicas.subscribe((state) => {
        if (!('gone' in state.ended)) return;
        stop();
        resolve();
      });
    });
    send({ t: 'ended', sub: first.sub, error: { code: 'session.unknown', sessionId: 'gone' } });
    await ended;
    expect(useReplicas.getState().ended['gone']).toEqual({ code: 'session.unknown', sessionId: 'gone' });
  });
});
