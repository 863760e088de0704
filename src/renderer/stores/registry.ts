import type { InstallJob, RegistryEntryView, RegistryFrame, RegistryList, RegistrySnapshot } from '@shared/registry';
import { create } from 'zustand';
import { engine } from '../ipc/engine';

export interface RegistryState {
  /** Null until it was opened. */
  list: RegistryList | null;
  jobs: Readonly<Record<string, InstallJob>>;
}

export const useRegistry = create<RegistryState>()(() => ({ list: null, jobs: {} }));

/** Follows the registry while somebody looks at it; returns the end. */
export function followRegistry(): () => void {
  return engine.subscribe('registry', {}, { snapshot: setRegistrySnapshot, frames: applyRegistryFrames });
}

function setRegistrySnapshot({ list, jobs }: RegistrySnapshot): void {
  useRegistry.setState({ list, jobs: Object.fromEntries(jobs.map((job) => [job.entryId, job])) });
}

function applyRegistryFrames(frames: readonly RegistryFrame[]): void {
  useRegistry.setState((state) => {
    let { list, jobs } = state;
    for (const frame of frames) {
      switch (frame.type) {
        case 'list':
          list = frame.list;
          break;
        case 'job':
          jobs = { ...jobs, [frame.job.entryId]: frame.job };
          break;
        case 'job.removed': {
          const { [frame.entryId]: _, ...rest } = jobs;
          jobs = rest;
          break;
        }
      }
    }
    return { list, jobs };
  });
}

/** All words are in its name, id or description; what can be updated and what is installed come first. */
export function shownEntries(entries: readonly RegistryEntryView[], query: string): RegistryEntryView[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ installed }: RegistryEntryView): number => (installed === null ? 2 : installed.updatable ? 0 : 1);
  return entries
    .filter(({ id, name, description }) => {
      const text = `${id} ${name} ${description}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => rank(a) - rank(b));
}
