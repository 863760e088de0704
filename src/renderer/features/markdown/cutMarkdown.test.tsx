import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawn } from '../../testing/english';
import { loadFormulas } from './formulas';
import { Markdown } from './Markdown';

const FOLDER = new URL('../../../../tests/fixtures/markdown/', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md') && name !== 'long-lines.md');

const whole = (text: string): string => drawn(<Markdown text={text} />);
const coming = (text: string): string => drawn(<Markdown text={text} streaming />);
const cut = (text: string): string => drawn(<Markdown text={text} cut />);

/** Of what is drawn its letters and digits; buttons and drawn formulas have words of their own, and a task’s mark is none. */
const lettersOf = (html: string): string =>
  html
    .replaceAll(/<button.*?<\/button>|<span class="katex">.*?<\/math><\/span>/gs, '')
    .replaceAll(/<[^>]*>|\[[xX]\]/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Where a sign of dollar is code to the one and begins a formula to the other, there is no telling. */
const formulasOf = (html: string): number => html.split('class="katex"').length;

/** Half an address, and a fence whose line is not whole: of them the marks alone would be left. */
const IS_NO_TEXT = /\]\([^)\n]*$|(?:^|\n)[ \t>*+-]*(?:\d+[.)][ \t]+)?(?:`{3,}|~{3,})[^\n]*(?:\n[\s>]*)?$/;

describe('an answer that was stopped in its midst', () => {
  beforeAll(loadFormulas);

  it.each([
    ['a **bold', '<strong>bold</strong>'],
    ['**bold *and', '<strong>bold <em>and</em></strong>'],
    ['强调**重点', '强调<strong>重点</strong>'],
    ['use `npm ci', '>npm ci</code>'],
    ['it is ~~gone', '<del>gone</del>'],
    ['- one\n- **two', '<strong>two</strong>'],
    ['> a **quote', '<strong>quote</strong>'],
    ['| a | b |', '<table'],
    ['```ts\nconst a = `x', 'class="code-block"'],
  ])('reads as it did while it came: %j', (text, part) => {
    expect(cut(text)).toContain(part);
    expect(cut(text)).toBe(coming(text));
  });

  it.each([
    ['Said and **', '<p>Said and</p>'],
    ['A title\n-', '<p>A title</p>'],
    ['- one\n- ', 'one'],
    ['see [the docs](https://exa', '<p>see the docs</p>'],
    ['see ![the shot](https://exa', '<p>see the shot</p>'],
  ])('shows no mark without words, and no half address: %j', (text, part) => {
    expect(cut(text)).toContain(part);
    expect(cut(text)).not.toMatch(/\*|https|<h\d|<li><\/li>/);
  });

  // It may have been whole: agents die after their last words, too.
  it.each([
    ['42'],
    ['It is:\n\n7.'],
    ['AT&T'],
    ['It costs 5$'],
    ['while x <y'],
    ['arr[i'],
    ['src/*'],
    ['a_b_'],
    ['Wow !'],
    ['C:\\'],
    ['Rule:\n\n---'],
  ])('keeps each sign that may be text: %j', (text) => {
    expect(cut(text)).toBe(whole(text));
  });

  it.each(files)('loses no letter, wherever it is cut: %s', (name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    const wrong: string[] = [];
    let compared = 0;
    const step = Math.max(1, Math.floor(text.length / 60));
    for (let at = 1; at <= text.length; at += step) {
      const said = text.slice(0, at);
      const [now, plain] = [cut(said), whole(said)];
      if (IS_NO_TEXT.test(said) || formulasOf(now) !== formulasOf(plain)) continue;
      compared += 1;
      if (lettersOf(now) !== lettersOf(plain)) wrong.push(said);
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(5);
  });
});

it('an answer that is whole stays what CommonMark says, odd marks and all', () => {
  for (const text of ['a **bold', 'use `npm ci', 'see [the docs](https://exa', 'Said and **']) {
    expect(lettersOf(whole(text))).toBe(text.replaceAll(/[^\p{L}\p{N}]/gu, ''));
    expect(whole(text)).toMatch(/\*\*|`|\[/);
  }
});
