import { inspect } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { AppFailure } from '@shared/errors';
import { logDefect } from '../../../src/main/logDefect';
import { engineWithSession } from '../../support/engine/testEngine';

afterEach(() => vi.restoreAllMocks());

/** What the engine's stderr, which is the log, was written. */
function logged(): () => string {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  return () => written.join('');
}

// Nothing about them looks like a key.
const sealed = 'plain words of mine';
const inSettings = 'other words of mine';

it('has no key of an agent that prints its keys and dies while its session is deleted', async () => {
  const crashOnDelete = 'bad keys: %SPEECH% and %MY_API_KEY% and sk-0123456789abcdef0123';
  const { engine, page, profile, session } = await engineWithSession({
    agents: { fake: { config: { crashOnDelete } } },
  });
  engine.answers.encrypt = ({ text }) => Buffer.from(text).toString('base64');
  const agent = profile.settingsOf('fake');
  const env = { ...agent.env, SPEECH: sealed, MY_API_KEY: inSettings };
  const saved = await page.call.agents.save({ agent: { ...agent, env, secretEnv: ['SPEECH'] }, acceptPlain: false });
  expect(saved.ok).toBe(true);
  await session.ask('Hello');
  session.close();
  const log = logged();
  expect(await page.call.sessions.remove({ sessionIds: [session.sessionId], atAgent: true })).toEqual({
    ok: true,
    value: { keptAtAgent: 1 },
  });
  expect(log()).toContain('defect in session/delete');
  expect(log()).toContain('bad keys: [redacted] and [redacted] and [redacted]');
  for (const secret of [sealed, inSettings, '0123456789abcdef']) expect(log()).not.toContain(secret);
});

it.each(['two\nlines of a key', `a 'quoted' "key"`, 'back\\slash\\key', `${'k'.repeat(30)} ${'y'.repeat(30)}`])(
  'hides the secret %j, however it is written',
  (secret) => {
    const log = logged();
    const error = new AppFailure(
      { code: 'host.failed', message: `it is ${secret}.` },
      { cause: new Error(`${'x'.repeat(12_000)} ${secret}`) },
    );
    logDefect('a test', error, [secret]);
    expect(log()).toContain('[redacted]');
    expect(log()).not.toContain(secret);
    expect(log()).not.toContain(inspect(secret).slice(1, -1));
  },
);
