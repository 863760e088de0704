import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = 'src/renderer';
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name));
const read = (ending: string) =>
  files.filter((name) => name.endsWith(ending)).map((name) => readFileSync(name, 'utf8'));
const css = read('.css')
  .join('\n')
  .replaceAll(/\/\*[\s\S]*?\*\//g, '');

describe('the style sheets of the features', () => {
  const written = read('.tsx').flatMap((text) => text.match(/className=(?:"[^"]+"|\{[^}]*\})/g) ?? []);
  const own = /(?<![\w-])(?:md|task|code|diff|plan|transcript|file|subtask|viewer|output)-[a-z][\w-]*(?![\w-]|\$)/g;
  /** A holder that is only looked for, never drawn. */
  const bare = new Set(['diff-holder']);

  test('every class of our own that a component names has a rule', () => {
    const named = new Set(written.flatMap((text) => text.match(own) ?? []));
    expect(named.size).toBeGreaterThan(20);
    expect([...named].filter((name) => !bare.has(name) && !new RegExp(`\\.${name}(?![\\w-])`).test(css))).toEqual([]);
  });

  test('every ground, edge and ring is of a colour that there is', () => {
    const colours = new Set([...css.matchAll(/--color-([\w-]+):/g)].map(([, name]) => name));
    const tsx = read('.tsx').join('\n');
    const used = [...tsx.matchAll(/(?<![\w-])(?:bg|divide|outline|fill|ring)-([a-z][a-z-]*[a-z])(?![\w-])/g)].map(
      ([, name = '']) => name,
    );
    expect(used.length).toBeGreaterThan(50);
    const words = new Set(['x', 'y', 'none', 'hidden', 'dashed', 'inset', 'offset']);
    expect([...new Set(used)].filter((name) => !colours.has(name) && !words.has(name))).toEqual([]);
  });

  test('every element that Markdown makes has a rule', () => {
    const parts = ['p', 'strong', 'ul', 'ol', 'li', 'blockquote', 'hr', 'code', 'a', 'table', 'th', 'td'];
    const heads = [1, 2, 3, 4, 5, 6].map((level) => `.md-h${level}`);
    const bare = [...parts, ...heads].filter(
      (part) => !new RegExp(`\\.md ${part.replace('.', '\\.')}\\s*[,{]`).test(css),
    );
    expect(bare).toEqual([]);
  });
});

describe('the colours', () => {
  const themes = ['light', 'dark'] as const;
  const grounds = ['bg', 'side', 'surface', 'raised', 'hover', 'select', 'code'];
  const texts = ['text', 'muted', 'faint', 'go', 'need', 'stop', 'work'];
  const pairs = [
    ...texts.flatMap((text) => grounds.map((ground) => [text, ground])),
    ...['go', 'need', 'stop', 'work', 'add', 'del'].map((tone) => [tone, `${tone}-bg`]),
    ...['text', 'muted', 'faint'].flatMap((text) =>
      ['go', 'need', 'stop', 'work', 'add', 'del'].map((tone) => [text, `${tone}-bg`]),
    ),
    ['inv', 'ink'],
    ['inv', 'go'],
  ];

  test.each(themes)('%s: text keeps 4.5:1 on each ground that it stands on', (theme) => {
    const colours = coloursOf(theme);
    const weak = pairs.flatMap(([text = '', ground = '']) => {
      const ratio = contrast(colours.get(text) ?? '', colours.get(ground) ?? '');
      return ratio >= 4.5 ? [] : [`${text} on ${ground}: ${ratio.toFixed(2)}`];
    });
    expect(weak).toEqual([]);
  });

  test.each(themes)('%s: colours of code and of terminals keep 4.5:1 on the ground of code', (theme) => {
    const colours = coloursOf(theme);
    const names = [...colours.keys()].filter((name) => /^(tk|ansi)-/.test(name));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => contrast(colours.get(name) ?? '', colours.get('code') ?? '') < 4.5)).toEqual([]);
  });

  test.each(themes)('%s: the ring of the focus keeps 3:1 on each ground', (theme) => {
    const colours = coloursOf(theme);
    expect(grounds.filter((ground) => contrast(colours.get('focus') ?? '', colours.get(ground) ?? '') < 3)).toEqual([]);
  });

  function coloursOf(theme: string): Map<string, string> {
    const blocks = [...css.matchAll(new RegExp(`\\[data-theme='${theme}'\\] \\{([^}]*)\\}`, 'g'))];
    return new Map(
      blocks.flatMap(([, block = '']) =>
        [...block.matchAll(/--([\w-]+):\s*(#[\da-f]{3,6});/g)].map(([, name = '', value = '']): [string, string] => [
          name,
          value,
        ]),
      ),
    );
  }

  /** As WCAG 2 reckons it; NaN where a colour is not known. */
  function contrast(one: string, other: string): number {
    const [light = Number.NaN, dark = Number.NaN] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }

  function luminance(hex: string): number {
    const digits = hex.length === 4 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1);
    const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [0, 2, 4].map((at) => {
      const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
});
