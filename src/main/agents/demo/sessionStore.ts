import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionUpdate } from '@agentclientprotocol/sdk';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { Choices } from './options';

/** A session as it lies on disk, one JSON file each. */
export const SessionRecord = z.object({
  version: z.literal(1),
  sessionId: z.string().regex(/^[\w-]+$/),
  cwd: z.string(),
  title: z.string().nullable(),
  /** ISO 8601. */
  updatedAt: z.string(),
  choices: Choices,
  usedTokens: z.number(),
  /** Prompts so far; the first one gets the tour. */
  prompts: z.number(),
  history: z.array(
    z.custom<SessionUpdate>((value) => z.looseObject({ sessionUpdate: z.string() }).safeParse(value).success),
  ),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

/** The demo's own memory: what makes `session/list`, `session/load` and `session/resume` work after a restart. */
export class SessionStore {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, 'sessions');
  }

  async write(record: SessionRecord): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFileAtomic(this.#file(record.sessionId), JSON.stringify(record));
  }

  /** Undefined when there is no such session, or when its file is not one that we wrote. */
  async read(sessionId: string): Promise<SessionRecord | undefined> {
    if (!SessionRecord.shape.sessionId.safeParse(sessionId).success) return undefined;
    return this.#readFile(this.#file(sessionId));
  }

  async delete(sessionId: string): Promise<void> {
    if (SessionRecord.shape.sessionId.safeParse(sessionId).success) await rm(this.#file(sessionId), { force: true });
  }

  /** All sessions, newest first. */
  async list(): Promise<SessionRecord[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const files = names.filter((name) => name.endsWith('.json'));
    const records = await Promise.all(files.map((name) => this.#readFile(join(this.#folder, name))));
    return records
      .filter((record) => record !== undefined)
      .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt));
  }

  #file(sessionId: string): string {
    return join(this.#folder, `${sessionId}.json`);
  }

  async #readFile(file: string): Promise<SessionRecord | undefined> {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    try {
      return SessionRecord.safeParse(JSON.parse(text)).data;
    } catch {
      // Not JSON: someone else's file, or a hand that slipped. The session counts as unknown; the client says so.
      return undefined;
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
