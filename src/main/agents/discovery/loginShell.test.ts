import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, isAlive, wallClock } from '../../../../tests/agents/processHelpers';
import { agentEnvironment } from '../environment';
import type { Guard } from '../guard';
import { BriefRuns } from './briefRuns';
import { askLoginShell, loginShellOf, parseEnvironment, shellArgs } from './loginShell';
import { UserEnvironment } from './userEnvironment';

const guard: Guard = { pid: undefined, add() {}, remove() {}, close: () => Promise.resolve() };
const runs = new BriefRuns(wallClock, guard);
/** What an app gets from a dock. */
const BARE = '/usr/bin:/bin';
let home: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'signalbox-shell-')));
});
afterAll(async () => {
  await runs.closeAll();
  // fish goes on making its completions in the background.
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const script = (name: string, text: string): string => {
  const path = join(home, name);
  writeFileSync(path, text, { mode: 0o755 });
  return path;
};
const ask = (shell: string, limitMs?: number) =>
  askLoginShell({ runs, env: { HOME: home, PATH: BARE, SHELL: shell, KEPT: 'inherited' }, limitMs });

describe('AC-40: the login shell', () => {
  it('is asked as a login and interactive shell, whatever its files print', async () => {
    const tools = join(home, 'tools');
    writeFileSync(join(home, '.bash_profile'), 'export FROM_LOGIN=1\n');
    writeFileSync(
      join(home, '.bashrc'),
      [
        'case $- in *i*) ;; *) return;; esac',
        'echo "Welcome! PATH=/nowhere"',
        'printf "\\033[31mNews\\033[0m without a line end"',
        'echo "a warning" >&2',
        `export PATH="${tools}:$PATH" SEVERAL="one`,
        'two=2"',
      ].join('\n'),
    );
    const { report, env } = await ask('/bin/bash');
    expect(report).toEqual({ status: 'answered', shell: '/bin/bash' });
    // What follows is the system's own profile's to say.
    expect(env['PATH']?.startsWith(`${tools}:`)).toBe(true);
    expect(env['PATH']?.split(':')).toContain('/usr/bin');
    expect(env).toMatchObject({ FROM_LOGIN: '1', SEVERAL: 'one\ntwo=2' });
    for (const name of ['_', 'PWD', 'SHLVL', 'TERM', 'DISABLE_AUTO_UPDATE']) expect(env).not.toHaveProperty(name);
  });

  it('is given up where it hangs, with everything that it started, and its last words are kept', async () => {
    const shell = script(
      'hanging.sh',
      `#!/bin/sh\necho stuck >&2\nsetsid sleep 60 &\necho $! > ${home}/child\nsleep 60\n`,
    );
    const { report, env } = await ask(shell, 300);
    expect(report).toEqual({ status: 'hung', shell, seconds: 0.3, stderr: 'stuck' });
    expect(env).toEqual({});
    const child = Number(readFileSync(join(home, 'child'), 'utf8'));
    await eventually('its child is gone', () => !isAlive(child));
  });

  it('has its answer taken although it does not end, and is ended then', async () => {
    const shell = script('lingering.sh', `#!/bin/sh\necho $$ > ${home}/lingering\neval "$2"\nsleep 60\n`);
    const { report, env } = await ask(shell, 400);
    expect(report.status).toBe('answered');
    expect(env['KEPT']).toBe('inherited');
    const pid = Number(readFileSync(join(home, 'lingering'), 'utf8'));
    await eventually('it is gone', () => !isAlive(pid));
  });

  it('is said to have failed, with its words and its code', async () => {
    const shell = script('failing.sh', '#!/bin/sh\necho "no such rc" >&2\nexit 3\n');
    expect((await ask(shell)).report).toEqual({ status: 'failed', shell, exitCode: 3, stderr: 'no such rc' });
  });

  it('is that of the account where $SHELL names none, and never one that refuses people', () => {
    const own = loginShellOf({});
    expect(own === undefined || existsSync(own)).toBe(true);
    for (const SHELL of ['/usr/sbin/nologin', '/bin/false', '/no/such/shell', 'bash', '']) {
      expect(loginShellOf({ SHELL })).toBe(own);
    }
  });

  // One line for all of them; these differ in their options and in what stands before it.
  const profiles = [
    ['/bin/bash', '.bashrc', 'export OWN=yes'],
    ['/usr/bin/zsh', '.zshrc', 'export OWN=yes'],
    ['/usr/bin/fish', '.config/fish/config.fish', 'set -gx OWN yes'],
    ['/usr/bin/tcsh', '.tcshrc', 'setenv OWN yes'],
    ['/usr/bin/tcsh', '.login', 'setenv OWN yes'],
    ['/usr/bin/ksh', '.profile', 'export OWN=yes'],
    ['/usr/bin/dash', '.profile', 'export OWN=yes'],
  ];
  it.each(profiles.filter(([shell = '']) => existsSync(shell)))(
    '%s answers with what %s sets',
    async (shell = '', file = '', text = '') => {
      const own = join(home, shell.replaceAll('/', '-') + file.replaceAll('/', '-'));
      mkdirSync(join(own, '.config', 'fish'), { recursive: true });
      // With it fish believes that it made its completions before, and does not go on making them for a minute.
      mkdirSync(join(own, '.local', 'share', 'fish', 'generated_completions'), { recursive: true });
      writeFileSync(join(own, file), `${text}\necho hello from the profile\n`);
      const { report, env } = await askLoginShell({
        runs,
        env: { HOME: own, PATH: BARE, SHELL: shell },
        limitMs: 10_000,
      });
      expect(report).toEqual({ status: 'answered', shell });
      expect(env).toMatchObject({ OWN: 'yes', PATH: expect.stringContaining('/bin') });
    },
  );

  it('that reads no -ilc has options of its own', () => {
    expect(shellArgs('/usr/bin/nu', 'm')).toEqual(['-i', '-l', '-c', expect.stringMatching(/^\^\/bin\/sh -c '/)]);
    expect(shellArgs('/usr/bin/pwsh', 'm')).toEqual(['-Login', '-Command', expect.stringMatching(/^& \/bin\/sh/)]);
    expect(shellArgs('/bin/csh', 'm')[0]).toBe('-ic');
  });

  it('may have an env without -0', () => {
    expect(parseEnvironment('A=1\nTEXT=one\ntwo\nB=x=y\n')).toEqual({ A: '1', TEXT: 'one\ntwo', B: 'x=y' });
  });
});

describe("AC-40: the person's own environment", () => {
  const environmentOf = (inherited: Record<string, string>, shellPath: string, env: Record<string, string> = {}) => {
    let asked = 0;
    const environment = new UserEnvironment({
      inherited,
      ask: () => {
        asked += 1;
        const report = { status: 'answered', shell: '/bin/zsh' } as const;
        return Promise.resolve({ report, env: { ...env, PATH: shellPath }, folders: [] });
      },
      onChange: () => undefined,
    });
    return { environment, asked: () => asked };
  };

  it('has the order of the login shell first, then what was inherited besides, then the well-known folders', async () => {
    mkdirSync(join(home, '.volta/bin'), { recursive: true });
    const { environment } = environmentOf({ HOME: home, PATH: '/opt/inherited:/usr/bin' }, `/opt/own:/usr/bin:/bin`);
    expect(environment.view.report.status).toBe('looking');
    const path = agentEnvironment(await environment.base(), {}, 'r')['PATH'] ?? '';
    expect(path.startsWith('/opt/own:/usr/bin:/bin:/opt/inherited:')).toBe(true);
    const sources = environment.view.path.map(({ folder, source }) => `${source} ${folder}`);
    expect(sources.slice(0, 4)).toEqual(['shell /opt/own', 'shell /usr/bin', 'shell /bin', 'inherited /opt/inherited']);
    expect(sources).toContain(`wellKnown ${join(home, '.volta/bin')}`);
    expect(environment.view.path[0]?.exists).toBe(false);
  });

  it('keeps every inherited variable as it is, and adds what it lacks', async () => {
    const { environment } = environmentOf({ HOME: home, PATH: BARE, LANG: 'de_DE.UTF-8' }, BARE, {
      LANG: 'C',
      OPENAI_BASE_URL: 'http://localhost',
    });
    expect(await environment.base()).toEqual({
      HOME: home,
      PATH: BARE,
      LANG: 'de_DE.UTF-8',
      OPENAI_BASE_URL: 'http://localhost',
    });
  });

  it('is asked for once, and again when the person says so', async () => {
    const { environment, asked } = environmentOf({ PATH: BARE }, BARE);
    await Promise.all([environment.base(), environment.base()]);
    expect(asked()).toBe(1);
    await environment.lookAgain();
    expect(asked()).toBe(2);
  });

  it('is the inherited one with the well-known folders where the shell hangs', async () => {
    const bin = join(home, '.nvm/versions/node/v22.1.0/bin');
    mkdirSync(bin, { recursive: true });
    mkdirSync(join(home, '.nvm/versions/node/v9.11.2/bin'), { recursive: true });
    const shell = script('hanging2.sh', '#!/bin/sh\nsleep 60\n');
    const environment = new UserEnvironment({
      inherited: { HOME: home, PATH: BARE },
      ask: async () => ({ ...(await ask(shell, 200)), folders: [] }),
      onChange: () => undefined,
    });
    const path = (agentEnvironment(await environment.base(), {}, 'r')['PATH'] ?? '').split(':');
    expect(environment.view.report.status).toBe('hung');
    expect(path.slice(0, 2)).toEqual(['/usr/bin', '/bin']);
    expect(path.indexOf(bin)).toBeGreaterThan(1);
    expect(path.indexOf(bin)).toBeLessThan(path.indexOf(join(home, '.nvm/versions/node/v9.11.2/bin')));
  });
});
