import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { validateConversation, type Frame } from '../../support/acpSchema';

const Entry = z.object({ pid: z.number(), dir: z.enum(['out', 'in']), line: z.string() });

/** One run of an agent's process: what we wrote to it and what it wrote to us. */
export interface WireRun {
  sent: Frame[];
  received: Frame[];
}

/** The runs that `recordWire.mjs` wrote down, oldest first. */
export function readWireLog(file: string): WireRun[] {
  const runs = new Map<number, WireRun>();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  for (const text of lines) {
    if (text === '') continue;
    const { pid, dir, line } = Entry.parse(JSON.parse(text));
    const run = runs.get(pid) ?? { sent: [], received: [] };
    runs.set(pid, run);
    if (dir === 'out') run.sent.push(JSON.parse(line));
    // What an agent prints beside the protocol is noise.
    else if (line.trimStart().startsWith('{')) run.received.push(JSON.parse(line));
  }
  return [...runs.values()];
}

/** Those that had a session. The others are checks in the background, which only ask who is there. */
export const runsWithSession = (file: string): WireRun[] =>
  readWireLog(file).filter((run) => methodsSent(run).some((method) => method.startsWith('session/')));

/** Every fault of what Signalbox sent, by the official schema. */
export const faultsOfSent = (runs: readonly WireRun[]): string[] =>
  runs.flatMap(({ sent, received }) => validateConversation(sent, received));

/** The methods of the requests and notifications that we sent, in order. */
export const methodsSent = (run: WireRun | undefined): string[] =>
  run?.sent.flatMap(({ method }) => method ?? []) ?? [];
