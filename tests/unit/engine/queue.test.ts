import { describe, expect, it } from 'vitest';
import { gateOf } from '../../support/engine/gate';
import { answersTo, lastSent, methodsSent, sentTo, startsOf } from '../../support/engine/agentLog';
import { killableEngine } from '../../support/engine/killableEngine';
import type { SessionView } from '../../support/engine/sessionView';
import { engineWithSession, temporaryProfile } from '../../support/engine/testEngine';

const BUSY = '!say Busy.\n!listen';
const steering = (how: string) => ({ agents: { fake: { config: { steering: how } } } });

/** A turn that goes on until it is stopped or steered, and three messages behind it. */
async function busyWithThree(options: Parameters<typeof engineWithSession>[0] = {}) {
  const all = await engineWithSession(options);
  await all.session.send(BUSY);
  await all.session.until('it works', () => all.session.said() === 'Busy.');
  const ids = [await all.session.queue('One'), await all.session.queue('Two'), await all.session.queue('Three')];
  return { ...all, ids: ids.map((id) => id ?? '') };
}

const promptTexts = (profile: { agent: () => Parameters<typeof sentTo>[0] }): string[] =>
  sentTo(profile.agent(), 'session/prompt').map(
    ({ prompt }) => JSON.stringify(prompt).match(/"text":"(.*?)"/)?.[1] ?? '',
  );

const queueIsEmpty = (session: SessionView) =>
  session.until('nothing waits and the last turn is over', ({ queue, turn }) => !queue && turn.status === 'done');

describe('messages that are sent while the agent is busy', () => {
  it('AC-77: wait, and are sent one by one after the answer, never two at once', async () => {
    const { session, profile } = await engineWithSession();
    const gate = gateOf(profile);
    await session.send(`${gate.shut}\n!say Done.`);
    await session.queue('!wait 20\n!say One.');
    await session.queue('!say Two.');
    expect(session.queuedTexts).toEqual(['!wait 20\n!say One.', '!say Two.']);
    gate.open();
    await queueIsEmpty(session);
    expect(session.said()).toBe('Done.\nOne.\nTwo.');
    const log = profile.agent().log();
    expect(log.filter(({ event }) => event === 'violation')).toEqual([]);
    // Each prompt left only after the answer to the one before it, whose text is the last that its turn holds.
    const turns = session.items('message').map(({ role, turnId }) => `${role} ${turnId}`);
    expect(new Set(turns).size).toBe(6);
  });

  it('AC-77: are sent at once where nothing is in the way', async () => {
    const { session, profile } = await engineWithSession();
    expect(await session.queue('Hello')).toBeNull();
    await session.ended();
    expect(promptTexts(profile)).toEqual(['Hello']);
  });

  it('AC-77: can be edited, moved and removed before they are sent', async () => {
    const { session, page, profile, ids } = await busyWithThree(steering('take'));
    const { sessionId } = session;
    const [one = '', two = '', three = ''] = ids;
    expect(await page.call.queue.read({ sessionId, queuedId: one })).toEqual({ ok: true, value: { text: 'One' } });
    await page.call.queue.edit({ sessionId, queuedId: one, text: 'One, better' });
    await page.call.queue.move({ sessionId, queuedId: three, before: one });
    await page.call.queue.remove({ sessionId, queuedId: two });
    await session.until('as ordered', () => session.queuedTexts.join() === 'Three,One, better');
    const gone = await page.call.queue.edit({ sessionId, queuedId: two, text: 'x' });
    expect(gone).toEqual({ ok: false, error: { code: 'queue.gone' } });
    const go = await session.queue('Go');
    await page.call.queue.sendNow({ sessionId, queuedId: go ?? '' });
    await queueIsEmpty(session);
    expect(promptTexts(profile).slice(1)).toEqual(['Three', 'One, better']);
  });

  it('AC-77: keep what is attached to them, also when their text is edited', async () => {
    const { session, page, profile } = await engineWithSession();
    const { sessionId } = session;
    await session.send(BUSY);
    await session.until('it works', () => session.said() === 'Busy.');
    const data = Buffer.alloc(90_000, 7).toString('base64');
    const picture = { type: 'image' as const, data, mimeType: 'image/png' };
    await page.call.queue.send({ sessionId, content: [{ type: 'text', text: 'Look' }, picture] });
    const queuedId = await session.find('it waits', ({ queue }) => queue?.prompts[0]?.queuedId);
    // What a page is shown of it is small; what is sent is whole.
    expect(session.queued[0]?.content.map(({ type }) => type)).toEqual(['text', 'stored']);
    await page.call.queue.edit({ sessionId, queuedId, text: 'Look here' });
    await page.call.sessions.cancel({ sessionId });
    await page.call.queue.resume({ sessionId });
    await queueIsEmpty(session);
    expect(sentTo(profile.agent(), 'session/prompt')[1]).toMatchObject({
      prompt: [{ type: 'text', text: 'Look here' }, picture],
    });
  });

  it('AC-77: give single parts away when they are edited, and take others behind those that stay', async () => {
    const { session, page, profile } = await engineWithSession();
    const { sessionId } = session;
    await session.send(BUSY);
    await session.until('it works', () => session.said() === 'Busy.');
    const link = (name: string) => ({ type: 'resource_link' as const, uri: `file:///x/${name}`, name });
    const content = [{ type: 'text' as const, text: 'Look' }, link('a'), link('b'), link('c')];
    await page.call.queue.send({ sessionId, content });
    const queuedId = await session.find('it waits', ({ queue }) => queue?.prompts[0]?.queuedId);
    const attached = { edits: 0, kept: [1, 3], added: [link('d')] };
    await page.call.queue.edit({ sessionId, queuedId, text: 'Look at these', attached });
    const nothing = await page.call.queue.edit({ sessionId, queuedId, text: ' ', attached: { edits: 1, kept: [] } });
    // Its answer was lost with an engine: done once more it would drop c and add d again.
    const repeated = await page.call.queue.edit({ sessionId, queuedId, text: 'Look at these', attached });
    expect(repeated).toEqual({ ok: false, error: { code: 'queue.changed' } });
    expect(nothing).toEqual({ ok: false, error: { code: 'session.emptyPrompt' } });
    await page.call.sessions.cancel({ sessionId });
    await page.call.queue.resume({ sessionId });
    await queueIsEmpty(session);
    expect(sentTo(profile.agent(), 'session/prompt')[1]).toMatchObject({
      prompt: [{ type: 'text', text: 'Look at these' }, link('a'), link('c'), link('d')],
    });
  });

  it('AC-77: take their large parts with them when they go, and leave those of what was sent', async () => {
    const { session, page } = await engineWithSession();
    const { sessionId } = session;
    const picture = (byte: number) => {
      const data = Buffer.alloc(90_000, byte).toString('base64');
      return { type: 'image' as const, data, mimeType: 'image/png' };
    };
    const storedOf = (content: readonly { type: string; blobId?: string }[] = []) =>
      content.flatMap(({ blobId }) => blobId ?? []);
    const isThere = async (blobId: string) => (await page.call.blobs.read({ blobId, offset: 0, length: 1 })).ok;
    const queue = async (...bytes: number[]) => {
      const before = session.queued.length;
      await page.call.queue.send({ sessionId, content: bytes.map(picture) });
      const { queuedId, content } = await session.find('it waits', ({ queue }) => queue?.prompts[before]);
      return { queuedId, blobIds: storedOf(content) };
    };
    await session.send(BUSY);
    await session.until('it works', () => session.said() === 'Busy.');
    const removed = await queue(1);
    const edited = await queue(2, 3);
    const sent = await queue(4);
    expect(removed.blobIds.length + edited.blobIds.length + sent.blobIds.length).toBe(4);

    await page.call.queue.remove({ sessionId, queuedId: removed.queuedId });
    expect(await isThere(removed.blobIds[0] ?? '')).toBe(false);
    const attached = { edits: 0, kept: [1] };
    await page.call.queue.edit({ sessionId, queuedId: edited.queuedId, text: 'Only one', attached });
    expect(await Promise.all(edited.blobIds.map(isThere))).toEqual([false, false]);
    // What stays has its own, whole.
    const after = await session.find('it is edited', ({ queue }) =>
      queue?.prompts.find(({ queuedId, content }) => queuedId === edited.queuedId && content[0]?.type === 'text'),
    );
    const [kept = ''] = storedOf(after.content);
    const whole = await page.call.blobs.read({ blobId: kept, offset: 0, length: 100_000 });
    expect(whole.ok && Buffer.from(whole.value.bytes).equals(Buffer.alloc(90_000, 3))).toBe(true);

    // The other one would go by itself once this one is answered.
    await page.call.queue.pause({ sessionId, why: 'kept' });
    await page.call.queue.sendNow({ sessionId, queuedId: sent.queuedId });
    await session.until('it was sent', ({ queue }) => queue?.prompts.length === 1);
    await page.call.queue.clear({ sessionId });
    expect(await isThere(kept)).toBe(false);
    expect(await isThere(sent.blobIds[0] ?? '')).toBe(true);
  });

  it('AC-77: stay when the turn is stopped, which asks; resume goes on with them', async () => {
    const { session, page, profile } = await busyWithThree();
    const { sessionId } = session;
    await page.call.sessions.cancel({ sessionId });
    const state = await session.ended();
    expect(state.queue).toMatchObject({ paused: 'stopped', next: null });
    expect(session.queuedTexts).toEqual(['One', 'Two', 'Three']);
    expect(promptTexts(profile)).toHaveLength(1);
    await page.call.queue.pause({ sessionId, why: 'kept' });
    await session.until('kept', ({ queue }) => queue?.paused === 'kept');
    // What is said now is not held up by what waits.
    expect(await session.queue('First this')).toBeNull();
    await session.until('it is answered', () => session.said().includes('Echo: First this'));
    await session.ended();
    expect(session.queuedTexts).toEqual(['One', 'Two', 'Three']);
    await page.call.queue.resume({ sessionId });
    await queueIsEmpty(session);
    expect(promptTexts(profile).slice(1)).toEqual(['First this', 'One', 'Two', 'Three']);
  });

  it('AC-77: can be cleared all at once', async () => {
    const { session, page, profile } = await busyWithThree();
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    await page.call.queue.clear({ sessionId: session.sessionId });
    await queueIsEmpty(session);
    expect(promptTexts(profile)).toHaveLength(1);
  });

  it('AC-77: wait on when the turn fails, and no process is started for them', async () => {
    const { session, page, profile } = await engineWithSession();
    const gate = gateOf(profile);
    await session.send(`${gate.shut}\n!crash 3`);
    await session.queue('After it');
    gate.open();
    const state = await session.ended();
    expect(state.queue?.paused).toBe('failed');
    expect(startsOf(profile.agent())).toBe(1);
    await page.call.queue.resume({ sessionId: session.sessionId });
    await queueIsEmpty(session);
    expect(session.said()).toContain('Echo: After it');
    expect(startsOf(profile.agent())).toBe(2);
  });

  it('AC-77: wait on when the turn ends by a limit or a refusal', async () => {
    const { session, profile } = await engineWithSession();
    const gate = gateOf(profile);
    await session.send(`${gate.shut}\n!stop refusal`);
    await session.queue('After it');
    gate.open();
    expect((await session.ended()).queue?.paused).toBe('failed');
  });

  it('AC-77: wait while the agent waits for the person, and leave behind the answer', async () => {
    const { session, page, profile } = await engineWithSession();
    await session.send('!later 0 !permission');
    const { requestId } = await session.request('permission');
    await session.until('only the request is left', ({ turn }) => turn.status !== 'running');
    const gate = gateOf(profile);
    await session.send(gate.shut);
    await session.queue('After the answer');
    gate.open();
    await session.until('the turn before it is over', ({ turn }) => turn.status === 'done');
    expect(session.queuedTexts).toEqual(['After the answer']);
    await page.call.requests.answer({
      requestId,
      answer: { kind: 'permission', optionId: 'allow-once' },
      viaKeyboard: false,
    });
    await session.until('it is sent', () => session.said().includes('Echo: After the answer'));
    expect(answersTo(profile.agent(), 'session/request_permission')).toHaveLength(1);
    expect(lastSent(profile.agent(), 2)).toEqual(['an answer', 'session/prompt']);
  });

  it('AC-77: that are edited hold the queue until that is done', async () => {
    const { session, page, profile } = await engineWithSession();
    const { sessionId } = session;
    const gate = gateOf(profile);
    await session.send(gate.shut);
    const queuedId = (await session.queue('Draft')) ?? '';
    await page.call.queue.pause({ sessionId, why: 'editing' });
    gate.open();
    await session.ended();
    expect(session.queuedTexts).toEqual(['Draft']);
    await page.call.queue.edit({ sessionId, queuedId, text: 'Final' });
    await page.call.queue.resume({ sessionId });
    await queueIsEmpty(session);
    expect(session.said()).toContain('Echo: Final');
  });

  it('AC-77: an empty one is refused, and no more than a hundred are taken', async () => {
    const { session, page } = await engineWithSession();
    const { sessionId } = session;
    await session.send(BUSY);
    const send = (text: string) => page.call.queue.send({ sessionId, content: [{ type: 'text', text }] });
    expect(await send('  ')).toEqual({ ok: false, error: { code: 'session.emptyPrompt' } });
    for (let count = 0; count < 100; count += 1) await send(`Message ${count}`);
    expect(await send('One more')).toEqual({ ok: false, error: { code: 'queue.full', limit: 100 } });
  });
});

describe('a queue', () => {
  it('AC-77: survives kill -9 with its order, and sends nothing until somebody says so', async () => {
    const profile = temporaryProfile();
    const first = await killableEngine(profile);
    const added = await first.page.call.projects.add({ path: profile.projectFolder() });
    const projectId = added.ok ? added.value.projectId : '';
    const created = await first.page.call.sessions.create({ projectId, agentId: 'fake' });
    const sessionId = created.ok ? created.value.sessionId : '';
    const session = await first.page.session(sessionId);
    await session.send(BUSY);
    // Its agent is there, and has written that down.
    await session.until('it works', () => session.said() === 'Busy.');
    await session.queue('One');
    const two = (await session.queue('Two')) ?? '';
    await first.page.call.queue.move({ sessionId, queuedId: two, before: session.queued[0]?.queuedId ?? null });
    await first.kill();
    const starts = startsOf(profile.agent());

    const second = await profile.start();
    const again = await second.page.session(sessionId);
    expect(again.state.turn).toMatchObject({ outcome: { status: 'interrupted' } });
    expect(again.state.queue).toMatchObject({ paused: 'interrupted' });
    expect(again.queuedTexts).toEqual(['Two', 'One']);
    expect(startsOf(profile.agent())).toBe(starts);
    await second.page.call.queue.resume({ sessionId });
    await queueIsEmpty(again);
    expect(again.said()).toContain('Echo: Two\nEcho: One');
    await second.shutdown();
  });

  it('AC-77: that was paused stays so through a restart, and for the same reason', async () => {
    const { session, page, engine, profile } = await busyWithThree();
    await page.call.sessions.cancel({ sessionId: session.sessionId });
    await session.ended();
    await engine.shutdown();
    const again = await (await profile.start()).page.session(session.sessionId);
    expect(again.state.queue?.paused).toBe('stopped');
    expect(again.queuedTexts).toEqual(['One', 'Two', 'Three']);
  });
});

describe('a message that is to be sent now', () => {
  it('AC-78: goes into the running turn of an agent that takes that', async () => {
    const { session, page, profile, ids } = await busyWithThree(steering('take'));
    const { sessionId } = session;
    await page.call.queue.sendNow({ sessionId, queuedId: ids[1] ?? '' });
    await queueIsEmpty(session);
    expect(sentTo(profile.agent(), '_session/steering')).toEqual([
      { sessionId: session.state.acpSessionId, prompt: [{ type: 'text', text: 'Two' }] },
    ]);
    expect(methodsSent(profile.agent())).not.toContain('session/cancel');
    expect(promptTexts(profile).slice(1)).toEqual(['One', 'Three']);
    const [first] = session.items('message');
    const said = session.items('message').filter(({ turnId }) => turnId === first?.turnId);
    expect(said.map(({ role }) => role)).toEqual(['user', 'agent', 'user']);
    expect(session.said('user')).toContain('Two');
  });

  it('AC-78: stops the turn of another agent, is sent next, and the rest follows', async () => {
    const { session, page, profile, ids } = await busyWithThree();
    await page.call.queue.sendNow({ sessionId: session.sessionId, queuedId: ids[2] ?? '' });
    await queueIsEmpty(session);
    expect(methodsSent(profile.agent()).filter((method) => method === 'session/cancel')).toHaveLength(1);
    expect(promptTexts(profile).slice(1)).toEqual(['Three', 'One', 'Two']);
    expect(
      profile
        .agent()
        .log()
        .some(({ event }) => event === 'violation'),
    ).toBe(false);
  });

  it('AC-78: is sent next where the turn is being stopped already, which is told once', async () => {
    const { session, page, profile, ids } = await busyWithThree({
      agents: { fake: { config: { cancelDelayMs: 200 } } },
    });
    const { sessionId } = session;
    await page.call.sessions.cancel({ sessionId });
    await page.call.queue.sendNow({ sessionId, queuedId: ids[1] ?? '' });
    await session.until('it is answered', ({ turn }) => turn.status === 'done' && session.said().includes('Echo: Two'));
    expect(methodsSent(profile.agent()).filter((method) => method === 'session/cancel')).toHaveLength(1);
    expect(session.queuedTexts).toEqual(['One', 'Three']);
    expect(session.state.queue?.paused).toBe('stopped');
  });

  it.each([
    ['answers that it failed', 'failed'],
    ['answers an error', 'error'],
  ])('AC-78: waits on where the agent does not take it into its turn, and %s', async (_how, answer) => {
    const { session, page, profile, ids } = await busyWithThree(steering(answer));
    const { sessionId } = session;
    await page.call.queue.sendNow({ sessionId, queuedId: ids[0] ?? '' });
    await session.until('it is told', ({ queue }) => queue?.prompts[0]?.steer === 'failed');
    expect(session.queuedTexts).toEqual(['One', 'Two', 'Three']);
    expect(session.state.queue?.paused).toBeNull();
    await page.call.sessions.cancel({ sessionId });
    await page.call.queue.resume({ sessionId });
    await queueIsEmpty(session);
    expect(promptTexts(profile).slice(1)).toEqual(['One', 'Two', 'Three']);
  });

  it('AC-78: of which nobody knows whether it arrived is not sent again by itself', async () => {
    const { session, page, profile, ids } = await busyWithThree(steering('hang'));
    const { sessionId } = session;
    void page.call.queue.sendNow({ sessionId, queuedId: ids[0] ?? '' });
    await session.until('it is on its way', ({ queue }) => queue?.prompts[0]?.steer === 'sent');
    const taken = await page.call.queue.remove({ sessionId, queuedId: ids[0] ?? '' });
    expect(taken).toEqual({ ok: false, error: { code: 'queue.gone' } });
    process.kill(profile.agent().log()[0]!.pid, 'SIGKILL');
    await session.until('nobody knows', ({ queue }) => queue?.prompts[0]?.steer === 'unknown');
    await session.ended();
    expect(session.state.queue?.paused).not.toBeNull();
    expect(session.queuedTexts).toEqual(['One', 'Two', 'Three']);
  });

  it('AC-67, AC-78: is sent by a new process where the stop before it had to be forced, and the rest follows', async () => {
    const { session, page, profile, ids } = await busyWithThree({
      agents: { fake: { config: { ignoreCancel: true } } },
    });
    const { sessionId } = session;
    await page.call.queue.sendNow({ sessionId, queuedId: ids[2] ?? '' });
    await session.until('cancelling', ({ turn }) => turn.status === 'cancelling');
    await page.call.sessions.forceStop({ sessionId });
    await queueIsEmpty(session);
    expect(promptTexts(profile).slice(1)).toEqual(['Three', 'One', 'Two']);
    expect(startsOf(profile.agent())).toBe(2);
    expect(
      profile
        .agent()
        .log()
        .some(({ event }) => event === 'violation'),
    ).toBe(false);
  });

  it('AC-78: is sent directly from a queue that is paused, which stays paused', async () => {
    const { session, page, profile, ids } = await busyWithThree();
    const { sessionId } = session;
    await page.call.sessions.cancel({ sessionId });
    await session.ended();
    await page.call.queue.sendNow({ sessionId, queuedId: ids[1] ?? '' });
    await session.until('it is answered', ({ turn }) => turn.status === 'done' && session.said().includes('Echo: Two'));
    expect(session.queuedTexts).toEqual(['One', 'Three']);
    expect(session.state.queue?.paused).toBe('stopped');
    expect(promptTexts(profile)).toHaveLength(2);
  });
});
