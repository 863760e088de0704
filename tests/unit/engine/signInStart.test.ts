import { join } from 'node:path';
import { signInNeed } from '@shared/acp/signInNeed';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../../agents/processHelpers';
import { JumpClock } from '../../support/engine/jumpClock';
import { watchPty, watchSignIns } from '../../support/engine/signInView';
import { temporaryProfile, type TestProfile } from '../../support/engine/testEngine';

const METHOD = 'cursor-login-command';

/** A Cursor that refuses until somebody logs in, with a session that was refused. */
async function refusedSession(startDelayMs = 0) {
  const profile = temporaryProfile({ agents: { fake: { adapter: 'cursor' } } });
  const config = { auth: true, authFile: join(profile.folder, 'signed-in'), authMethods: [], startDelayMs };
  profile.configure('fake', config);
  profile.writeSettings();
  const clock = new JumpClock();
  const engine = await profile.start(clock);
  const { projectId } = await engine.addProject();
  const session = await engine.newSession(projectId);
  await engine.page.call.sessions.attach({ sessionId: session.sessionId });
  await session.until('a sign-in is wanted', ({ attachError }) => signInNeed(attachError) !== null);
  const begin = () => engine.page.call.signIn.begin({ sessionId: session.sessionId, methodId: METHOD });
  return { profile, clock, engine, session, begin, signIns: watchSignIns(engine.page) };
}

const isLogin = (argv: readonly string[] | undefined): boolean => argv?.includes('login') === true;
const liveLogins = (profile: TestProfile): number[] =>
  profile
    .agent()
    .log()
    .flatMap(({ event, argv, pid }) => (event === 'start' && isLogin(argv) && isAlive(pid) ? [pid] : []));

describe('the login of a program whose starts must not overlap', () => {
  it('waits for a start that is under way, and keeps the next one waiting for 5 s at most', async () => {
    const { profile, clock, engine, begin, signIns } = await refusedSession(1000);
    const before = profile.agent().log().length;
    const second = await engine.newSession((await engine.addProject('second')).projectId);
    const attached = engine.page.call.sessions.attach({ sessionId: second.sessionId });
    await second.until('it starts', ({ connection }) => connection.status === 'starting');
    expect(await begin()).toEqual({ ok: true, value: null });
    await attached;
    const { ptyId } = await signIns.find('the terminal', ({ fake }) =>
      fake?.status === 'terminal' ? fake : undefined,
    );
    await watchPty(engine.page, ptyId).until('its question', ({ output }) => output.includes('Done?'));
    const order = profile
      .agent()
      .log()
      .slice(before)
      .flatMap(({ event, argv, in: sent }) => {
        if (event === 'start') return [isLogin(argv) ? 'login' : 'start'];
        return sent?.method === 'initialize' ? ['answered'] : [];
      });
    expect(order).toEqual(['start', 'answered', 'login']);

    const third = await engine.newSession((await engine.addProject('third')).projectId);
    const next = engine.page.call.sessions.attach({ sessionId: third.sessionId });
    clock.jump(5000);
    await next;
    // The login goes on.
    expect(liveLogins(profile)).toHaveLength(1);
  });
});

describe('an attempt to sign in that another takes the place of while it begins', () => {
  it('leaves no terminal behind', async () => {
    const { profile, clock, engine, begin, signIns } = await refusedSession();
    const begun = await Promise.all([begin(), begin(), begin()]);
    expect(begun.every(({ ok }) => ok)).toBe(true);
    const { ptyId } = await signIns.find('the terminal', ({ fake }) =>
      fake?.status === 'terminal' ? fake : undefined,
    );
    await watchPty(engine.page, ptyId).until('its question', ({ output }) => output.includes('Done?'));
    clock.jump(5000);
    // A whole start later each of them would have told that it runs.
    const other = await engine.newSession((await engine.addProject('other')).projectId);
    await engine.page.call.sessions.attach({ sessionId: other.sessionId });
    expect(liveLogins(profile)).toHaveLength(1);
  });

  it('is over where it is taken back before its terminal is there', async () => {
    const { profile, clock, engine, begin, signIns } = await refusedSession();
    const begun = begin();
    await engine.page.call.signIn.cancel({ agentId: 'fake' });
    expect(await begun).toEqual({ ok: true, value: null });
    await signIns.until('nothing is under way', ({ fake }) => fake === undefined);
    clock.jump(5000);
    const other = await engine.newSession((await engine.addProject('other')).projectId);
    await engine.page.call.sessions.attach({ sessionId: other.sessionId });
    expect(liveLogins(profile)).toEqual([]);
  });
});
