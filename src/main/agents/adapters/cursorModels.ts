import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldsOf, optionalString } from '@shared/acp/lenient';
import { cursorConfigFolder } from './cursorFolders';

/*
 * Cursor's model ids (cursor-acp.md 2.5): bare (`composer-2.5`) where the client takes parameters apart, else opaque
 * variants (`composer-2.5[fast=true]`). Ids go stale, and a session may remember one of the other form.
 */

const VARIANT = /^([^[\]]+)\[(.*)\]$/;
const bare = (id: string): string => VARIANT.exec(id)?.[1] ?? id;

function isFast(id: string): boolean {
  const parameters = VARIANT.exec(id)?.[2]?.split(',') ?? [];
  return parameters.some((parameter) => parameter.trim() === 'fast=true');
}

/** The offered id that means the wanted model; a fast variant only where a fast one was wanted. Null: it is gone. */
export function sameCursorModel(wanted: string, offered: readonly string[]): string | null {
  if (offered.includes(wanted)) return wanted;
  const variants = offered.filter((id) => bare(id) === bare(wanted));
  const plain = variants.find((id) => id === bare(wanted));
  return plain ?? variants.find((id) => isFast(id) === isFast(wanted)) ?? null;
}

/** Whose models are listed: the account of Cursor's own configuration, and the key where one is given. */
export async function cursorAccount(env: Readonly<Record<string, string>>): Promise<string> {
  const key = env['CURSOR_API_KEY'] || env['CURSOR_AUTH_TOKEN'] || '';
  let file = '';
  try {
    file = await readFile(join(cursorConfigFolder(env), 'cli-config.json'), 'utf8');
  } catch {
    // Nobody signed in, or not there yet: an account like any other.
  }
  // The rest of the file changes with every choice of a model.
  return createHash('sha256')
    .update(JSON.stringify([key, accountIn(file)]))
    .digest('hex');
}

function accountIn(file: string): unknown {
  try {
    const auth = fieldsOf(fieldsOf(JSON.parse(file))['authInfo']);
    return [optionalString(auth['authId']), optionalString(auth['userId']), optionalString(auth['email'])];
  } catch {
    return null;
  }
}
