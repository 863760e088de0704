import type { AdapterId } from '@shared/settings';
import { cursor } from './cursor';
import { generic } from './generic';
import { withoutOwnNoise } from './ownNoise';
import type { Adapter } from './types';

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
  },
  demo: { ...generic, id: 'demo' },
};

export const adapterOf = (id: AdapterId): Adapter => adapters[id];
