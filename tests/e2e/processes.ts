import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

// What the kernel knows of processes (Linux, where the window tests run). Nothing here asks the app.

export interface ProcessFacts {
  pid: number;
  parent: number;
  command: string;
}

/** Every process that runs; one that only waits for its parent to notice its end does not. */
export function runningProcesses(): ProcessFacts[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => factsOf(Number(name)) ?? []);
}

function factsOf(pid: number): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (/^[ZX]/.test(fields[0] ?? '')) return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parent: Number(fields[1]), command };
  } catch {
    // It ended while we looked.
    return null;
  }
}

export function descendantsOf(pid: number): ProcessFacts[] {
  const all = runningProcesses();
  const found: ProcessFacts[] = [];
  const wanted = new Set([pid]);
  for (let grew = true; grew;) {
    grew = false;
    for (const one of all) {
      if (wanted.has(one.pid) || !wanted.has(one.parent)) continue;
      wanted.add(one.pid);
      found.push(one);
      grew = true;
    }
  }
  return found;
}

/** The utility process that holds the engine, below the app's main process. */
export function enginePid(mainPid: number): number | undefined {
  return descendantsOf(mainPid).find(({ command }) => command.includes('node.mojom.NodeService'))?.pid;
}

export function environmentOf(pid: number): Record<string, string> {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}

/** Processes whose environment holds `NAME=value` literally. */
export function processesWith(entry: string): number[] {
  return runningProcesses().flatMap(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(entry) ? [pid] : [];
    } catch {
      return [];
    }
  });
}

/** The TCP ports on which the process listens; none once it has ended. */
export function listeningPorts(pid: number): number[] {
  const sockets = new Set(
    openFiles(pid).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readFileSync(table, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const fields = line.trim().split(/\s+/);
        const [, local = '', , state = '', , , , , , inode = ''] = fields;
        // 0A: LISTEN.
        return state === '0A' && sockets.has(inode)
          ? [Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16)]
          : [];
      }),
  );
}

function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`);
  } catch {
    return [];
  }
}

/** Processes with this text in their environment: what was started for a test, however it was started. */
export function processesNaming(text: string): number[] {
  return runningProcesses().flatMap(({ pid }) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(text) ? [pid] : [];
    } catch {
      return [];
    }
  });
}
