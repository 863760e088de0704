import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import type { FakeAgentLogEntry } from '../agents/fakeAgentRun';

/** What one agent was told, over all of its processes; each look reads only what is new. */
export class AgentLog {
  readonly #file: string;
  #offset = 0;
  #rest = Buffer.alloc(0);
  readonly entries: FakeAgentLogEntry[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  refresh(): readonly FakeAgentLogEntry[] {
    if (!existsSync(this.#file)) return this.entries;
    const file = openSync(this.#file, 'r');
    try {
      const fresh = Buffer.alloc(fstatSync(file).size - this.#offset);
      this.#offset += readSync(file, fresh, 0, fresh.length, this.#offset);
      const text = Buffer.concat([this.#rest, fresh]);
      const end = text.lastIndexOf(10) + 1;
      this.#rest = text.subarray(end);
      for (const line of text.subarray(0, end).toString().split('\n')) {
        if (line !== '') this.entries.push(JSON.parse(line));
      }
    } finally {
      closeSync(file);
    }
    return this.entries;
  }
}

/** The marks that stand in the prompts which the agent got, in order. */
export function toldMarks(log: readonly FakeAgentLogEntry[]): string[] {
  return log.flatMap((entry) =>
    entry.in?.method === 'session/prompt' ? marksOf(JSON.stringify(entry.in.params)) : [],
  );
}

/** How many of its requests a person's choice answered. */
export function toldChoices(log: readonly FakeAgentLogEntry[]): number {
  return log.filter(
    ({ in: frame }) => frame?.method === undefined && JSON.stringify(frame?.result ?? null).includes('"selected"'),
  ).length;
}

/** Every prompt carries one, so that it is known again wherever it turns up. */
export const markOf = (number: number): string => `mark-${String(number).padStart(5, '0')}`;

export const marksOf = (text: string): string[] => text.match(/mark-\d{5}/g) ?? [];
