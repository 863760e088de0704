import { describe, expect, it } from 'vitest';
import { plainText } from '@shared/acp/content';
import { methodsSent, startsOf } from '../../support/engine/agentLog';
import { engineWithSession } from '../../support/engine/testEngine';

/** A line that the fake writes as it stands: an update of this session. */
const rawUpdate = (acpSessionId: string | null, update: object): string =>
  `!raw ${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: acpSessionId, update } })}`;

describe('ids', () => {
  it('AC-53: count by direction: a request of the agent with the id of our prompt does not settle it', async () => {
    // initialize is 0, session/new 1, the prompt 2.
    const { session, page, profile } = await engineWithSession({ agents: { fake: { config: { firstRequestId: 2 } } } });
    const turnId = await session.send('!permission\n!say Only now.');
    const { requestId } = await session.request('permission');
    const log = profile.agent().log();
    expect(log.find(({ in: sent }) => sent?.method === 'session/prompt')?.in?.id).toBe(2);
    expect(log.find(({ asked }) => asked !== undefined)?.asked?.id).toBe(2);
    expect(session.state.turn).toMatchObject({ status: 'running', turnId });
    await page.call.requests.answer({
      requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: false,
    });
    await session.ended(turnId);
    expect(session.said()).toContain('Only now.');
  });
});

describe('noise on stdout', () => {
  it('AC-54: changes nothing, can be read, and of more than a thousand lines of it the person is told', async () => {
    const { session, page } = await engineWithSession();
    const { agents } = page;
    await session.ask('!noise 1000\n!say All the same.');
    expect(session.said()).toBe('All the same.');
    expect(agents.current.connections.map(({ isNoisy }) => isNoisy)).toEqual([false]);
    const { connectionId } = agents.current.connections[0]!;
    const shown = await new Promise<string[]>((resolve) => {
      page.client.subscribe(
        'inspector',
        { connectionId },
        {
          snapshot: ({ frames }) => resolve(frames.flatMap(({ kind, text }) => (kind === 'noise' ? [text] : []))),
          frames: () => undefined,
          ended: () => undefined,
        },
      );
    });
    expect(shown).toHaveLength(1000);
    expect(shown.at(-1)).toBe('{noise 999 \u001B[31mred\u001B[0m');
    await session.ask('!noise 1\n!say Still.');
    await agents.until('it is called noisy', ({ connections }) => connections.some(({ isNoisy }) => isNoisy));
    expect(session.said()).toBe('All the same.\nStill.');
  });
});

describe('a frame above the limit', () => {
  it('AC-57: fails its turn with both sizes, and the next prompt goes on in another process', async () => {
    const { session, profile } = await engineWithSession();
    const state = await session.ask('!say Before.\n!huge 65');
    expect(state.turn).toMatchObject({ outcome: { status: 'failed', error: { code: 'agent.frameTooLarge' } } });
    expect(session.items('toolCall').every(({ open }) => !open)).toBe(true);
    await session.ask('And now?');
    expect(session.said()).toBe('Before.\nEcho: And now?');
    expect(startsOf(profile.agent())).toBe(2);
  });
});

describe('an update', () => {
  it('AC-31: that names an unknown terminal still applies its text and status, and the plan behind it', async () => {
    const { session } = await engineWithSession();
    await session.ask('Hello');
    const text = { type: 'content', content: { type: 'text', text: 'Before the terminal' } };
    const content = [text, { type: 'terminal', terminalId: 'nobody-knows' }];
    const update = { sessionUpdate: 'tool_call', toolCallId: 't1', title: 'Run it', status: 'completed', content };
    const entries = [{ content: 'Mend it', priority: 'high', status: 'in_progress' }];
    const { acpSessionId } = session.state;
    const plan = rawUpdate(acpSessionId, { sessionUpdate: 'plan', entries });
    await session.ask(`${rawUpdate(acpSessionId, update)}\n${plan}\n!say After.`);
    expect(session.items('toolCall')).toMatchObject([{ title: 'Run it', status: 'completed', content }]);
    expect(JSON.stringify(session.state)).toContain('Mend it');
    expect(session.said()).toContain('After.');
  });

  it('AC-57: of 60 MB is kept outside of the transcript and can be read whole', async () => {
    const { session, page } = await engineWithSession();
    await session.ask('!huge 60');
    const [tool] = session.items('toolCall');
    const [part] = tool?.content ?? [];
    const content = part?.type === 'content' ? part.content : undefined;
    expect(JSON.stringify(tool).length).toBeLessThan(100_000);
    expect(content?.type).toBe('stored');
    if (content?.type !== 'stored') return;
    const last = await page.call.blobs.read({ blobId: content.blobId, offset: 60_000_000, length: 1_048_576 });
    expect(last.ok && last.value.total).toBeGreaterThanOrEqual(60 * 1024 * 1024);
  });

  it('that comes for a tool call of an earlier turn changes it where it stands', async () => {
    const { session } = await engineWithSession();
    await session.ask('!openTool');
    const { toolCallId, ordinal } = session.items('toolCall')[0]!;
    await session.ask('Something else');
    const update = { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', title: 'Done at last' };
    await session.ask(rawUpdate(session.state.acpSessionId, update));
    expect(session.items('toolCall')).toMatchObject([{ ordinal, status: 'completed', title: 'Done at last' }]);
  });

  it('of a thousand pieces a turn costs the page far fewer posts', async () => {
    const { session } = await engineWithSession();
    await session.ask('!stream 3000 0');
    const [message] = session.items('message').filter(({ role }) => role === 'agent');
    expect(message?.content.map(plainText).join('').split(' ')).toHaveLength(3001);
    // Each flush is one event at most.
    expect(session.state.seq).toBeLessThan(500);
  });
});

describe('an agent that asks for a sign-in', () => {
  it('is not signed in by itself', async () => {
    const config = { auth: true, authMethods: [{ id: 'login', name: 'Log in' }] };
    const { session, profile } = await engineWithSession({ agents: { fake: { config } } });
    await session.send('Hello');
    // The prompt waits for the person; what they can do is signIn.test.ts.
    const state = await session.until('the refusal', ({ attachError }) => attachError !== null);
    expect(state).toMatchObject({ turn: { status: 'running' }, attachError: { code: 'agent.authRequired' } });
    expect(methodsSent(profile.agent())).not.toContain('authenticate');
  });
});
