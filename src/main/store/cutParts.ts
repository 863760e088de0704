import { type ContentBlock, StoredPart, type ToolCallContent } from '@shared/acp/content';
import { fieldsOf, isRecord } from '@shared/acp/lenient';
import { printedInMeta } from '@shared/acp/toolMeta';
import type { RawValue, SessionUpdate, ToolCallPatch } from '@shared/acp/update';
import type { SessionRequest } from '@shared/session/request';
import type { BlobFacts } from './blobs';

/**
 * Parts over 64 KB leave events and items for a blob before they are folded, stored or sent to the page. Pure: whoever
 * calls brings the way to save. What needs no cut keeps its reference.
 *
 * A stored part of kind `json` holds the part as it was, `type` first and a path or uri next, so that its head tells what
 * it is: `{"type":"diff","path":…}`, `{"type":"resource","resource":{"uri":…}}`. For raw input and output it is the bare value;
 * long texts of an output are parts of their own.
 */

/** Bytes; a part of just this size stays where it is. */
export const MAX_PART_BYTES = 65_536;
/** JSON.stringify and the structured clone recurse: what is nested deeper would bring them down. */
const MAX_DEPTH = 500;

/** undefined where it could not be saved: the part then stays whole. */
export type SavePart = (content: string | Uint8Array, facts: BlobFacts) => StoredPart | undefined;

export function cutUpdate(update: SessionUpdate, save: SavePart): SessionUpdate {
  switch (update.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk': {
      const content = cutBlock(update.content, save);
      return content === update.content ? update : { ...update, content };
    }
    case 'tool_call':
    case 'tool_call_update':
      return cutToolCall(update, save);
    case 'unknown': {
      const raw = cutJson(update.raw, save);
      return raw === update.raw ? update : { ...update, raw };
    }
    default:
      return update;
  }
}

/** A prompt's blocks, a message's content. */
export function cutBlocks(blocks: readonly ContentBlock[], save: SavePart): readonly ContentBlock[] {
  return mapSame(blocks, (block) => cutBlock(block, save));
}

export function cutRequest(request: SessionRequest, save: SavePart): SessionRequest {
  if (request.kind !== 'permission') return request;
  const toolCall = cutToolCall(request.toolCall, save);
  return toolCall === request.toolCall ? request : { ...request, toolCall };
}

type ToolCallParts = Pick<ToolCallPatch, 'content' | 'rawInput' | 'rawOutput' | 'meta'>;

function cutToolCall<T extends ToolCallParts>(call: T, save: SavePart): T {
  const content = call.content && mapSame(call.content, (part) => cutToolContent(part, save));
  const rawInput = call.rawInput && cutRaw(call.rawInput, save);
  const rawOutput = call.rawOutput && cutRaw(call.rawOutput, save, cutMembers);
  const meta = cutMeta(call.meta, save);
  const same =
    content === call.content && rawInput === call.rawInput && rawOutput === call.rawOutput && meta === call.meta;
  if (same) return call;
  const cut: T = { ...call };
  if (content) cut.content = [...content];
  if (rawInput) cut.rawInput = rawInput;
  if (rawOutput) cut.rawOutput = rawOutput;
  if (meta !== undefined) cut.meta = meta;
  return cut;
}

function cutBlock(block: ContentBlock, save: SavePart): ContentBlock {
  switch (block.type) {
    case 'text':
      return isLong(block.text) ? (save(block.text, { as: 'text' }) ?? block) : block;
    case 'image':
    case 'audio': {
      // Base64 carries three bytes in four characters.
      if (block.data.length * 0.75 <= MAX_PART_BYTES) return block;
      return save(Buffer.from(block.data, 'base64'), { as: block.type, mimeType: block.mimeType }) ?? block;
    }
    case 'resource': {
      const { uri, mimeType, text, blob } = block.resource;
      if (!isLong(text ?? '') && (blob?.length ?? 0) <= MAX_PART_BYTES) return block;
      const whole = JSON.stringify({ type: 'resource', resource: { uri, mimeType, text, blob } });
      return save(whole, { as: 'json' }) ?? block;
    }
    case 'raw': {
      const raw = cutJson(block.raw, save);
      if (raw === block.raw) return block;
      return isStored(raw) ? raw : { type: 'raw', raw };
    }
    case 'resource_link':
    case 'stored':
      return block;
  }
}

function cutToolContent(part: ToolCallContent, save: SavePart): ToolCallContent {
  switch (part.type) {
    case 'content': {
      const content = cutBlock(part.content, save);
      return content === part.content ? part : { type: 'content', content };
    }
    case 'diff': {
      const { type, path, oldText, newText } = part;
      if (!isLong(newText) && !isLong(oldText ?? '')) return part;
      return save(JSON.stringify({ type, path, oldText, newText }), { as: 'json' }) ?? part;
    }
    case 'raw': {
      const raw = cutJson(part.raw, save);
      if (raw === part.raw) return part;
      return isStored(raw) ? raw : { type: 'raw', raw };
    }
    case 'terminal':
    case 'stored':
      return part;
  }
}

function cutRaw(raw: RawValue, save: SavePart, before?: typeof cutMembers): RawValue {
  if (raw.type === 'stored') return raw;
  const value = cutJson(before ? before(raw.value, save) : raw.value, save);
  if (value === raw.value) return raw;
  return isStored(value) ? value : { type: 'json', value };
}

/** `{ exitCode: 0, stdout: … }`: a long text leaves for a blob of its own, so that what stands beside it can still be read. */
function cutMembers(value: unknown, save: SavePart): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  const cut = entries.map(([name, member]): [string, unknown] =>
    typeof member === 'string' && isLong(member) ? [name, save(member, { as: 'text' }) ?? member] : [name, member],
  );
  return cut.every(([, member], index) => member === entries[index]?.[1]) ? value : Object.fromEntries(cut);
}

/** What an agent printed by it stays readable: `sessions/printedOutputs` keeps that small. */
function cutMeta(meta: unknown, save: SavePart): unknown {
  const printed = printedInMeta(meta);
  if (!isRecord(meta) || printed === null || isLong(printed.text)) return cutJson(meta, save);
  const { terminal_output: output, ...rest } = meta;
  const cut = cutJson(rest, save);
  return cut === rest ? meta : { ...fieldsOf(cut), terminal_output: output };
}

/** A stored part, or the value itself; what is nested too deeply for JSON is replaced by a word about it. */
function cutJson(value: unknown, save: SavePart): unknown {
  switch (measure(value)) {
    case 'small':
      return value;
    case 'tooDeep':
      return { unreadable: `nested deeper than ${MAX_DEPTH} levels` };
    case 'large':
      return isStored(value) ? value : (save(JSON.stringify(value), { as: 'json' }) ?? value);
  }
}

/** Without stringifying what is small, which nearly everything is. */
function measure(root: unknown): 'small' | 'large' | 'tooDeep' {
  let bytes = 0;
  let large = false;
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (depth > MAX_DEPTH) return 'tooDeep';
    if (typeof value === 'string') bytes += Buffer.byteLength(value) + 2;
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        bytes += Array.isArray(value) ? 1 : key.length + 4;
        open.push({ value: inner, depth: depth + 1 });
      }
    } else bytes += 5;
    large ||= bytes > MAX_PART_BYTES;
  }
  return large ? 'large' : 'small';
}

const isLong = (text: string) =>
  text.length > MAX_PART_BYTES || (text.length * 3 > MAX_PART_BYTES && Buffer.byteLength(text) > MAX_PART_BYTES);

const isStored = (value: unknown): value is StoredPart => StoredPart.safeParse(value).success;

function mapSame<T>(list: readonly T[], change: (entry: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.every((entry, index) => entry === list[index]) ? list : changed;
}
