import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/** A process that can be told from a later one with the same number: `startTime` is opaque, compare it only for equality. */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

export interface ProcessRow extends ProcessIdentity {
  ppid: number;
  /** Process group; 0 where the platform has none. */
  pgid: number;
  /** `SIGNALBOX_…=value` entries of the process's environment; always empty where it cannot be read (only Linux shows it). */
  marks: readonly string[];
}

/** Where the rows come from: `/proc` (Linux), `ps` (other POSIX), CIM through PowerShell (Windows). */
export type TableSource = 'proc' | 'ps' | 'cim';

export const tableSource: TableSource =
  process.platform === 'linux' ? 'proc' : process.platform === 'win32' ? 'cim' : 'ps';

const MARK = /(?:^|\0)(SIGNALBOX_[A-Z]+=[^\0]*)/g;

/**
 * The fields of one `/proc/<pid>/stat` line, or undefined for a process that has ended: zombies wait only for their parent.
 * The command's name stands in brackets and may itself hold spaces and brackets, so counting starts after the last one.
 */
export function parseStat(line: string): Omit<ProcessRow, 'marks'> | undefined {
  const nameEnd = line.lastIndexOf(')');
  const pid = Number.parseInt(line, 10);
  const fields = line.slice(nameEnd + 2).split(' ');
  const [state, ppid, pgid] = fields;
  // Field 22 of the line, counted from the state, which is field 3.
  const startTime = fields[19];
  if (nameEnd < 0 || !state || startTime === undefined || state === 'Z' || state === 'X') return undefined;
  return { pid, ppid: Number(ppid), pgid: Number(pgid), startTime };
}

/** Rows of `ps -A -o pid=,ppid=,pgid=,stat=,lstart=` with LC_ALL=C. */
export function parsePs(text: string): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const line of text.split('\n')) {
    const [pid, ppid, pgid, stat, ...start] = line.trim().split(/\s+/);
    if (!pid || !stat || start.length === 0 || stat.startsWith('Z')) continue;
    rows.push({ pid: Number(pid), ppid: Number(ppid), pgid: Number(pgid), startTime: start.join('_'), marks: [] });
  }
  return rows;
}

/** Rows of `pid ppid ticks` lines, as the PowerShell command below prints them. */
export function parseCim(text: string): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const line of text.split('\n')) {
    const [pid, ppid, startTime] = line.trim().split(/\s+/);
    if (!pid || !startTime) continue;
    rows.push({ pid: Number(pid), ppid: Number(ppid), pgid: 0, startTime, marks: [] });
  }
  return rows;
}

/** The identity's second half for a living process; undefined when it is gone. */
export async function readStartTime(pid: number, source: TableSource = tableSource): Promise<string | undefined> {
  if (source === 'proc') return (await readProcRow(pid, false))?.startTime;
  if (source === 'ps') return parsePs(await run('ps', ['-o', PS_COLUMNS, '-p', String(pid)]))[0]?.startTime;
  return (await readProcessTable(source)).find((row) => row.pid === pid)?.startTime;
}

const waiting = new Map<TableSource, Promise<ProcessRow[]>>();
const reading = new Map<TableSource, Promise<ProcessRow[]>>();

/**
 * All living processes. Calls that come while a reading runs share the next one (never the one under way, which may already
 * have passed what the caller wants to see), so that closing twenty agents at once does not read everything twenty times.
 */
export function readProcessTable(source: TableSource = tableSource): Promise<ProcessRow[]> {
  const queued = waiting.get(source);
  if (queued) return queued;
  const before = reading.get(source) ?? Promise.resolve([]);
  const next = before
    .catch(() => [])
    .then(() => {
      waiting.delete(source);
      reading.set(source, next);
      return readAll(source);
    });
  waiting.set(source, next);
  return next;
}

async function readAll(source: TableSource): Promise<ProcessRow[]> {
  if (source === 'ps') return parsePs(await run('ps', ['-A', '-o', PS_COLUMNS]));
  if (source === 'cim')
    return parseCim(await run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', CIM]));
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const rows: ProcessRow[] = [];
  let at = 0;
  const reader = async (): Promise<void> => {
    for (let pid = pids[at++]; pid !== undefined; pid = pids[at++]) {
      const row = await readProcRow(pid, true);
      if (row) rows.push(row);
    }
  };
  await Promise.all([reader(), reader(), reader(), reader()]);
  return rows;
}

async function readProcRow(pid: number, withMarks: boolean): Promise<ProcessRow | undefined> {
  // Unreadable means that it ended meanwhile, or (environ) that it is another user's, which is none of ours.
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const row = parseStat(stat);
  if (!row) return undefined;
  const environ = withMarks ? await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '') : '';
  const marks = environ.includes('SIGNALBOX_') ? [...environ.matchAll(MARK)].map((match) => match[1] ?? '') : [];
  return { ...row, marks };
}

const PS_COLUMNS = 'pid=,ppid=,pgid=,stat=,lstart=';
const CIM =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CreationDate.Ticks)" }';

/** Standard output of a program, also when it exits with a number (ps does when the pid is gone); rejects when it cannot run. */
function run(file: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { env: { ...process.env, LC_ALL: 'C' }, maxBuffer: 64 << 20, windowsHide: true };
    execFile(file, args, options, (error, stdout) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve(stdout);
    });
  });
}
