import { randomUUID } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { basename, isAbsolute } from 'node:path';
import type { ShellReport } from '@shared/ipc/discovery';
import { isExecutable } from '../environment';
import type { BriefRuns } from './briefRuns';

/*
 * Apps that are started from a dock or a menu get `/usr/bin:/bin` and nothing of what the person's profile sets (AC-40).
 * So the login shell is asked once, the way a terminal starts it: as a login shell and interactive, since people write
 * PATH into either file. What else those files print goes to the same pipe; the answer stands between two marks that no
 * banner can hold.
 */

export type ShellAnswer = { report: ShellReport; env: Readonly<Record<string, string>> };

export interface LoginShellOptions {
  runs: BriefRuns;
  /** What the shell is started with; the person's, without what belongs to Signalbox. */
  env: Readonly<Record<string, string>>;
  limitMs?: number;
}

const LIMIT_MS = 3000;
/** Keeps plugins from asking, updating, or moving into a multiplexer that never ends. */
const QUIET = { DISABLE_AUTO_UPDATE: 'true', ZSH_TMUX_AUTOSTART: 'false', SIGNALBOX_READS_ENVIRONMENT: '1' };
/** Of the shell's own moment, not of the person. */
const MOMENTARY = new Set(['_', 'SHLVL', 'PWD', 'OLDPWD', 'TERM', 'COLUMNS', 'LINES', ...Object.keys(QUIET)]);

/** `$SHELL`, else what the account's entry says; undefined where that is no shell (`/usr/sbin/nologin`). */
export function loginShellOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const candidates = [env['SHELL'], shellOfAccount()];
  return candidates.find(
    (shell) => shell && isAbsolute(shell) && !/(?:nologin|false)$/.test(shell) && isExecutable(shell),
  );
}

function shellOfAccount(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    // The account has no entry (containers with a bare user id).
    return undefined;
  }
}

/** Asks the login shell for its environment; every way in which that can fail is a report. */
export async function askLoginShell({ runs, env, limitMs = LIMIT_MS }: LoginShellOptions): Promise<ShellAnswer> {
  const shell = loginShellOf(env);
  if (shell === undefined) return { report: { status: 'none' }, env: {} };
  const mark = `signalbox-${randomUUID()}`;
  const home = env['HOME'] || homedir();
  const answered = await runs.run({
    program: shell,
    args: shellArgs(shell, mark),
    env: { ...env, ...QUIET },
    cwd: home,
    limitMs,
    isWhole: (stdout) => between(stdout, mark) !== undefined,
  });
  if (!answered.ok) {
    const message = 'message' in answered.error ? answered.error.message : '';
    return { report: { status: 'failed', shell, exitCode: null, stderr: message }, env: {} };
  }
  const { stdout, stderr, exit, hung } = answered.value;
  const text = between(stdout, mark);
  if (text !== undefined) return { report: { status: 'answered', shell }, env: parseEnvironment(text) };
  const words = lastLines(stderr);
  if (hung) return { report: { status: 'hung', shell, seconds: limitMs / 1000, stderr: words }, env: {} };
  return { report: { status: 'failed', shell, exitCode: exit?.exitCode ?? null, stderr: words }, env: {} };
}

/** How this shell is told to print its environment. Exported for the test: few machines have all of them. */
export function shellArgs(shell: string, mark: string): string[] {
  // One line that every shell reads alike hands over to sh. Where env knows no -0, lines have to do.
  const print = `/bin/sh -c 'printf %s ${mark}; /usr/bin/env -0 || /usr/bin/env; printf %s ${mark}'`;
  switch (basename(shell)) {
    case 'bash':
      // As a login shell it reads no .bashrc by itself; a terminal of a desktop is an interactive one inside of a login.
      return ['-ilc', 'exec "$BASH" -ic "$0"', print];
    case 'fish':
      // mise, asdf and direnv hook themselves to the prompt there.
      return ['-ilc', `emit fish_prompt; ${print}`];
    case 'csh':
    case 'tcsh':
      // -l is taken only where it stands alone, so the login file is read here.
      return ['-ic', `if ( -r ~/.login ) source ~/.login; ${print}`];
    case 'nu':
      return ['-i', '-l', '-c', `^${print}`];
    case 'pwsh':
    case 'pwsh-preview':
      return ['-Login', '-Command', `& ${print}`];
    default:
      return ['-ilc', print];
  }
}

/** What stands between the two marks. */
function between(text: string, mark: string): string | undefined {
  const from = text.indexOf(mark);
  const to = text.indexOf(mark, from + mark.length);
  return from === -1 || to === -1 ? undefined : text.slice(from + mark.length, to);
}

/** `env -0`, or `env` with one variable a line, where a line that begins no variable goes on with the one before. */
export function parseEnvironment(text: string): Record<string, string> {
  const whole = text.includes('\0');
  const env: Record<string, string> = {};
  let last: string | undefined;
  for (const entry of text.split(whole ? '\0' : '\n')) {
    const at = entry.indexOf('=');
    const name = entry.slice(0, Math.max(at, 0));
    if (whole ? at > 0 : /^[A-Za-z_]\w*$/.test(name)) {
      env[name] = entry.slice(at + 1);
      last = name;
    } else if (!whole && last !== undefined && entry !== '') env[last] += `\n${entry}`;
  }
  for (const name of MOMENTARY) delete env[name];
  return env;
}

const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-12).join('\n').slice(-4000);
