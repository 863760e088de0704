import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fieldsOf, optionalNumber, optionalString } from '@shared/acp/lenient';
import { Database } from '../../store/database';

/*
 * Cursor's chats on this machine. None of it is documented, so everything is optional and whatever is strange is left out:
 *
 *   <folder>/acp-sessions/<id>/{meta.json, store.db}         made by `agent acp`; the agent can load them
 *   <folder>/chats/<md5 of the cwd>/<id>/{meta.json, store.db}   made in a terminal; it cannot (cursor-acp.md 2.6)
 *
 * Nothing is ever written there: databases are opened as immutable, since a plain read-only connection leaves -wal and
 * -shm files beside one that is in WAL mode. What is still in another program's WAL is not seen then, which costs a title.
 */

export interface CursorChat {
  chatId: string;
  kind: 'acp' | 'terminal';
  title: string | null;
  cwd: string | null;
  updatedAt: number | null;
  folder: string;
}

/** The newest ones; a person does not look through more. */
const MAX_CHATS = 2000;
const MAX_META_BYTES = 64 * 1024;
/** What Cursor calls a chat that has no name yet. */
const UNNAMED = /^new agent$/i;

interface Place {
  kind: CursorChat['kind'];
  chatId: string;
  folder: string;
  bucket: string | null;
  changedAt: number;
}

/** `cwds`: folders that we know, to find the one whose hash names a chat's place. Newest first. */
export async function readCursorChats(
  folders: readonly string[],
  cwds: readonly string[],
): Promise<{ chats: CursorChat[]; cut: boolean }> {
  const places = new Map<string, Place>();
  for (const folder of new Set(await Promise.all(folders.map(resolved)))) {
    const acp = join(folder, 'acp-sessions');
    for (const chatId of await foldersIn(acp)) await note(places, 'acp', join(acp, chatId), chatId, null);
    const chats = join(folder, 'chats');
    for (const bucket of await foldersIn(chats)) {
      for (const chatId of await foldersIn(join(chats, bucket))) {
        await note(places, 'terminal', join(chats, bucket, chatId), chatId, bucket);
      }
    }
  }
  const newest = [...places.values()].toSorted((a, b) => b.changedAt - a.changedAt);
  const cwdOf = new Map(cwds.map((cwd) => [createHash('md5').update(cwd).digest('hex'), cwd]));
  const chats: CursorChat[] = [];
  for (const place of newest.slice(0, MAX_CHATS)) {
    const chat = await chatAt(place, cwdOf);
    if (chat !== null) chats.push(chat);
  }
  chats.sort((a, b) => (b.updatedAt ?? 0) - (a.updatedAt ?? 0));
  return { chats, cut: newest.length > MAX_CHATS };
}

async function chatAt(place: Place, cwdOf: ReadonlyMap<string, string>): Promise<CursorChat | null> {
  const meta = await metaFile(join(place.folder, 'meta.json'));
  // A subagent's belongs to the chat that started it, and an empty one to nobody.
  if (meta['isSubagent'] === true || meta['hasConversation'] === false) return null;
  const titled = named(meta['title']);
  const stored = titled === null ? await storedMeta(join(place.folder, 'store.db')) : {};
  const written = optionalString(meta['cwd']);
  return {
    chatId: place.chatId,
    kind: place.kind,
    title: titled ?? named(stored['name']),
    cwd: written !== undefined && isAbsolute(written) ? written : (cwdOf.get(place.bucket ?? '') ?? null),
    updatedAt: timeOf(meta['updatedAtMs']) ?? (place.changedAt > 0 ? place.changedAt : timeOf(stored['createdAt'])),
    folder: place.folder,
  };
}

/** A folder is a chat where one of its two files is there. */
async function note(
  places: Map<string, Place>,
  kind: Place['kind'],
  folder: string,
  chatId: string,
  bucket: string | null,
): Promise<void> {
  const [store, meta] = [await changed(join(folder, 'store.db')), await changed(join(folder, 'meta.json'))];
  if (store === null && meta === null) return;
  places.set(`${kind}:${chatId}`, { kind, chatId, folder, bucket, changedAt: Math.max(store ?? 0, meta ?? 0) });
}

const resolved = (path: string): Promise<string> => realpath(path).catch(() => path);

/** Real folders only: a link could lead anywhere, also round in a circle. */
async function foldersIn(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    // Not there, or not ours to read: nothing of it can be shown.
    return [];
  }
}

/** When a plain file was changed; null: it is not there, or something else (a pipe would never end). */
async function changed(path: string): Promise<number | null> {
  try {
    const found = await lstat(path);
    return found.isFile() ? Math.round(found.mtimeMs) : null;
  } catch {
    return null;
  }
}

async function metaFile(path: string): Promise<Record<string, unknown>> {
  try {
    const found = await lstat(path);
    if (!found.isFile() || found.size > MAX_META_BYTES) return {};
    return fieldsOf(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return {};
  }
}

/** Row "0" of its table `meta` is JSON in hexadecimal digits; older files have the JSON itself, or one row a field. */
async function storedMeta(path: string): Promise<Record<string, unknown>> {
  if ((await changed(path)) === null) return {};
  let database: Database | null = null;
  try {
    database = new Database(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
    const row = database.get<{ value: unknown }>(`select value from meta where key = '0'`);
    const name = database.get<{ value: unknown }>(`select value from meta where key = 'name'`);
    return row === undefined ? { name: name?.value } : parsedMeta(row.value);
  } catch {
    // Another schema, half a file, no database at all: the chat is listed without its name.
    return {};
  } finally {
    database?.close();
  }
}

function parsedMeta(value: unknown): Record<string, unknown> {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value;
  if (typeof text !== 'string') return {};
  return fieldsOf(JSON.parse(/^[\da-f]+$/i.test(text) ? Buffer.from(text, 'hex').toString('utf8') : text));
}

function named(value: unknown): string | null {
  const title = optionalString(value)?.trim() ?? '';
  return title === '' || UNNAMED.test(title) ? null : title.slice(0, 500);
}

function timeOf(value: unknown): number | null {
  const at = optionalNumber(value);
  return at !== undefined && at > 0 && at < 8.64e15 ? at : null;
}
