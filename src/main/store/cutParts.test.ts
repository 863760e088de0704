import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentBlock, StoredPart } from '@shared/acp/content';
import { parseSessionUpdate, SessionUpdate } from '@shared/acp/update';
import { cutBlocks, cutRequest, cutUpdate, MAX_PART_BYTES, type SavePart } from './cutParts';

const BIG = 'x'.repeat(MAX_PART_BYTES + 1);

function saver() {
  const saved: { content: string | Uint8Array; part: StoredPart }[] = [];
  const save: SavePart = (content, facts) => {
    const part: StoredPart = { type: 'stored', blobId: `b${saved.length}`, bytes: content.length, head: '', ...facts };
    saved.push({ content, part });
    return part;
  };
  return { saved, save };
}

const toolCall = (fields: object) =>
  parseSessionUpdate({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields });

describe('what is over the limit', () => {
  it('is a text of a message', () => {
    const { saved, save } = saver();
    const update = parseSessionUpdate({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: BIG } });
    expect(cutUpdate(update, save)).toEqual({ sessionUpdate: 'agent_message_chunk', content: saved[0]?.part });
    expect(saved).toMatchObject([{ content: BIG, part: { as: 'text' } }]);
  });

  it('is measured in bytes, not in characters', () => {
    const { save } = saver();
    const [cut, kept] = cutBlocks(
      [
        { type: 'text', text: '错'.repeat(21_846) },
        { type: 'text', text: '错'.repeat(21_845) },
      ],
      save,
    );
    expect([cut?.type, kept?.type]).toEqual(['stored', 'text']);
  });

  it('is an image, kept as its bytes', () => {
    const { saved, save } = saver();
    const bytes = Buffer.alloc(70_000, 7);
    const [block] = cutBlocks([{ type: 'image', mimeType: 'image/png', data: bytes.toString('base64') }], save);
    expect(block).toMatchObject({ type: 'stored', as: 'image', mimeType: 'image/png' });
    expect(Buffer.compare(Buffer.from(saved[0]!.content), bytes)).toBe(0);
  });

  it('is a diff, kept as JSON that begins with its path', () => {
    const { saved, save } = saver();
    const update = cutUpdate(toolCall({ content: [{ newText: BIG, path: '/a', type: 'diff' }] }), save);
    expect(update).toMatchObject({ content: [{ type: 'stored', as: 'json' }] });
    expect(String(saved[0]?.content).startsWith('{"type":"diff","path":"/a",')).toBe(true);
  });

  it('is the content, the input and the output of a tool', () => {
    const { saved, save } = saver();
    const update = cutUpdate(
      toolCall({
        content: [{ type: 'content', content: { type: 'text', text: BIG } }],
        rawInput: { text: BIG },
        rawOutput: [BIG],
      }),
      save,
    );
    expect(update).toMatchObject({
      content: [{ type: 'content', content: { type: 'stored', as: 'text' } }],
      rawInput: { type: 'stored', as: 'json' },
      rawOutput: { type: 'stored', as: 'json' },
    });
    expect(saved).toHaveLength(3);
    expect(SessionUpdate.safeParse(update).success).toBe(true);
  });

  it('is a resource, and what we could not read', () => {
    const { save } = saver();
    const blocks = cutBlocks(
      [
        { type: 'resource', resource: { uri: 'file:///a', text: BIG } },
        { type: 'raw', raw: { odd: BIG } },
      ],
      save,
    );
    expect(blocks).toMatchObject([
      { type: 'stored', as: 'json' },
      { type: 'stored', as: 'json' },
    ]);
    expect(cutUpdate(parseSessionUpdate({ sessionUpdate: 'odd', text: BIG }), save)).toMatchObject({
      sessionUpdate: 'unknown',
      kind: 'odd',
      raw: { type: 'stored' },
    });
  });

  it('is a text of an output, so that what stands beside it can be read', () => {
    const { save } = saver();
    const cut = cutUpdate(toolCall({ rawOutput: { exitCode: 3, stdout: BIG, stderr: '' } }), save);
    expect(cut).toMatchObject({
      rawOutput: { type: 'json', value: { exitCode: 3, stdout: { type: 'stored', as: 'text' }, stderr: '' } },
    });
  });

  it('is found in permission requests', () => {
    const { save } = saver();
    const request = cutRequest(
      {
        kind: 'permission',
        requestId: 'r',
        openedAt: 0,
        options: [],
        toolCall: { toolCallId: 'c', rawInput: { type: 'json', value: BIG } },
      },
      save,
    );
    expect(request).toMatchObject({ toolCall: { rawInput: { type: 'stored' } } });
  });
});

it('keeps the reference of what needs no cut', () => {
  const { saved, save } = saver();
  const update = toolCall({ content: [{ type: 'diff', path: '/a', newText: 'b' }], rawInput: { a: 1 } });
  expect(cutUpdate(update, save)).toBe(update);
  const blocks: ContentBlock[] = [{ type: 'text', text: 'x'.repeat(MAX_PART_BYTES) }];
  expect(cutBlocks(blocks, save)).toBe(blocks);
  expect(saved).toEqual([]);
});

it('does not cut a second time', () => {
  const { saved, save } = saver();
  const once = cutUpdate(toolCall({ rawOutput: BIG, content: [{ type: 'diff', path: '/a', newText: BIG }] }), save);
  expect(cutUpdate(once, save)).toBe(once);
  expect(saved).toHaveLength(2);
});

it('keeps a part whole that cannot be saved', () => {
  const update = toolCall({ rawOutput: BIG });
  expect(cutUpdate(update, () => undefined)).toBe(update);
});

it('leaves nothing so deep that it could not be written', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 20_000; level += 1) deep = [deep];
  const { save } = saver();
  const cut = cutUpdate(toolCall({ rawInput: deep }), save);
  expect(JSON.stringify(cut).length).toBeLessThan(500);
});

it('leaves every update of any shape valid and under the limit in each part', () => {
  const texts = fc.oneof(fc.string(), fc.constant(BIG), fc.constant('é'.repeat(40_000)));
  const blocks = fc.oneof(
    fc.record({ type: fc.constant('text'), text: texts }),
    fc.record({ type: fc.constant('image'), data: texts, mimeType: fc.string() }),
    fc.record({ type: fc.constant('resource'), resource: fc.record({ uri: fc.string(), text: texts }) }),
    fc.jsonValue(),
  );
  const contents = fc.oneof(
    fc.record({ type: fc.constant('content'), content: blocks }),
    fc.record({ type: fc.constant('diff'), path: fc.string(), oldText: texts, newText: texts }),
    fc.jsonValue(),
  );
  const calls = fc.record({
    content: fc.array(contents, { maxLength: 4 }),
    rawInput: texts,
    rawOutput: fc.jsonValue(),
  });
  fc.assert(
    fc.property(calls, (call) => {
      const cut = cutUpdate(toolCall(call), saver().save);
      expect(SessionUpdate.safeParse(cut).success).toBe(true);
      if (cut.sessionUpdate !== 'tool_call_update') throw new Error('the kind changed');
      for (const part of [...(cut.content ?? []), cut.rawInput, cut.rawOutput]) {
        expect(JSON.stringify(part ?? null).length).toBeLessThan(MAX_PART_BYTES * 2);
      }
    }),
    { numRuns: 50 },
  );
});
