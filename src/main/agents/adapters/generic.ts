import type { Adapter } from './types';
import { usageInMeta } from './usageInMeta';

/** What the protocol says and no more; the ground that the others stand on. */
export const generic: Adapter = {
  id: 'generic',
  processPer: 'project',
  exclusiveStart: false,
  variantFirst: false,
  passingNewError: null,
  program: null,
  lastingPermission: 'unknown',
  capabilities: {
    fs: { readTextFile: true, writeTextFile: true },
    terminal: true,
    session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
    auth: { terminal: true },
    elicitation: { form: {}, url: {} },
    // The older way to ask for terminal methods, which agents still read (acp.md 3.8).
    _meta: { 'terminal-auth': true },
  },
  normalizeUpdate: usageInMeta,
  mcpArgs: null,
  modelList: null,
  localChats: null,
  sameModel: (wanted, offered) => (offered.includes(wanted) ? wanted : null),
  saidError: () => null,
  signIn: { methods: [], keys: {}, terminalArgs: (args) => args, unsetEnv: [] },
  afterPlanAccepted: null,
};
