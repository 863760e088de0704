import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePermissionRequest, parseReadTextFile, parseWriteTextFile } from '../../src/shared/acp/clientMethods';
import { parseContentBlock } from '../../src/shared/acp/content';
import { isRecord } from '../../src/shared/acp/lenient';
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

describe.each(recordings)('recording $name', ({ frames }) => {
  const sent = frames.filter((frame) => frame.dir === 'client').map((frame) => frame.msg);
  const received = frames.filter((frame) => frame.dir === 'agent').map((frame) => frame.msg);

  it('has no update that we keep as raw although the official schema knows it', () => {
    const updates = received.filter((frame) => frame.method === 'session/update');
    expect(updates.length).toBeGreaterThan(0);
    for (const frame of updates) {
      if (faultsOf('SessionNotification', frame.params).length > 0 || !isRecord(frame.params)) continue;
      expect(rawParts(parseSessionUpdate(frame.params['update']))).toEqual([]);
    }
  });

  it('keeps every text, tool field and list entry of its updates', () => {
    for (const frame of received) {
      if (frame.method !== 'session/update' || !isRecord(frame.params)) continue;
      const raw = frame.params['update'];
      if (!isRecord(raw)) continue;
      const update: Record<string, unknown> = { ...parseSessionUpdate(raw) };
      for (const key of ['toolCallId', 'title', 'kind', 'status', 'messageId', 'currentModeId', 'used', 'size']) {
        const value = raw[key];
        if (value !== undefined && value !== null) expect([key, update[key]]).toEqual([key, value]);
      }
      for (const key of ['entries', 'availableCommands', 'configOptions', 'locations', 'content']) {
        const value = raw[key];
        if (Array.isArray(value))
          expect([key, update[key]]).toEqual([key, expect.objectContaining({ length: value.length })]);
      }
    }
  });

  it('has only answers that we can read', () => {
    const asked = new Map(sent.map((frame) => [frame.id, frame.method]));
    for (const frame of received) {
      const method = frame.method === undefined ? asked.get(frame.id) : undefined;
      if (method === undefined || frame.error !== undefined || !isMethodName(method)) continue;
      expect([method, methods[method].read(frame.result)]).not.toEqual([method, undefined]);
    }
  });

  it('has only requests that we can read', () => {
    const readers: Record<string, (params: unknown) => unknown> = {
      'session/request_permission': parsePermissionRequest,
      'fs/read_text_file': parseReadTextFile,
      'fs/write_text_file': parseWriteTextFile,
    };
    for (const { method, params } of received) {
      const read = method === undefined ? undefined : readers[method];
      if (read !== undefined) expect([method, read(params)]).not.toEqual([method, undefined]);
    }
  });

  it('has requests of the client that the official schema and our strict one accept alike', () => {
    for (const { method, params } of sent) {
      // The recorder introduced itself without a name; we never do.
      if (method === undefined || !isMethodName(method) || method === 'initialize') continue;
      expect([method, validateSent(method, params)]).toEqual([method, []]);
      expect([method, methods[method].params.safeParse(params).error?.message]).toEqual([method, undefined]);
    }
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
