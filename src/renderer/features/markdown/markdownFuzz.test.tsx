import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FUZZ_TIME, fuzz } from '../../../../tests/support/fuzz/fuzz';
import { Markdown } from './Markdown';
import { isSafeImage, linkTarget } from './safeLink';
import { drawn } from '../../testing/english';

const shown = (text: string, streaming: boolean): string => drawn(<Markdown text={text} streaming={streaming} />);

const scheme = fc.constantFrom(
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  ' javascript:',
  '\u0001javascript:',
  'vbscript:',
  'data:text/html,',
  'file:///',
  'app://signalbox/',
  'blob:',
  'http://',
  'https://',
  '//',
  'mailto:',
  '',
);
const href = fc.tuple(scheme, fc.string({ maxLength: 20 })).map(([start, rest]) => start + rest);
const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '\n',
    '\n\n',
    '# ',
    '- ',
    '1. ',
    '> ',
    '```',
    '```js\n',
    '~~~',
    '|a|b|\n|-|-|\n',
    '*',
    '**',
    '`',
    '$$',
    '\\(',
    '[^1]',
    '[^1]: ',
  ),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://x.y">',
    '&#x6a;',
    '<svg onload=x>',
  ),
  href.map((to) => `[text](${to})`),
  href.map((to) => `![picture](${to})`),
  href.map((to) => `<${to}>`),
  href.map((to) => `[ref]\n\n[ref]: ${to}`),
);

describe('the markdown of an agent', () => {
  it(
    'a link leads to the web, to a file or nowhere, however it is written',
    (context) =>
      fuzz(context, 500, [href], (given) => {
        const target = linkTarget(given);
        if (target.kind === 'external') expect(new URL(target.url).protocol).toMatch(/^(https?|mailto):$/);
        if (isSafeImage(given)) expect(given).toMatch(/^data:image\//);
      }),
    FUZZ_TIME,
  );

  it(
    'whatever it holds, nothing of it runs, loads or leads anywhere but to the web',
    (context) =>
      fuzz(context, 200, [fc.array(piece, { maxLength: 14 }), fc.boolean()], (pieces, streaming) => {
        const html = shown(pieces.join(''), streaming);
        const tags = html.match(/<[a-z][^>]*>/gi) ?? [];
        for (const tag of tags) {
          expect(tag).not.toMatch(/^<(script|iframe|object|embed|link|meta|base|form|style)\b/i);
          expect(tag).not.toMatch(/^<[^"]*\son\w+=/i);
          const to = /\s(?:href|src|xlink:href|action)="([^"]*)"/i.exec(tag)?.[1];
          if (to !== undefined) expect(to.replaceAll('&amp;', '&')).toMatch(/^(https?:|mailto:|data:image\/|#|blob:)/i);
        }
      }),
    FUZZ_TIME,
  );
});
