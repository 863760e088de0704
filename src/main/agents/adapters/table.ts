import type { AdapterId } from '@shared/settings';
import { cursor } from './cursor';
import { generic } from './generic';
import type { Adapter } from './types';

const adapters: Record<AdapterId, Adapter> = {
  generic,
  cursor,
  claude: { ...generic, id: 'claude' },
  codex: { ...generic, id: 'codex' },
  opencode: { ...generic, id: 'opencode' },
  copilot: { ...generic, id: 'copilot' },
  // Gemini breaks when the client offers files (real-agents.md).
  gemini: {
    ...generic,
    id: 'gemini',
    capabilities: { ...generic.capabilities, fs: { readTextFile: false, writeTextFile: false } },
  },
  demo: { ...generic, id: 'demo' },
};

export const adapterOf = (id: AdapterId): Adapter => adapters[id];
