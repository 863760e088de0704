import { describe, expect, it } from 'vitest';
import type { RequestAnswer } from '../../src/shared/session/request';
import { emptySession, type SessionState } from '../../src/shared/session/state';
import type { Item } from '../../src/shared/session/item';
import type { FakeAgentLogEntry } from '../agents/fakeAgentRun';
import { lossesOf, stuckParts, type Told } from './checks';
import { Ledger } from './ledger';
import type { StoredProfile } from './storedSessions';

// That the checks of chaos find each kind of loss: a run that finds none is worth only that much.

const message = (ordinal: number, role: 'user' | 'agent', text: string): Item => ({
  ordinal,
  turnId: 't1',
  at: 1,
  seq: 1,
  open: false,
  kind: 'message',
  role,
  content: [{ type: 'text', text }],
});

const request = (requestId: string, answer: RequestAnswer | null): Item => ({
  ordinal: 5,
  turnId: 't1',
  at: 1,
  seq: 1,
  open: false,
  kind: 'request',
  request: { requestId, openedAt: 1, kind: 'url', message: 'Well?', url: 'https://example.com', elicitationId: 'e' },
  settlement: answer === null ? { kind: 'expired', at: 2 } : { kind: 'answered', answer, at: 2 },
});

const prompted = (text: string): FakeAgentLogEntry => ({
  pid: 1,
  at: 1,
  in: { method: 'session/prompt', params: { prompt: [{ type: 'text', text }] } },
});

function scene({
  log = [],
  state = {},
  draft = '',
}: {
  log?: FakeAgentLogEntry[];
  state?: Partial<SessionState>;
  draft?: string;
}) {
  const ledger = new Ledger();
  const told: Told = {
    ledger,
    logs: [{ refresh: () => log }],
    agents: [{ setting: { id: 'fake', name: 'Fake' } }],
    sessions: [{ sessionId: 's1', name: 'Alder' }],
  };
  const stored = { agentId: 'fake', state: { ...emptySession('s1'), ...state }, draft, queuedRows: [] };
  const profile: StoredProfile = { sessions: new Map([['s1', stored]]), damage: [] };
  const losses = (calm = true) => lossesOf(told, profile, { calm });
  return { ledger, losses, stored };
}

const said = (text: string) => ({ items: [message(0, 'user', text)] });
const waits = (text: string) => ({
  queue: { prompts: [{ queuedId: 'q1', at: 1, content: [{ type: 'text' as const, text }] }], paused: null, next: null },
});

describe('the checks of chaos', () => {
  it('find nothing where each told prompt stands once in its transcript', () => {
    const { ledger, losses } = scene({ log: [prompted('mark-00000')], state: said('mark-00000') });
    ledger.prompt('s1', 0, '!say x').fate = 'confirmed';
    expect(losses()).toEqual([]);
  });

  it('find a prompt that was taken and is nowhere', () => {
    const { ledger, losses } = scene({});
    ledger.prompt('s1', 0, '!say x').fate = 'confirmed';
    expect(losses()).toEqual([expect.stringContaining('mark-00000 (round 0, Alder, confirmed: "!say x"): lost')]);
  });

  it('find a prompt of which the agent was told and the transcript knows nothing', () => {
    const { ledger, losses } = scene({ log: [prompted('mark-00000')] });
    ledger.prompt('s1', 0, '!say x');
    expect(losses()).toEqual([expect.stringContaining('the transcript has nothing of it')]);
  });

  it('find a prompt that was told twice', () => {
    const { ledger, losses } = scene({
      log: [prompted('mark-00000'), prompted('mark-00000')],
      state: said('mark-00000'),
    });
    ledger.prompt('s1', 0, '!say x');
    expect(losses()).toEqual([expect.stringContaining('the agent was told 2 times')]);
  });

  it('find one that was told and still waits, and one whose text is gone', () => {
    const { ledger, losses } = scene({
      log: [prompted('mark-00000')],
      state: { ...said('mark-00000'), ...waits('mark-00000') },
    });
    ledger.prompt('s1', 0, '!say x').fate = 'confirmed';
    expect(losses()).toEqual([
      'a queued message of Alder has no text to be sent',
      expect.stringContaining('and it still waits'),
      expect.stringContaining('is there 2 times'),
    ]);
  });

  it('find what was refused and yet told, and what was removed and is there again', () => {
    const { ledger, losses } = scene({ log: [prompted('mark-00000')], state: said('mark-00000 mark-00001') });
    ledger.prompt('s1', 0, '!say x').fate = 'refused';
    ledger.prompt('s1', 0, '!say y').fate = 'removed';
    expect(losses()).toEqual([
      expect.stringContaining('the agent was told'),
      expect.stringContaining('is there again'),
    ]);
  });

  it('find an answer that was taken and is not the store’s', () => {
    const answer = { kind: 'url', decision: 'opened' } as const;
    for (const kept of [null, { kind: 'url', decision: 'declined' } as const]) {
      const { ledger, losses } = scene({ state: { items: [request('r1', kept)] } });
      ledger.answers.set('r1', { sessionId: 's1', answer, round: 0 });
      expect(losses()).toEqual([expect.stringMatching(/the store (says expired|has another)/)]);
    }
  });

  it('find an answer that an agent heard and the store does not know', () => {
    const log = [{ pid: 1, at: 1, in: { id: 0, result: { outcome: { outcome: 'selected', optionId: 'a' } } } }];
    expect(scene({ log }).losses()).toEqual(['Fake got 1 answers, the store knows 0']);
  });

  it('find a draft that was saved and is another, and one that was typed while nothing was killed', () => {
    const { ledger, losses } = scene({ draft: 'old' });
    ledger.draftSaved('s1', 'new');
    expect(losses(false)).toEqual([expect.stringContaining('the draft of Alder is "old"')]);
    ledger.draftSaved('s1', 'old');
    ledger.draftTyped('s1', 'newer');
    expect(losses(false)).toEqual([]);
    expect(losses(true)).toEqual([expect.stringContaining('typed was "newer"')]);
  });

  it('find words that were on screen and are gone, unless they were too fresh', () => {
    const { ledger, losses } = scene({ state: { items: [message(0, 'agent', 'Some')] } });
    ledger.saw('s1', 0, 'Some', 1000);
    expect(losses()).toEqual([]);
    ledger.saw('s1', 0, 'Some words', 1000);
    expect(losses()).toEqual([expect.stringContaining('Alder showed "Some words"')]);
    ledger.forgetUnsafe(1100, 250);
    expect(losses()).toEqual([]);
  });

  it('find a turn, a request, a tool and an item that are at work for ever', () => {
    const tool: Item = {
      ...message(1, 'agent', ''),
      kind: 'toolCall',
      toolCallId: 'c',
      title: 't',
      toolKind: 'read',
      status: 'in_progress',
      content: [],
      locations: [],
    };
    const turn = { status: 'running', turnId: 't1', kind: 'prompt', startedAt: 1, firstOrdinal: 0 } as const;
    const items = [{ ...message(0, 'agent', 'x'), open: true }, tool];
    expect(stuckParts('Alder', scene({ state: { turn, items, atAgent: 'lost' } }).stored)).toEqual([
      'Alder: its turn is running',
      'Alder: the agent is said not to know it',
      'Alder: item 0 (message) is at work',
      'Alder: item 1 (toolCall) is at work',
    ]);
  });
});
