import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lexBlock } from './lexBlock';
import { emptySplit, splitBlocks, type SplitText } from './splitBlocks';

const DOCUMENT = `# Title

A paragraph with **bold**, \`code\` and a [link][ref].
Second line &amp; more.

- one
- two

  continued in two
  - nested

- three

1. first
2. second

   \`\`\`ts
   const a = 1;

   const b = 2;
   \`\`\`

| a | b |
|---|--:|
| 1 | **2** |

> quoted
lazily continued

\`\`\`12:14:src/a.ts
export {};

\`\`\`

Setext
===

- [x] done
- [ ] open

<div>raw

</div>

***

    indented code

    more

**你好（世界）** 与 *强调*

[ref]: https://example.org "Title"

Last words~~gone~~ end`;

const raws = (split: SplitText) => split.blocks.map((block) => block.raw);

function streamed(text: string, cuts: readonly number[]): SplitText {
  let split = emptySplit;
  for (const cut of cuts.toSorted((a, b) => a - b)) split = splitBlocks(text.slice(0, cut), split);
  return splitBlocks(text, split);
}

describe('splitBlocks', () => {
  it('gives the same blocks whether the text came whole or one character at a time', () => {
    const cuts = Array.from({ length: DOCUMENT.length }, (_, index) => index);
    expect(raws(streamed(DOCUMENT, cuts))).toEqual(raws(splitBlocks(DOCUMENT)));
  });

  it('gives at every cut what the whole lexer would give for the text so far', () => {
    let split = emptySplit;
    for (let cut = 1; cut <= DOCUMENT.length; cut++) {
      const text = DOCUMENT.slice(0, cut);
      split = splitBlocks(text, split);
      expect(raws(split)).toEqual(raws(splitBlocks(text)));
    }
  });

  it('holds for documents shuffled from awkward pieces', () => {
    const pieces = [
      '- a\n',
      '- ',
      '-',
      '\n',
      '\n\n',
      '  b\n',
      '    c\n',
      '1. x\n',
      '2) y\n',
      '```js\n',
      '```\n',
      '~~~\n',
      'text',
      ' more\n',
      '| a | b |\n',
      '|---|---|\n',
      '| 1 |\n',
      '> q\n',
      '>',
      '# h\n',
      '===\n',
      '---\n',
      '<div>\n',
      '</div>\n',
      '<!-- c',
      ' -->\n',
      '[a]: http://x.y\n',
      '[a]',
      '**b',
      '**',
      '\t',
      '* * *\n',
      '<pre>\n',
      '</pre>\n',
      '\\',
      '你好',
      '$$\n',
      '$$',
      '\\[\n',
      '\\]\n',
      '[^1]: n\n',
      '[^1]',
    ];
    assert(
      property(array(constantFrom(...pieces), { minLength: 1, maxLength: 24 }), (parts) => {
        let split = emptySplit;
        let text = '';
        for (const part of parts) {
          text += part;
          split = splitBlocks(text, split);
        }
        expect(raws(split)).toEqual(raws(splitBlocks(text)));
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps the objects of settled blocks while text is appended', () => {
    const before = splitBlocks('one\n\ntwo\n\nthree\n\nfour');
    const after = splitBlocks('one\n\ntwo\n\nthree\n\nfour and more\n\nfive', before);
    expect(after.blocks[0]).toBe(before.blocks[0]);
    expect(after.blocks[1]).toBe(before.blocks[1]);
    expect(after.blocks[3]?.raw).toBe('four and more');
  });

  it('starts afresh when the text is another one', () => {
    const before = splitBlocks('one\n\ntwo\n\nthree');
    expect(raws(splitBlocks('uno\n\ndos', before))).toEqual(['uno', 'dos']);
  });

  it('gives a late link definition to the block that names it and leaves the others alone', () => {
    const before = splitBlocks('see [ref][]\n\nplain\n\nmore\n\nend');
    const after = splitBlocks('see [ref][]\n\nplain\n\nmore\n\nend\n\n[ref]: https://a.b\n', before);
    expect(after.blocks[0]?.definitions).toBe('[ref]: https://a.b');
    expect(after.blocks[1]).toBe(before.blocks[1]);
  });
});

describe('lexBlock', () => {
  const inline = (raw: string, open: boolean) => {
    const [block] = lexBlock({ raw, kind: 'paragraph', definitions: '' }, open);
    return block?.type === 'paragraph' ? block.tokens.map((token) => token.type) : [];
  };

  it('closes what is half-said at the open end, and only there', () => {
    expect(inline('a **bo', true)).toEqual(['text', 'strong']);
    expect(inline('a **bo', false)).toEqual(['text']);
  });

  it('does not touch code that is still open', () => {
    const [code] = lexBlock({ raw: '```js\nconst a = `x', kind: 'code', definitions: '' }, true);
    expect(code?.type === 'code' && code.text).toBe('const a = `x');
  });

  it('resolves a reference through the definitions of the whole text', () => {
    const [block] = lexBlock({ raw: '[x][r]', kind: 'paragraph', definitions: '[r]: https://a.b' }, false);
    expect(block?.type === 'paragraph' && block.tokens[0]?.type).toBe('link');
  });
});
