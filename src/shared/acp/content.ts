import { z } from 'zod';
import { BlobId } from '../ids';
import { isRecord } from './lenient';

/**
 * Parts of messages and tool calls as we keep them: ACP's own shapes (acp.md 3.6), plus two of ours:
 * `raw` for what we could not read, kept and shown as such, and `stored` for what is over 64 KB and lives in a blob.
 */

/** A part over 64 KB. `head` is its beginning as text (at most 4 KB) so that something can be shown at once. */
export const StoredPart = z.object({
  type: z.literal('stored'),
  blobId: BlobId,
  /** What the blob holds: the text, the base64 image or audio bytes decoded, or JSON of the original part. */
  as: z.enum(['text', 'image', 'audio', 'json']),
  mimeType: z.string().optional(),
  bytes: z.number(),
  head: z.string(),
});
export type StoredPart = z.infer<typeof StoredPart>;

export const RawPart = z.object({ type: z.literal('raw'), raw: z.unknown() });
export type RawPart = z.infer<typeof RawPart>;

const text = z.object({ type: z.literal('text'), text: z.string() });
const image = z.object({
  type: z.literal('image'),
  data: z.string(),
  mimeType: z.string(),
  uri: z.string().nullish(),
});
const audio = z.object({ type: z.literal('audio'), data: z.string(), mimeType: z.string() });
const resourceLink = z.object({
  type: z.literal('resource_link'),
  uri: z.string(),
  name: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  mimeType: z.string().nullish(),
  size: z.number().nullish(),
});
const resource = z.object({
  type: z.literal('resource'),
  resource: z.object({
    uri: z.string(),
    mimeType: z.string().nullish(),
    text: z.string().optional(),
    blob: z.string().optional(),
  }),
});

const AcpContentBlock = z.discriminatedUnion('type', [text, image, audio, resourceLink, resource]);

export const ContentBlock = z.discriminatedUnion('type', [
  text,
  image,
  audio,
  resourceLink,
  resource,
  StoredPart,
  RawPart,
]);
export type ContentBlock = z.infer<typeof ContentBlock>;

/** What a prompt may hold: only what ACP names, checked strictly since we send it. */
export const PromptContent = z.array(AcpContentBlock).min(1).max(200);
export type PromptContent = z.infer<typeof PromptContent>;

/** Lenient: what cannot be read becomes a `raw` part, never an error. */
export function parseContentBlock(value: unknown): ContentBlock {
  // Nearly every block is plain text, and streams bring thousands a second: no schema for those.
  if (isRecord(value) && value['type'] === 'text' && typeof value['text'] === 'string') {
    return { type: 'text', text: value['text'] };
  }
  const parsed = AcpContentBlock.safeParse(withoutDataPrefix(value));
  return parsed.success ? parsed.data : { type: 'raw', raw: value };
}

/** `data:image/png;base64,` before the data itself: some agents send a whole address. */
const DATA_PREFIX = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w-]+=[^;,]*)*;base64,/i;

function withoutDataPrefix(value: unknown): unknown {
  if (!isRecord(value) || (value['type'] !== 'image' && value['type'] !== 'audio')) return value;
  const { data, mimeType } = value;
  const found = typeof data === 'string' ? DATA_PREFIX.exec(data.slice(0, 200)) : null;
  if (typeof data !== 'string' || found === null) return value;
  return { ...value, data: data.slice(found[0].length), mimeType: mimeType || found[1]?.toLowerCase() };
}

const diff = z.object({
  type: z.literal('diff'),
  path: z.string(),
  oldText: z.string().nullish(),
  newText: z.string(),
});
const namedTerminal = z.object({ type: z.literal('terminal'), terminalId: z.string() });
/**
 * All but its name is ours: what the terminal printed so far, cut from its start past 64 KB, and where the whole is then
 * (`printed`).
 */
const terminal = namedTerminal.extend({
  output: z.string().optional(),
  truncated: z.boolean().optional(),
  stored: StoredPart.optional(),
  rest: z.number().int().min(0).optional(),
  exit: z.object({ exitCode: z.number().nullable(), signal: z.string().nullable() }).optional(),
});

export const ToolCallContent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('content'), content: ContentBlock }),
  diff,
  terminal,
  StoredPart,
  RawPart,
]);
export type ToolCallContent = z.infer<typeof ToolCallContent>;

const knownToolContent = z.discriminatedUnion('type', [diff, namedTerminal]);

export function parseToolCallContent(value: unknown): ToolCallContent {
  if (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'content' &&
    'content' in value
  ) {
    return { type: 'content', content: parseContentBlock(value.content) };
  }
  const parsed = knownToolContent.safeParse(value);
  return parsed.success ? parsed.data : { type: 'raw', raw: value };
}

/** The text of a block for a title, a search index or a copy; empty where it has none. */
export function plainText(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'stored':
      return block.as === 'text' ? block.head : '';
    case 'resource_link':
      return block.title ?? block.name;
    case 'resource':
      return block.resource.text ?? block.resource.uri;
    default:
      return '';
  }
}
