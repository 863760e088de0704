import { homedir } from 'node:os';
import { join } from 'node:path';

type Env = Readonly<Record<string, string>>;

const own = (env: Env): string => join(env['HOME'] || env['USERPROFILE'] || homedir(), '.cursor');

/** Where Cursor keeps its configuration and its chats (cursor-acp.md 2.6). */
export function cursorConfigFolder(env: Env): string {
  const config = env['XDG_CONFIG_HOME'];
  return env['CURSOR_CONFIG_DIR'] || (config ? join(config, 'cursor') : own(env));
}

/** Those in which chats may lie: a start under another environment left its chats in another one (cc-connect PR #1232). */
export function cursorChatFolders(env: Env): string[] {
  const data = env['CURSOR_DATA_DIR'];
  return [...new Set([...(data ? [data] : []), cursorConfigFolder(env), own(env)])];
}
