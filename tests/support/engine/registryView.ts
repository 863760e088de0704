import type { InstallJob, RegistryEntryView, RegistrySnapshot } from '@shared/registry';
import type { EngineClient } from '../../../src/renderer/ipc/client';
import { Watched } from './watched';

/** The registry as a page sees it. */
export class RegistryView {
  readonly state = new Watched<RegistrySnapshot>('the registry');
  /** Every job frame that came. */
  readonly told: InstallJob[] = [];
  readonly end: () => void;

  constructor(client: EngineClient) {
    this.end = client.subscribe(
      'registry',
      {},
      {
        snapshot: (snapshot) => this.state.set(snapshot),
        frames: (frames) => {
          let { list, jobs } = this.state.current;
          for (const frame of frames) {
            if (frame.type === 'list') list = frame.list;
            else if (frame.type === 'job.removed') jobs = jobs.filter(({ entryId }) => entryId !== frame.entryId);
            else {
              this.told.push(frame.job);
              jobs = [...jobs.filter(({ entryId }) => entryId !== frame.job.entryId), frame.job];
            }
          }
          this.state.set({ list, jobs });
        },
      },
    );
  }

  entry(what: string, entryId: string, check: (entry: RegistryEntryView) => boolean): Promise<RegistryEntryView> {
    return this.state.find(what, ({ list }) => list.entries.find((one) => one.id === entryId && check(one)));
  }

  job(what: string, entryId: string, check: (job: InstallJob) => boolean): Promise<InstallJob> {
    return this.state.find(what, ({ jobs }) => jobs.find((one) => one.entryId === entryId && check(one)));
  }

  async noJob(entryId: string): Promise<void> {
    await this.state.until('no job', ({ jobs }) => jobs.every((one) => one.entryId !== entryId));
  }
}
