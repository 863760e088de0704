import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { FUZZ_TIME, fuzz } from '../../../../tests/support/fuzz/fuzz';
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

/** What one reads of it; of a formula its source. */
const wordsOf = (html: string): string =>
  html
    .replaceAll(/<button.*?<\/button>|<span class="katex">.*?<\/math><\/span>.*?(?=<\/span><\/span>|<button)/gs, '')
    .replaceAll(/<[^>]*>|\s|\u200b/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

function tagsOf(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  const plain = html.replaceAll(/<span class="katex">.*?<\/math>/gs, '');
  for (const [, tag = ''] of plain.matchAll(/<(h\d|hr|table|th|blockquote|pre|ul|ol|li|input|strong|em|del|a|img)\b/g))
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

/** One of each kind, awkward ones among them. */
const BLOCKS = [
  'a **b** `c` [d](e.ts:1)',
  'text\nmore <b>x</b> &amp;',
  '# h',
  'Setext\n===',
  'Setext\n-',
  '---',
  '- a\n- b\n  - c',
  '- a\n\n  b\n\n- c',
  '-',
  '1. a\n2. b\n   ```js\n   c\n   ```',
  '3) x',
  '- [ ] a\n- [x] b',
  '> q\n> - r\n>\n> ```\n> s\n> ```',
  '> lazy\nline',
  '| a | b |\n|---|:-:|\n| 1 | `x` |',
  'head | b\n--|--\n1 | 2',
  '| no table |',
  '```ts\na\n\nb\n```',
  '~~~\n```\n~~~',
  '```',
  '    indented\n\n    more',
  '$$\nx^2\n$$',
  '$$\nopen',
  '\\[\ny\n\\]',
  'a $x_1$ b\n$$\nc\n$$\nd',
  '[^1]: note\n\n    more',
  'see[^1] and [^2]',
  '[^2]: - a\n      - b',
  '[ref]: https://a.b "T"',
  'see [ref] and [x][ref]',
  '<div>\n\ntext\n\n</div>',
  '<!-- c\n\nd -->',
  '<pre>\n\n</pre>',
  '```mermaid\ngraph TD\nA-->B\n```',
  '```math\nx_1 * y_1\n```',
  '**强调。**后文',
  '\u200b',
  '\t- t',
  '* * *',
  '**open',
];

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

  it(
    'documents of any blocks, one after the other and cut anywhere',
    (context) => {
      const text = fc
        .array(fc.tuple(fc.constantFrom(...BLOCKS), fc.constantFrom('\n\n', '\n\n', '\n', '\n \n', '\r\n\r\n')), {
          minLength: 1,
          maxLength: 9,
        })
        .map((parts) => parts.flat().join(''));
      return fuzz(context, 150, [text, fc.array(fc.nat(400), { maxLength: 25 })], (given, cuts) => {
        expect(
          streamed(
            given,
            cuts.toSorted((a, b) => a - b),
          ),
        ).toBe(whole(given));
      });
    },
    FUZZ_TIME,
  );

  it.each([
    ['a table', 'See:\n\n| Name | **Bold** | `x` |\n|:---|---:|---|\n| a | *b* | c |\n\nEnd'],
    ['a table below a line', 'See:\n| a | b |\n| --- | --- |\n| 1 | 2 |\n'],
    [
      'a table in a quote and one in a list',
      '> | a | b |\n> |---|---|\n> | 1 | 2 |\n\n- x\n- | c |\n  |---|\n  | 3 |\n',
    ],
    [
      'bold words that begin lines',
      '**One:** text\n**Two** and *three* and ***four***\n\n**Five `code` on** and _six_',
    ],
    ['words in words', 'a **b *c* d** e *f **g** h* and **`i`** and **[j](https://k.l) m** n'],
    [
      'lists',
      'Text:\n- one\n- two\n  - deep\n\n1. first\n2. second\n\n* **bold** item\n+ `code` item\n\nBelow:\n- 5 `a`\n- **b**\n- 10 c',
    ],
    ['tasks', '- [ ] open\n- [x] done `a`\n  - [ ] deep\n- [a link](https://b.c) last'],
    ['headings and rules', '# One\n\n## Two\n\nThree\n===\n\nFour\n---\n\n---\n\n***\n\nend'],
    [
      'code',
      'Use `npm ci`, ``a`b`` and:\n\n```ts title="a.ts"\nconst a = 1;\n```\n\n1. x\n   ```12:15:src/a.ts\n   b\n   ```\n',
    ],
    [
      'links and pictures',
      'See [one](https://a.b), [two](src/a.ts:12) and ![three](https://c.d/e.png) or <https://f.g>. Yes!',
    ],
    ['characters', 'AT&amp;T &lt;a&gt; &copy; a \\* b \\_ c\nline\\\nnext<br>end'],
    ['formulas', 'Euler: $e^{i\\pi} = -1$ and \\(a_1 * b_1 * c\\) done\n\n$$\nx_1 * y_1 * z\n$$\n'],
    ['a formula and marks behind it', 'So $a \\cdot b$, then x_{1} and **more**, at $5 each'],
    ['remarks', '> [!NOTE]\n> One **two**\n\nand\n\n> [!caution] \n>\n> - three\n'],
    ['Chinese', '**强调。**后文，使用`npm`安装\n\n- **重点**：说明\n\n| 名称 | 数量 |\n|---|---|\n| 苹果 | 3 |\n'],
  ])('shows at no moment what is not there at its end: %s', (_, text) => {
    const end = whole(text);
    let split = emptySplit;
    const wrong: string[] = [];
    for (let at = 1; at <= text.length; at++) {
      split = splitBlocks(text.slice(0, at), split);
      const now = drawn(<MarkdownPage blocks={split.blocks} streaming />);
      const shown = wordsOf(now);
      if (!wordsOf(end).startsWith(shown)) wrong.push(`${text.slice(0, at)} → ${shown}`);
      for (const [tag, count] of tagsOf(now))
        if (count > (tagsOf(end).get(tag) ?? 0)) wrong.push(`${text.slice(0, at)} → <${tag}>`);
    }
    expect(wrong).toEqual([]);
  });

  it('no moment of a picture or a link shows an address that nobody wrote', () => {
    const text =
      'a ![[b] c](d.png) and [e [f] g](https://h.i) ~~![[j](k.png)~~ ![[](q.png)\n \nand [![l](m.png)](https://n.o) *[![p';
    let split = emptySplit;
    for (let at = 1; at <= text.length; at++) {
      split = splitBlocks(text.slice(0, at), split);
      expect(drawn(<MarkdownPage blocks={split.blocks} streaming />)).not.toContain('streamdown');
    }
  });

  it('words in brackets keep both of them while a picture begins in their line', () => {
    const { blocks } = splitBlocks('- see [one] and ![a pear\n', emptySplit);
    expect(wordsOf(drawn(<MarkdownPage blocks={blocks} streaming />))).toBe('see[one]andapear');
  });

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
    '```math\nx^2\n```',
    '- a\n\n  ~~~Math\n  x\n\n  + y\n  ~~~',
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
    '```latex\nx^2\n```',
    '```math.ts\nx^2\n```',
    '```math\n```',
    '    math\n    x^2',
  ])('%s is none', (text) => expect(whole(text)).not.toContain('katex'));

  it('what TeX does not understand is shown as it was written', () => {
    expect(whole('$\\nosuchthing{x}$')).toContain('<code class="md-tex">$\\nosuchthing{x}$</code>');
    expect(whole('$\\href{javascript:alert(1)}{x}$')).not.toContain('href=');
  });

  it('keep the comma behind them in their line, unless they are so long that they are broken over lines', () => {
    expect(whole('so $x$, and $y$。')).toMatch(/md-kept">.*<\/span>,<\/span> and .*md-kept">.*。<\/span><\/p>/);
    expect(whole('so $x$ and')).not.toContain('md-kept');
    expect(whole(`so $${'x+'.repeat(30)}1$, and`)).not.toContain('md-kept');
  });

  it('in a block of code are shown as written before it is closed, and where TeX does not understand them', () => {
    const open = '```math\nx^2\n';
    const { blocks } = splitBlocks(open);
    expect(drawn(<MarkdownPage blocks={blocks} streaming />)).toContain(
      '<code class="md-tex md-tex-display">```math\nx^2</code>',
    );
    expect(whole('```math\n\\nosuchthing{x}\n```')).toContain(
      '<code class="md-tex md-tex-display">```math\n\\nosuchthing{x}\n```</code>',
    );
  });

  it('emphasis does not begin or end inside of one', () => {
    expect(whole('**bold $a**b$ on**')).toMatch(/<strong>bold .*katex.* on<\/strong>/);
  });
});

describe('remarks', () => {
  it('have their kind above them, and no mark', () => {
    const seen = whole('> [!WARNING]\n> Do **not**\n>\n> - ever');
    expect(seen).toMatch(
      /<blockquote class="md-alert" data-kind="warning"><p[^>]*><svg.*<\/svg>Warning<\/p><p>Do <strong>/,
    );
    expect(seen).not.toContain('[!');
    expect(whole('> [!TIP]')).toMatch(/Tip<\/p><\/blockquote>/);
  });

  it.each(['> [!NOSUCH]\n> x', '> [!NOTE] x', '> x\n> [!NOTE]', '[!NOTE]\nx'])('%s is none', (text) =>
    expect(whole(text)).not.toContain('md-alert'),
  );
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

  it('are not counted where they are written as code', () => {
    const seen = whole('Write `[^b]` so.[^a]\n\n[^a]: A\n[^b]: B');
    expect(seen).toMatch(/data-mark="1".*data-note="1"[^>]*><p>A/);
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

  it('an address in Chinese ends at a mark, behind which no space stands', () => {
    const addresses = [
      ...whole('见https://a.b/x，然后看https://a.b/路径。后文「https://a.b/q」').matchAll(/title="([^"]*)"/g),
    ];
    expect(addresses.map(([, title]) => decodeURI(title ?? ''))).toEqual([
      'https://a.b/x',
      'https://a.b/路径',
      'https://a.b/q',
    ]);
  });
});
