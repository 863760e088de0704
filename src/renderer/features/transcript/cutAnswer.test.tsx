import { array, constantFrom, assert, property } from 'fast-check';
import { expect, it } from 'vitest';
import type { Item } from '@shared/session/item';
import { drawn } from '../../testing/english';
import { buildRows } from './rows';
import { TranscriptRow } from './TranscriptRow';

const base = { turnId: 't', at: 0, seq: 1, open: false };
const answer = (text: string): Item => ({
  ...base,
  ordinal: 1,
  kind: 'message',
  role: 'agent',
  content: [
    { type: 'text', text: 'First a **word' },
    { type: 'resource_link', uri: 'file:///a.txt', name: 'a.txt' },
    { type: 'text', text },
  ],
});
const stopped: Item = { ...base, ordinal: 2, kind: 'notice', notice: { code: 'turn.cancelled' } };

/** The answer as it is drawn in its session. */
function shown(...items: Item[]): string {
  const [row] = buildRows(items).rows;
  return row === undefined ? '' : drawn(<TranscriptRow row={row} />);
}

it('an answer that was stopped in the middle of bold words shows them bold, and one that ended so its marks', () => {
  expect(shown(answer('this is **very imp'), stopped)).toContain('this is <strong>very imp</strong>');
  expect(shown(answer('this is **very imp'))).toContain('this is **very imp');
});

it('only its last text is one that was cut off', () => {
  expect(shown(answer('end'), stopped)).toContain('First a **word');
});

it('whatever was said, stopping it loses no word', () => {
  const piece = constantFrom(
    'word ',
    '**',
    '*',
    '`',
    '[',
    '](',
    'a_b',
    '~~',
    '\n',
    '- ',
    '1. ',
    '$',
    '中文',
    '|',
    '> ',
    '7',
  );
  const letters = (html: string) => html.replaceAll(/<button.*?<\/button>|<[^>]*>|&\w+;|[^\p{L}\p{N}]/gsu, '');
  assert(
    property(array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
      const text = `Say ${pieces.join('')}`;
      // Half an address is no word, nor is a language before its code.
      if (/\]\([^)\n]*$|~{3}|`{3}/.test(text)) return;
      const said = letters(shown(answer(text), stopped));
      for (const word of ['word', 'ab', '中文', '7']) {
        expect(said.split(word).length).toBe(letters(shown(answer(text))).split(word).length);
      }
    }),
    { numRuns: 300 },
  );
});
