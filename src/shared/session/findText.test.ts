import { describe, expect, it } from 'vitest';
import { countMatches, findPattern, findText } from './findText';
import type { Item } from './item';

const base = { ordinal: 0, turnId: null, at: 0, seq: 0, open: false };
const answer = (text: string): Item => ({ ...base, kind: 'message', role: 'agent', content: [{ type: 'text', text }] });
const count = (item: Item, query: string, matchCase = false): number =>
  countMatches(findText(item), findPattern(query, matchCase) ?? /(?!)/g);
const found = (text: string, query: string, matchCase = false): number => count(answer(text), query, matchCase);

describe('a find in the session looks at what the page shows', () => {
  it('finds words over the marks of Markdown', () => {
    expect(found('Use the **bold** [link](https://example.com/x) and `code` here', 'bold link and code')).toBe(1);
    expect(found('## A heading\n\n- an *item* of it', 'heading an item of it')).toBe(1);
    expect(found('[link](https://example.com/hidden)', 'hidden')).toBe(0);
  });

  it('leaves code as it is written', () => {
    expect(found('Text\n\n```ts\nconst a = b ** c; // *x*\n```\n\nafter *x*', '*x*')).toBe(1);
    expect(found('```\nfirst **a**\n```\ntext\n```\nsecond **a**\n```\n', '**a**')).toBe(2);
    expect(found('snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4')).toBe(1);
  });

  it('counts every occurrence, in any case unless it is asked for', () => {
    expect(found('Pear pear PEAR', 'pear')).toBe(3);
    expect(found('Pear pear PEAR', 'pear', true)).toBe(1);
    expect(found('修复登录错误，登录', '登录')).toBe(2);
  });

  it('takes signs as they are, and any white space for white space', () => {
    expect(found('a.b (c) a+b', '(c) a+b')).toBe(1);
    expect(found('one\ntwo', 'one two')).toBe(1);
    expect(findPattern('  ', false)).toBeNull();
  });

  it('counts a line that an edit left alone once', () => {
    const same = Array.from({ length: 9 }, (_, at) => `const line${at} = ${at};`);
    const edit: Item = {
      ...base,
      kind: 'toolCall',
      toolCallId: 'c',
      title: 'Edit',
      toolKind: 'edit',
      status: 'completed',
      locations: [],
      content: [
        { type: 'diff', path: '/a.ts', oldText: [...same, 'const gone = 1;'].join('\n'), newText: same.join('\n') },
      ],
    };
    expect(count(edit, 'const')).toBe(10);
    expect(count(edit, 'gone')).toBe(1);
  });

  it('finds commands, outputs, paths and diffs of tools, and what subagents said', () => {
    const tool: Item = {
      ...base,
      kind: 'toolCall',
      toolCallId: 't',
      title: 'Run it',
      toolKind: 'execute',
      status: 'completed',
      locations: [{ path: '/a/b.ts' }],
      rawInput: { type: 'json', value: { command: 'ls -l | wc' } },
      content: [
        { type: 'content', content: { type: 'text', text: 'total 12' } },
        { type: 'diff', path: '/a/b.ts', oldText: 'old line', newText: 'new line' },
      ],
    };
    const text = findText(tool);
    for (const part of ['Run it', 'ls -l | wc', '/a/b.ts', 'total 12', 'old line', 'new line']) {
      expect(text).toContain(part);
    }
  });
});
