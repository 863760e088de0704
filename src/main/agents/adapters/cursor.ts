import type { ToolCallContent } from '@shared/acp/content';
import type { SessionUpdate } from '@shared/acp/update';
import { generic } from './generic';
import type { Adapter } from './types';

const OLD_MARKER = '-- /dev/null';
const NEW_MARKER = /^\+\+ b\/[^\n]*(\n|$)/;

/** Cursor writes a new file as a diff whose texts carry patch markers (cursor-acp.md 2.8, AC-21): both go. */
function withoutMarkers(content: ToolCallContent): ToolCallContent {
  if (content.type !== 'diff' || content.oldText?.trimEnd() !== OLD_MARKER) return content;
  return { ...content, oldText: null, newText: content.newText.replace(NEW_MARKER, '') };
}

function normalizeUpdate(update: SessionUpdate): SessionUpdate {
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return update;
  if (!update.content?.some((part) => withoutMarkers(part) !== part)) return update;
  return { ...update, content: update.content.map(withoutMarkers) };
}

export const cursor: Adapter = {
  id: 'cursor',
  processPer: 'session',
  startsAlone: true,
  capabilities: {
    ...generic.capabilities,
    // Cursor reads and writes files and runs commands itself (cursor-acp.md 2.8).
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    // Without it a fast, dearer variant may be billed that nobody chose (cursor-acp.md 2.5, zed #57571).
    _meta: { parameterizedModelPicker: true },
  },
  normalizeUpdate,
  afterPlanAccepted: { modeId: 'agent' },
};
