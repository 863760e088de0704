import type { AuthVariable } from '@shared/acp/initialize';
import type { AdapterId } from '@shared/settings';
import { cursor } from './cursor';
import { generic } from './generic';
import { withoutOwnNoise } from './ownNoise';
import type { Adapter } from './types';

const key = (name: string): AuthVariable => ({ name, secret: true, optional: false });

const adapters: Record<AdapterId, Adapter> = {
  generic,
  cursor,
  claude: {
    ...generic,
    id: 'claude',
    normalizeUpdate: withoutOwnNoise([
      /^(?:<(command-(?:name|message|args))>[^<]*<\/\1>\s*)+$/,
      /^<(local-command-(?:stdout|stderr|caveat))>[\s\S]*<\/\1>$/,
    ]),
  },
  codex: { ...generic, id: 'codex' },
  opencode: { ...generic, id: 'opencode' },
  copilot: { ...generic, id: 'copilot' },
  // Gemini breaks when the client offers files (real-agents.md).
  gemini: {
    ...generic,
    id: 'gemini',
    normalizeUpdate: withoutOwnNoise([
      /^<session_context>[\s\S]*<\/session_context>$/,
      /^\[Function Response: [\w-]+\]$/,
    ]),
    capabilities: { ...generic.capabilities, fs: { readTextFile: false, writeTextFile: false } },
    // Its `authenticate` answers well without a key, and session/new is refused again (seen with 0.61.0).
    signIn: {
      ...generic.signIn,
      keys: {
        'gemini-api-key': { vars: [key('GEMINI_API_KEY')], link: 'https://aistudio.google.com/apikey' },
        'vertex-ai': { vars: [key('GOOGLE_API_KEY')] },
      },
    },
  },
  demo: { ...generic, id: 'demo' },
};

export const adapterOf = (id: AdapterId): Adapter => adapters[id];
