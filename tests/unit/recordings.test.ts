import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePermissionRequest, parseReadTextFile, parseWriteTextFile } from '../../src/shared/acp/clientMethods';
import { parseContentBlock } from '../../src/shared/acp/content';
import { fieldsOf } from '../../src/shared/acp/lenient';
import { type MethodName, methods } from '../../src/shared/acp/methods';
import { parseSessionUpdate, type SessionUpdate } from '../../src/shared/acp/update';
import { definitionOf, faultsOf, type Frame, validateConversation, validateSent } from '../support/acpSchema';

const FOLDER = join(import.meta.dirname, '../fixtures');

interface Recorded {
  dir: 'client' | 'agent';
  msg: Frame;
}

const recordings = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => {
    const lines = readFileSync(join(FOLDER, name), 'utf8').trim().split('\n');
    return { name, frames: lines.map((line): Recorded => JSON.parse(line)) };
  });

const isMethodName = (name: string): name is MethodName => name in methods;

/** Parts that we gave up on: raw content, raw tool content, a whole unknown update. */
function rawParts(update: SessionUpdate): string[] {
  switch (update.sessionUpdate) {
    case 'unknown':
      return [`unknown update ${update.kind}`];
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return update.content.type === 'raw' ? ['raw content'] : [];
    case 'tool_call':
    case 'tool_call_update':
      return (update.content ?? []).flatMap((part) => {
        if (part.type === 'raw') return ['raw tool content'];
        return part.type === 'content' && part.content.type === 'raw' ? ['raw content in a tool'] : [];
      });
    default:
      return [];
  }
}

const READERS: Record<string, (params: unknown) => unknown> = {
  'session/request_permission': parsePermissionRequest,
  'fs/read_text_file': parseReadTextFile,
  'fs/write_text_file': parseWriteTextFile,
};

/** The fields of an update that must come through unchanged, and how long its lists are, as far as `raw` gives them. */
function outline(update: Readonly<Record<string, unknown>>, raw: Readonly<Record<string, unknown>>): unknown[] {
  const plain = ['toolCallId', 'title', 'kind', 'status', 'messageId', 'currentModeId', 'used', 'size'];
  const lists = ['entries', 'availableCommands', 'configOptions', 'locations', 'content'];
  return [
    ...plain.filter((key) => raw[key] !== undefined && raw[key] !== null).map((key) => [key, update[key]]),
    ...lists
      .filter((key) => Array.isArray(raw[key]))
      .map((key) => [key, Array.isArray(update[key]) ? update[key].length : 'no list']),
  ];
}

describe.each(recordings)('recording $name', ({ frames }) => {
  const sent = frames.filter((frame) => frame.dir === 'client').map((frame) => frame.msg);
  const received = frames.filter((frame) => frame.dir === 'agent').map((frame) => frame.msg);

  const updates = received.filter((frame) => frame.method === 'session/update').map((frame) => fieldsOf(frame.params));

  it('has no update that we keep as raw although the official schema knows it', () => {
    const known = updates.filter((params) => faultsOf('SessionNotification', params).length === 0);
    expect(known.length).toBeGreaterThan(0);
    expect(known.flatMap((params) => rawParts(parseSessionUpdate(params['update'])))).toEqual([]);
  });

  it('keeps every text, tool field and list entry of its updates', () => {
    for (const params of updates) {
      const raw = fieldsOf(params['update']);
      expect(outline(fieldsOf(parseSessionUpdate(raw)), raw)).toEqual(outline(raw, raw));
    }
  });

  it('has only answers that we can read', () => {
    const asked = new Map(sent.map((frame) => [frame.id, frame.method]));
    const answers = received.flatMap((frame) => {
      const method = frame.method === undefined ? asked.get(frame.id) : undefined;
      if (method === undefined || frame.error !== undefined || !isMethodName(method)) return [];
      return [{ method, read: methods[method].read(frame.result) }];
    });
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer.read === undefined)).toEqual([]);
  });

  it('has only requests that we can read', () => {
    const unread = received.filter(({ method, params }) => {
      const read = method === undefined ? undefined : READERS[method];
      return read !== undefined && read(params) === undefined;
    });
    expect(unread).toEqual([]);
  });

  it('has requests of the client that the official schema and our strict one accept alike', () => {
    // The recorder introduced itself without a name; we never do.
    const ours = sent.filter(({ method }) => method !== undefined && method !== 'initialize');
    const faults = ours.flatMap(({ method = '', params }) => [
      ...validateSent(method, params),
      ...(isMethodName(method) ? (methods[method].params.safeParse(params).error?.issues ?? []) : []),
    ]);
    expect(faults).toEqual([]);
  });
});

describe('the judge', () => {
  it('knows a wrong frame when it sees one', () => {
    expect(definitionOf('session/new', 'Request')).toBe('NewSessionRequest');
    expect(validateConversation([{ id: 1, method: 'session/new', params: { cwd: '/p' } }], [])).not.toEqual([]);
    expect(validateConversation([{ id: 0, result: {} }], [])).toEqual(['an answer to 0, which was never asked']);
    expect(
      validateConversation(
        [{ id: 0, result: { outcome: 'selected' } }],
        [{ id: 0, method: 'session/request_permission' }],
      ),
    ).not.toEqual([]);
  });

  it('agrees with our reading of every kind of content block', () => {
    const blocks = [
      { type: 'text', text: 'x', annotations: { audience: ['user'] } },
      { type: 'image', data: 'aGk=', mimeType: 'image/png', uri: null },
      { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a', name: 'a', size: 3 },
      { type: 'resource', resource: { uri: 'file:///a', text: 'x' } },
      { type: 'resource', resource: { uri: 'file:///a', blob: 'aGk=' } },
    ];
    for (const block of blocks) {
      expect(faultsOf('ContentBlock', block)).toEqual([]);
      expect(parseContentBlock(block).type).toBe(block.type);
    }
  });
});
