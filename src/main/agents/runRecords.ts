import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { Clock } from '@shared/clock';
import { RUN_MARK } from './environment';
import { readProcessTable, tableSource, type ProcessIdentity, type TableSource } from './processTable';
import { endTree, findTree, type Tree } from './processTree';

/*
 * The runs that have been started and not yet been seen to end, in a file of the profile: whatever the guard could not end
 * (it was killed too, or there is none) is ended at the next start. A record is written before the spawn, when only the mark
 * is known, and again with the process's identity.
 */

const RunRecord = z.object({
  runId: z.string().min(1),
  agentId: z.string(),
  /** Changes with every boot (Linux): pids and start times of another boot mean nothing. */
  boot: z.string(),
  leader: z.object({ pid: z.number().int().positive(), startTime: z.string().min(1) }).optional(),
});
type RunRecord = z.infer<typeof RunRecord>;

export interface SweepReport {
  /** Runs that were recorded, by id. */
  runs: string[];
  /** How many of their processes still ran. */
  found: number;
  /** Processes that could not be ended; their runs stay recorded. */
  remained: ProcessIdentity[];
  /** Lines of the file that could not be read. */
  unreadable: number;
}

export interface RunRecords {
  /** Before the spawn. */
  began(runId: string, agentId: string): Promise<void>;
  /** After it. */
  started(runId: string, leader: ProcessIdentity): Promise<void>;
  /** The tree is gone. */
  ended(runId: string): Promise<void>;
  /** Ends what an earlier engine left. Call once, before the first run. */
  sweep(clock: Clock): Promise<SweepReport>;
}

export interface RunRecordsOptions {
  /** Absolute path of the JSON-lines file. */
  file: string;
  /** A write failed (disk full, folder gone). Agents run on: the guard still knows them. */
  onFailure: (error: unknown) => void;
  /** Milliseconds between SIGTERM and SIGKILL in a sweep. */
  graceMs?: number;
  source?: TableSource;
}

export async function openRunRecords(options: RunRecordsOptions): Promise<RunRecords> {
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
  const { records, unreadable } = parseRecords(await readFile(options.file, 'utf8').catch(() => ''));
  return new FileRunRecords(options, boot, records, unreadable);
}

class FileRunRecords implements RunRecords {
  readonly #runs = new Map<string, RunRecord>();
  readonly #options: RunRecordsOptions;
  readonly #boot: string;
  #left: RunRecord[];
  readonly #unreadable: number;
  #writing: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;

  constructor(options: RunRecordsOptions, boot: string, left: RunRecord[], unreadable: number) {
    this.#options = options;
    this.#boot = boot;
    this.#left = left;
    this.#unreadable = unreadable;
  }

  began(runId: string, agentId: string): Promise<void> {
    this.#runs.set(runId, { runId, agentId, boot: this.#boot });
    return this.#save();
  }

  started(runId: string, leader: ProcessIdentity): Promise<void> {
    const record = this.#runs.get(runId);
    if (!record) return Promise.resolve();
    this.#runs.set(runId, { ...record, leader });
    return this.#save();
  }

  ended(runId: string): Promise<void> {
    return this.#runs.delete(runId) ? this.#save() : Promise.resolve();
  }

  async sweep(clock: Clock): Promise<SweepReport> {
    const left = this.#left;
    const source = this.#options.source ?? tableSource;
    const table = left.length > 0 ? await readProcessTable(source) : [];
    let found = 0;
    const outcomes = await Promise.all(
      left.map(async (record) => {
        const tree = treeOf(record, this.#boot, table);
        found += findTree(table, tree).length;
        return { record, remained: await endTree(tree, { clock, source, graceMs: this.#options.graceMs ?? 2000 }) };
      }),
    );
    this.#left = outcomes.filter(({ remained }) => remained.length > 0).map(({ record }) => record);
    if (left.length > 0 || this.#unreadable > 0) await this.#save();
    const remained = outcomes.flatMap((outcome) => outcome.remained);
    return { runs: left.map(({ runId }) => runId), found, remained, unreadable: this.#unreadable };
  }

  /** Writes the file as it should be now. Calls that come while a write runs share the next one. */
  #save(): Promise<void> {
    this.#queued ??= this.#writing.then(async () => {
      this.#queued = undefined;
      const lines = [...this.#left, ...this.#runs.values()].map((record) => `${JSON.stringify(record)}\n`);
      this.#writing = writeFileAtomic(this.#options.file, lines.join(''), { mode: 0o600 }).catch(
        this.#options.onFailure,
      );
      await this.#writing;
    });
    return this.#queued;
  }
}

function parseRecords(text: string): { records: RunRecord[]; unreadable: number } {
  const records: RunRecord[] = [];
  let unreadable = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const parsed = RunRecord.safeParse(parseJson(line));
    if (parsed.success) records.push(parsed.data);
    else unreadable += 1;
  }
  return { records, unreadable };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * What is left of a recorded run. The mark is unique, so it is always good. The leader and its group count only while the
 * leader lives: the record may be weeks old, and its numbers anybody's.
 */
function treeOf(record: RunRecord, boot: string, table: readonly ProcessIdentity[]): Tree {
  const mark = `${RUN_MARK}=${record.runId}`;
  const { leader } = record;
  const lives =
    leader !== undefined &&
    record.boot === boot &&
    table.some((row) => row.pid === leader.pid && row.startTime === leader.startTime);
  return lives ? { leader, group: leader.pid, mark } : { leader: undefined, mark };
}
