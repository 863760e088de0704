import { z } from 'zod';
import { BlobId } from '../ids';
import { Item } from './item';
import { Todo } from './todo';

/**
 * A session outside of Signalbox: docs/session-format.md describes the file for others. A reader takes what this names and
 * passes over keys that it does not know; a change that an older reader would misread raises the version.
 */
export const SESSION_FORMAT = 'signalbox.session';
export const SESSION_FORMAT_VERSION = 1;

/** The file's own facts, which stand before its sessions. */
export const SessionFileHead = z.object({
  format: z.literal(SESSION_FORMAT),
  version: z.number().int().min(1),
  /** Milliseconds since the epoch, as all times in the file. */
  exportedAt: z.number(),
});
export type SessionFileHead = z.infer<typeof SessionFileHead>;

/** What a session is, without what was said in it. */
export const SessionFacts = z.object({
  title: z.object({ text: z.string(), source: z.enum(['user', 'agent', 'prompt']) }).nullable(),
  agent: z.object({ id: z.string().min(1), name: z.string() }),
  project: z.object({ name: z.string(), path: z.string() }),
  cwd: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  todos: z.array(Todo),
  usage: z.object({
    used: z.number().optional(),
    size: z.number().optional(),
    cost: z.object({ amount: z.number(), currency: z.string() }).optional(),
  }),
});
export type SessionFacts = z.infer<typeof SessionFacts>;

/** A part over 64 KB, which items name by its id: its bytes in base64. */
export const FileBlob = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/, 'no base64');

/** A whole session of the file, as others may check it; we read and write it piece by piece. */
export const SessionOfFile = z.object({
  session: SessionFacts,
  blobs: z.record(BlobId, FileBlob),
  items: z.array(Item),
});

export const ExportFormat = z.enum(['markdown', 'json']);
export type ExportFormat = z.infer<typeof ExportFormat>;
