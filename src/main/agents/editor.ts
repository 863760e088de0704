import crossSpawn from 'cross-spawn';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import { invocationOf } from './cmdShim';
import { agentEnvironment, resolveCommand, RUN_MARK } from './environment';
import { within } from './processTree';

export interface EditorOptions {
  /** The person's command as argv, with `{file}` and `{line}` where they belong. */
  template: readonly string[];
  file: string;
  line: number;
  cwd: string;
  /** The person's own environment. */
  base: NodeJS.ProcessEnv;
  clock: Clock;
}

/** An editor that ends so soon with an error did not open anything. */
const EARLY_MS = 1500;

/**
 * Opens a file in the person's editor, which outlives us. No shell reads the command: each part is one argument, whatever
 * the file's name holds. A template without `{file}` gets it as the last one.
 */
export async function openInEditor(options: EditorOptions): Promise<Result<null>> {
  const { template, file, line, cwd, base, clock } = options;
  const [command, ...args] = editorArgv(template, file, line);
  if (command === undefined) return fail({ code: 'editor.notSet' });
  const { [RUN_MARK]: _mark, ...env } = agentEnvironment(base, {}, '');
  const program = resolveCommand(command, env, cwd);
  if (program === undefined) return fail({ code: 'editor.notFound', command });
  const started = invocationOf(program, args, env);
  const child = crossSpawn(started.program, [...started.args], {
    cwd,
    env,
    stdio: 'ignore',
    detached: true,
    windowsHide: true,
    windowsVerbatimArguments: started.verbatim,
  });
  const failed = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      if (code !== 0) resolve(signal ?? `exit ${code ?? '?'}`);
    });
  });
  let message: string | null = null;
  await within(
    clock,
    EARLY_MS,
    Promise.race([
      failed.then((told) => {
        message = told;
      }),
      new Promise<void>((resolve) => child.once('exit', (code) => code === 0 && resolve())),
    ]),
  );
  child.unref();
  return message === null ? ok(null) : fail({ code: 'editor.failed', command, message });
}

function editorArgv(template: readonly string[], file: string, line: number): string[] {
  if (template.length === 0) return [];
  const filled = template.map((part) =>
    part.replaceAll(/\{(file|line)\}/g, (_, name) => (name === 'file' ? file : String(line))),
  );
  return template.some((part) => part.includes('{file}')) ? filled : [...filled, file];
}
