import type { ToolCallContent } from '@shared/acp/content';
import { fieldsOf } from '@shared/acp/lenient';
import type { SessionUpdate, ToolCallPatch } from '@shared/acp/update';
import { cursorAccount, sameCursorModel } from './cursorModels';
import { cursorChatFolders } from './cursorFolders';
import { cursorOwnArgs } from './cursorOwnArgs';
import { cursorProgram } from './cursorProgram';
import { generic } from './generic';
import { cursorSaidError } from './saidError';
import type { Adapter } from './types';

const OLD_MARKER = '-- /dev/null';
const GONE_MARKER = /^\+\+ \/dev\/null\s*$/;
const NEW_MARKER = /^\+\+ b\/[^\n]*(\n|$)/;

/** Cursor writes a new file as a diff whose texts carry patch markers (cursor-acp.md 2.8, AC-21): both go. */
function withoutMarkers(content: ToolCallContent): ToolCallContent {
  if (content.type !== 'diff') return content;
  // A deleted file has an empty new text; the marker is no line of it.
  if (GONE_MARKER.test(content.newText)) return { ...content, newText: '' };
  if (content.oldText?.trimEnd() !== OLD_MARKER) return content;
  return { ...content, oldText: null, newText: content.newText.replace(NEW_MARKER, '') };
}

/** A read that was stopped is reported as completed, with the abort in its output (cursor-acp.md 2.8, tutti PR #2574). */
function isAborted(update: ToolCallPatch): boolean {
  if (update.status !== 'completed' || update.rawOutput?.type !== 'json') return false;
  const { rawErrorMessages, result, error } = fieldsOf(update.rawOutput.value);
  const told = [...(Array.isArray(rawErrorMessages) ? rawErrorMessages : []), result, error];
  return told.some((text) => typeof text === 'string' && /^(Error: )?Aborted\b/.test(text.trim()));
}

function normalizeUpdate(update: SessionUpdate): SessionUpdate {
  if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return update;
  const told = isAborted(update) ? { ...update, status: 'cancelled' as const } : update;
  if (!told.content?.some((part) => withoutMarkers(part) !== part)) return told;
  return { ...told, content: told.content.map(withoutMarkers) };
}

export const cursor: Adapter = {
  id: 'cursor',
  processPer: 'session',
  exclusiveStart: true,
  variantFirst: true,
  // Seen in the first seconds after a start (cursor-acp.md 2.4).
  passingNewError: { rpcCode: -32603, message: /failed to initialize session services/i },
  capabilities: {
    ...generic.capabilities,
    // Cursor reads and writes files and runs commands itself (cursor-acp.md 2.8).
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    // Without it a fast, dearer variant may be billed that nobody chose (cursor-acp.md 2.5, zed #57571).
    // Without `subagents` what they do is not told (2.7).
    _meta: { ...generic.capabilities._meta, parameterizedModelPicker: true, subagents: {} },
  },
  program: cursorProgram,
  lastingPermission: 'account',
  normalizeUpdate,
  mcpArgs: (args, words) => [...cursorOwnArgs(args), 'mcp', ...words],
  modelList: { method: 'cursor/list_available_models', account: cursorAccount },
  localChats: {
    layout: 'cursor',
    folders: cursorChatFolders,
    resumeArgs: (args, chatId) => [...cursorOwnArgs(args), `--resume=${chatId}`],
  },
  sameModel: sameCursorModel,
  saidError: cursorSaidError,
  signIn: {
    // It tells of `cursor_login` alone, which opens a browser and fails where that cannot be done (cursor-acp.md 2.3).
    methods: [
      { id: 'cursor-login-command', name: 'agent login', type: 'terminal' },
      {
        id: 'cursor-api-key',
        name: 'CURSOR_API_KEY',
        type: 'env_var',
        vars: [{ name: 'CURSOR_API_KEY', secret: true, optional: false }],
      },
    ],
    keys: {},
    terminalArgs: (args) => [...cursorOwnArgs(args), 'login'],
    unsetEnv: ['NO_OPEN_BROWSER'],
  },
  afterPlanAccepted: { modeId: 'agent' },
};
