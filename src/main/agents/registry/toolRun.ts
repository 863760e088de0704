import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '@shared/clock';
import { fail, ok, type Result } from '@shared/errors';
import { hideSecrets, secretValuesOf } from '../../acp/redact';
import { startAgentProcess } from '../agentProcess';
import { RUN_MARK } from '../environment';
import type { Guard } from '../guard';
import type { RunRecords } from '../runRecords';

/** What every process of ours is started with, so that none of it outlives us. */
export interface ProcessKeeping {
  clock: Clock;
  guard: Guard;
  records: RunRecords;
  newId: () => string;
}

export interface ToolRun {
  /** As an error names it: `npm`. */
  tool: string;
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** Ends the whole tree. */
  signal: AbortSignal;
  onLine: (line: string) => void;
}

const STOP_AFTER_MS = 1000;

/**
 * Runs a package manager to its end, from an argv array, and answers what it wrote to stdout. Failures:
 * `install.toolFailed` with the end of stderr, `agent.stopped` where the signal ended it, those of startAgentProcess.
 */
export async function runTool(run: ToolRun, keeping: ProcessKeeping): Promise<Result<string>> {
  if (run.signal.aborted) return fail({ code: 'agent.stopped' });
  const runId = keeping.newId();
  const { program: command, args, cwd } = run;
  const started = await startAgentProcess({
    runId,
    agentId: `install:${run.tool}`,
    command,
    args,
    env: { ...run.env, [RUN_MARK]: runId },
    cwd,
    ...keeping,
    exitAfterMs: 0,
    stopAfterMs: STOP_AFTER_MS,
  });
  if (!started.ok) return started;
  const child = started.value;
  const end = (): void => void child.close();
  run.signal.addEventListener('abort', end);
  if (run.signal.aborted) end();
  // Neither reads what a person types: npm would wait for an answer that cannot come.
  child.stdin.end();
  let output = '';
  // A proxy's password stands in addresses that npm names.
  const secrets = secretValuesOf(run.env);
  const tell = (line: string): void => run.onLine(hideSecrets(line, secrets));
  const outLines = lineSplitter(tell);
  const errLines = lineSplitter(tell);
  child.stdout.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT);
    outLines(chunk);
  });
  child.onStderr((text) => errLines(Buffer.from(text)));
  const exit = await child.exited;
  run.signal.removeEventListener('abort', end);
  await child.closed;
  if (run.signal.aborted) return fail({ code: 'agent.stopped' });
  if (exit.exitCode === 0) return ok(output);
  const said = exit.stderrTail.split('\n').filter((line) => !line.startsWith('npm http '));
  const words = said.join('\n').trim() === '' ? output : said.join('\n');
  const stderrTail = hideSecrets(words, secrets);
  return fail({ code: 'install.toolFailed', tool: run.tool, how: exit.signal ?? String(exit.exitCode), stderrTail });
}

const MAX_OUTPUT = 16 * 1024;

function lineSplitter(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return (chunk) => {
    const lines = (rest + decoder.write(chunk)).split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '').slice(-1000);
    for (const line of lines) if (line.trim() !== '') onLine(line.slice(0, 500));
  };
}
