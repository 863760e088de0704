import type { Adapter } from './types';

/** What the protocol says and no more; the ground that the others stand on. */
export const generic: Adapter = {
  id: 'generic',
  processPer: 'project',
  startsAlone: false,
  capabilities: {
    fs: { readTextFile: true, writeTextFile: true },
    terminal: true,
    session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
    elicitation: { form: {}, url: {} },
  },
  normalizeUpdate: (update) => update,
  afterPlanAccepted: null,
};
