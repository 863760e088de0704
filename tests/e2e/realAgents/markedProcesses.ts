import { readFileSync, readdirSync } from 'node:fs';

/**
 * The processes that carry a run's mark and live in `home` (both in their environment), as `pid command`: agents and
 * all that they started. Only Linux tells; elsewhere the answer is empty.
 */
export function markedProcesses(home: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
      const isOurs = environment.includes(`HOME=${home}`) && environment.some((one) => one.startsWith('SIGNALBOX_RUN='));
      return isOurs ? [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')}`] : [];
    } catch {
      // It ended in between, or belongs to somebody else.
      return [];
    }
  });
}
