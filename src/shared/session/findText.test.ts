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

  it('finds signs that are escaped or written as entities, as they are seen', () => {
    expect(found('a\\_name &amp;co &lt;b&gt;', 'a_name &co <b>')).toBe(1);
    expect(found('`a\\_b &amp;`', 'a\\_b &amp;')).toBe(1);
  });

  it('finds what is named by a number or a name as the sign it is, and words with marks inside', () => {
    expect(found('&copy; 2024 &hellip; 5 &#8364; and &#x20AC; caf&eacute;', '© 2024 … 5 € and € café')).toBe(1);
    expect(found('An **emph**asised wo*r*d and *all of it*.', 'emphasised word and all of it.')).toBe(1);
    expect(found('*one* and *two*, a *_b_* c', 'one and two, a b c')).toBe(1);
    expect(found('\\*not\\* this', '*not* this')).toBe(1);
    expect(found('src/*.ts and test/*.ts', 'src/.ts and test/.ts')).toBe(1);
  });

  it('finds a letter with a mark in both of its spellings', () => {
    const [one, apart] = ['Zoë’s résumé', 'Zoë’s résumé'.normalize('NFD')];
    expect(one).not.toBe(apart);
    for (const query of [one, apart, 'ZOË’S RÉSUMÉ']) {
      expect(found(`${one} and ${apart}`, query)).toBe(2);
    }
    expect(found(`${'한글'.normalize('NFD')} 한글`, '한글')).toBe(2);
    // Another letter is another one.
    expect(found(one, 'resume')).toBe(0);
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

  const tool = (fields: Partial<Extract<Item, { kind: 'toolCall' }>>): Item => ({
    ...base,
    kind: 'toolCall',
    toolCallId: 't',
    title: 'It',
    toolKind: 'other',
    status: 'completed',
    locations: [],
    content: [],
    ...fields,
  });
  const json = (value: unknown) => ({ type: 'json' as const, value });

  it('finds what only the raw output of a command says, and that once (AC-85)', () => {
    const rawOutput = json({ exitCode: 0, stdout: 'a pear fell\n', stderr: '', aggregated_output: 'a pear fell' });
    expect(count(tool({ toolKind: 'execute', rawInput: json({ command: 'make' }), rawOutput }), 'pear')).toBe(1);
    const content = [{ type: 'content' as const, content: { type: 'text' as const, text: 'a pear fell\n' } }];
    expect(count(tool({ toolKind: 'execute', content, rawOutput }), 'pear')).toBe(1);
  });

  it('finds words over the colours of an output', () => {
    const rawOutput = json({ stdout: '\u001b[32mline 7\u001b[0m of output' });
    expect(count(tool({ toolKind: 'execute', rawOutput }), 'line 7 of')).toBe(1);
  });

  it('finds a change that only the raw input tells, its unchanged lines once (AC-85)', () => {
    const edit = { file_path: '/a.ts', old_string: 'keep pear\nold', new_string: 'keep pear\nnew' };
    expect(count(tool({ toolKind: 'edit', rawInput: json(edit) }), 'pear')).toBe(1);
    expect(count(tool({ toolKind: 'edit', rawInput: json(edit) }), 'old')).toBe(1);
    const patch = '*** a.ts\n@@ -1 +1 @@\n-old pear\n+new';
    expect(count(tool({ toolKind: 'edit', rawInput: json({ patch }) }), 'pear')).toBe(1);
    const content = [{ type: 'diff' as const, path: '/a.ts', oldText: 'keep pear\nold', newText: 'keep pear\nnew' }];
    expect(count(tool({ toolKind: 'edit', content, rawInput: json(edit) }), 'pear')).toBe(1);
  });

  it('finds what an unknown tool was given, at any depth, and the beginning of what is stored', () => {
    const stored = { type: 'stored', blobId: 'pear-id', as: 'text', bytes: 99_999, head: 'a pear in the head' };
    const rawInput = json({ query: 'a pear', more: [{ deep: 'deep pear' }], count: 3 });
    expect(count(tool({ rawInput, rawOutput: json({ text: stored }) }), 'pear')).toBe(3);
  });
});
