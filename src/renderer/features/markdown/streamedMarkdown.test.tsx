import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadFormulas } from './formulas';
import { Markdown, MarkdownPage } from './Markdown';
import { emptySplit, splitBlocks } from './splitBlocks';
import { drawn } from '../../testing/english';

const FOLDER = new URL('../../../../tests/fixtures/markdown/', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
const whole = (text: string): string => drawn(<Markdown text={text} />);

/** The same numbers each time: a failure can be looked at. */
function cutsOf(length: number, count: number, seed: number): number[] {
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
  return Array.from({ length: count }, () => next() % (length + 1)).toSorted((a, b) => a - b);
}

function streamed(text: string, cuts: readonly number[]): string {
  let split = emptySplit;
  for (const cut of cuts) split = splitBlocks(text.slice(0, cut), split);
  return drawn(<MarkdownPage blocks={splitBlocks(text, split).blocks} streaming={false} />);
}

beforeAll(loadFormulas);

describe('AC-72: an answer that was streamed looks like the same answer that came whole', () => {
  it('the corpus has at least fifty documents', () => expect(files.length).toBeGreaterThanOrEqual(50));

  it.each(files)('%s', (name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    const expected = whole(text);
    const rounds = text.length > 5000 ? 2 : 8;
    const cuts = Array.from({ length: rounds }, (_, seed) =>
      cutsOf(text.length, Math.min(text.length, 3 + (seed % 5) * 12), (seed + 1) * 7919),
    );
    expect(cuts.filter((places) => streamed(text, places) !== expected)).toEqual([]);
  });

  it.each(files.filter((name) => readFileSync(new URL(name, FOLDER)).length < 350))(
    '%s, a character at a time',
    (name) => {
      const text = readFileSync(new URL(name, FOLDER), 'utf8');
      expect(
        streamed(
          text,
          Array.from({ length: text.length }, (_, index) => index + 1),
        ),
      ).toBe(whole(text));
    },
  );

  it('AC-69: no moment of a block of code shows the marks of its fence', () => {
    const text = 'Before\n\n```ts\nconst a = 1;\n```\n\nThen\n\n1. x\n\n   ~~~sh\n   ls\n   ~~~\n\nend';
    let split = emptySplit;
    for (let at = 1; at <= text.length; at++) {
      split = splitBlocks(text.slice(0, at), split);
      const seen = drawn(<MarkdownPage blocks={split.blocks} streaming />);
      expect(`${text.slice(0, at)} → ${/[`~]/.exec(seen)?.[0] ?? ''}`).toMatch(/ → $/);
    }
  });
});

describe('emphasis beside CJK characters', () => {
  it.each([
    ['**强调。**后文', '<strong>强调。</strong>后文'],
    ['前文**（注意）**后文', '前文<strong>（注意）</strong>后文'],
    ['这是**“重要”**的', '这是<strong>“重要”</strong>的'],
    ['中文**"强调"**后文', '中文<strong>&quot;强调&quot;</strong>后文'],
    ['*斜体。*后文', '<em>斜体。</em>后文'],
    ['**テスト。**テスト', '<strong>テスト。</strong>テスト'],
    ['**한국어(괄호)**를', '<strong>한국어(괄호)</strong>를'],
    ['~~删除。~~后文', '<del>删除。</del>后文'],
    ['**`code`**后文', '<strong><code>code</code></strong>后文'],
    ['**𠮷野家。**𠮷', '<strong>𠮷野家。</strong>𠮷'],
  ])('%s', (text, expected) => expect(whole(text)).toContain(expected));

  it.each(['a * b * c', '2*3', '** 不 **', 'foo**"bar"**baz', 'snake_case_名字_x'])('%s stays as it is', (text) =>
    expect(whole(text)).not.toMatch(/<(em|strong)>/),
  );
});

describe('formulas', () => {
  it.each([
    '$x$',
    'so $e^{i\\pi}$, then',
    '\\(a\\)',
    '$$\nx\n$$',
    '\\[\nx\n\\]',
    'in $$x^2$$ line',
    '公式$x$是',
    'a\n$$\nb\n$$\nc',
  ])('%s is one', (text) => expect(whole(text)).toContain('class="katex'));

  it.each([
    'It costs $5 and $10.',
    'US$20-$30',
    'from $5 or 10$ at most',
    '$HOME/$USER and $PATH',
    '`$x$`',
    '\\$x\\$',
    'an array \\[a\\] of',
    '$$\nnot\n\nclosed\n$',
    '5$ here, 6$ there',
  ])('%s is none', (text) => expect(whole(text)).not.toContain('katex'));

  it('what TeX does not understand is shown as it was written', () => {
    expect(whole('$\\nosuchthing{x}$')).toContain('<code class="md-tex">$\\nosuchthing{x}$</code>');
    expect(whole('$\\href{javascript:alert(1)}{x}$')).not.toContain('href=');
  });

  it('emphasis does not begin or end inside of one', () => {
    expect(whole('**bold $a**b$ on**')).toMatch(/<strong>bold .*katex.* on<\/strong>/);
  });
});

describe('footnotes', () => {
  it('are numbered as the text refers to them, stand below it, and lose nothing', () => {
    const seen = whole('One[^b] two[^a] three[^b].\n\n[^a]: A\n[^b]: B\n[^c]: C');
    expect([...seen.matchAll(/data-mark="(\d)"/g)].map((found) => found[1])).toEqual(['1', '2', '1']);
    expect([...seen.matchAll(/data-note="(\d)"[^>]*><p>(\w)/g)].map((found) => found.slice(1).join(''))).toEqual([
      '1B',
      '2A',
      '3C',
    ]);
  });

  it('a mark without a note is the text that it is', () => expect(whole('x[^1] y')).toContain('x[^1] y'));
});

describe('pictures', () => {
  const picture = '![a chart](data:image/png;base64,aGk=)';
  it('open by themselves', () => {
    expect(whole(picture)).toMatch(/<button[^>]*aria-label="Open the picture: a chart"[^>]*><img/);
  });

  it('are the link where they stand in one, and no button in it', () => {
    const seen = whole(`[${picture}](https://example.org)`);
    expect(seen).toContain('<img');
    expect(seen).not.toContain('<button');
  });
});
