import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast, mixed, type Rgb } from './contrast';

const root = 'src/renderer';
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name));
const read = (ending: string) =>
  files.filter((name) => name.endsWith(ending)).map((name) => readFileSync(name, 'utf8'));
const css = read('.css')
  .join('\n')
  .replaceAll(/\/\*[\s\S]*?\*\//g, '');

describe('the faces', () => {
  test('signs that our own face of code lacks are as wide as its letters, and come right behind it', () => {
    // Of the em, by the tables of these fonts.
    const advances: Record<string, number> = {
      'DejaVu Sans Mono': 1233 / 2048,
      Menlo: 1233 / 2048,
      'Menlo-Regular': 1233 / 2048,
      'Noto Sans Mono': 0.6,
      'Liberation Mono': 1229 / 2048,
      'Cascadia Mono': 1200 / 2048,
      'Cascadia Mono Regular': 1200 / 2048,
      Consolas: 1126 / 2048,
    };
    const faces = [...css.matchAll(/@font-face \{\s*font-family: '(Mono signs \w+)';([^}]*)\}/g)];
    const adjusted = faces.flatMap(([, , rules = '']) => {
      const share = Number(/size-adjust: ([\d.]+)%/.exec(rules)?.[1]) / 100;
      return [...rules.matchAll(/local\('([^']+)'\)/g)].map(([, name = '']) => (advances[name] ?? 0) * share);
    });
    expect(adjusted.length).toBe(Object.keys(advances).length);
    for (const advance of adjusted) expect(advance).toBeCloseTo(0.6, 3);
    const [, mono = ''] = /--mono:([^;]+);/.exec(css) ?? [];
    expect(
      mono
        .split(',')
        .map((name) => name.trim().replaceAll("'", ''))
        .slice(2, 2 + faces.length),
    ).toEqual(faces.map(([, name]) => name));
  });
});

describe('the style sheets of the features', () => {
  const written = read('.tsx').flatMap((text) => text.match(/className=(?:"[^"]+"|\{[^}]*\})/g) ?? []);
  const own = /(?<![\w-])(?:md|task|code|diff|plan|transcript|file|subtask|viewer|output)-[a-z][\w-]*(?![\w-]|\$)/g;
  /** Holders that are only looked for, never drawn. */
  const bare = new Set(['diff-holder', 'diff-view']);

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

  test('rank is made by five weights and six sizes', () => {
    const tsx = read('.tsx').join('\n');
    const weights = [...tsx.matchAll(/(?<![\w-])font-\[(\d+)\]/g), ...css.matchAll(/font-weight: (\d+);/g)];
    expect(weights.length).toBeGreaterThan(50);
    expect(new Set(weights.map(([, weight]) => weight))).toEqual(new Set(['450', '530', '560', '600', '630']));
    // Blocks of code have the one size between two: docs/design.md.
    expect([...new Set([...tsx.matchAll(/(?<![\w-])text-\[([\d.]+)px\]/g)].map(([, size]) => size))]).toEqual(['12.5']);
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

  const below = (pairs: readonly (readonly [string, Rgb, string, Rgb])[]): string[] =>
    pairs.flatMap(([text, colour, ground, on]) => {
      const ratio = contrast(colour, on);
      return ratio >= 4.5 ? [] : [`${text} on ${ground}: ${ratio.toFixed(2)}`];
    });

  test.each(themes)('%s: text keeps 4.5:1 on each ground that it stands on', (theme) => {
    const of = coloursOf(theme);
    expect(below(pairs.map(([text = '', ground = '']) => [text, of(text), ground, of(ground)] as const))).toEqual([]);
  });

  test.each(themes)('%s: colours of code and of terminals keep 4.5:1 on the ground of code', (theme) => {
    const of = coloursOf(theme);
    const names = namesOf(theme).filter((name) => /^(tk|ansi)-/.test(name));
    expect(names.length).toBeGreaterThan(20);
    expect(below(names.map((name) => [name, of(name), 'code', of('code')] as const))).toEqual([]);
  });

  test.each(themes)('%s: code keeps 4.5:1 in a diff: on its lines, and on what changed within them', (theme) => {
    const of = coloursOf(theme);
    const shares = [...css.matchAll(/emphasis-override:\s*color-mix\(in srgb, var\(--(add|del)\) (\d+)%/g)];
    expect(shares.map(([, tone]) => tone)).toEqual(['add', 'del']);
    const grounds = [
      ...['surface', 'add-bg', 'del-bg'].map((name): [string, Rgb] => [name, of(name)]),
      ...shares.map(([, tone = '', share]): [string, Rgb] => [
        `${tone} emphasis`,
        mixed(of(tone), Number(share) / 100, of(`${tone}-bg`)),
      ]),
    ];
    const texts = ['text', ...namesOf(theme).filter((name) => name.startsWith('tk-'))];
    expect(
      below(grounds.flatMap(([ground, on]) => texts.map((text) => [text, of(text), ground, on] as const))),
    ).toEqual([]);
  });

  test.each(themes)('%s: what is found keeps 4.5:1, in the transcript, in a file and in an output', (theme) => {
    const of = coloursOf(theme);
    // One pair of colours for all of them.
    for (const [name, tone] of [
      ['find', 'found'],
      ['find-current', 'found-now'],
      ['viewer-hit', 'found'],
      ['viewer-hit-at', 'found-now'],
    ])
      expect(css).toMatch(
        new RegExp(
          `highlight\\(${name}\\) \\{\\s*background-color: var\\(--${tone}\\);\\s*color: var\\(--${tone}-ink\\);`,
        ),
      );
    expect(
      below([
        ['found-ink', of('found-ink'), 'found', of('found')],
        ['found-now-ink', of('found-now-ink'), 'found-now', of('found-now')],
      ]),
    ).toEqual([]);
  });

  test.each(themes)('%s: what is selected keeps 4.5:1 on every ground, and is seen to be selected', (theme) => {
    const of = coloursOf(theme);
    const rule =
      /::selection \{\s*background: color-mix\(in srgb, var\(--selected\) (\d+)%, transparent\);\s*color: var\(--text\);/;
    const share = Number(rule.exec(css)?.[1]) / 100;
    // The library's tree of a diff is out of reach of our rules: it has the same one.
    expect(rule.exec(read('PierreDiff.tsx').join('\n'))?.[1]).toBe(rule.exec(css)?.[1]);
    const below = ['go', 'need', 'stop', 'work', 'add', 'del'].map((tone) => `${tone}-bg`);
    const all = [...grounds, ...below, 'found', 'found-now'];
    const selected = all.map((ground): [string, Rgb] => [ground, mixed(of('selected'), share, of(ground))]);
    expect(selected.filter(([, ground]) => !(contrast(of('text'), ground) >= 4.5)).map(([name]) => name)).toEqual([]);
    // What is found differs from it by its hue.
    const plain = selected.filter(([name]) => !name.startsWith('found'));
    expect(plain.filter(([name, ground]) => !(contrast(of(name), ground) >= 1.2)).map(([name]) => name)).toEqual([]);
    // A terminal has it opaque.
    expect(contrast(of('text'), of('selected'))).toBeGreaterThan(4.5);
  });

  test.each(themes)('%s: what stands in an empty field keeps 4.5:1 and is as opaque as other text', (theme) => {
    expect(css).toMatch(/::placeholder \{\s*color: var\(--faint\);\s*opacity: 1;/);
    const of = coloursOf(theme);
    const grounds = ['bg', 'surface', 'raised', 'code'];
    expect(below(grounds.map((ground) => ['faint', of('faint'), ground, of(ground)] as const))).toEqual([]);
  });

  test.each(themes)('%s: the ring of the focus keeps 3:1 on each ground', (theme) => {
    const of = coloursOf(theme);
    expect(grounds.filter((ground) => !(contrast(of('focus'), of(ground)) >= 3))).toEqual([]);
  });

  const UNKNOWN: Rgb = [Number.NaN, Number.NaN, Number.NaN];
  /** A colour that is not known is read on nothing. */
  function coloursOf(theme: string): (name: string) => Rgb {
    const known = new Map(hexesOf(theme).map(([name, hex]) => [name, rgbOf(hex)]));
    return (name) => known.get(name) ?? UNKNOWN;
  }

  const namesOf = (theme: string): string[] => hexesOf(theme).map(([name]) => name);

  function hexesOf(theme: string): [string, string][] {
    const blocks = [...css.matchAll(new RegExp(`\\[data-theme='${theme}'\\] \\{([^}]*)\\}`, 'g'))];
    return blocks.flatMap(([, block = '']) =>
      [...block.matchAll(/--([\w-]+):\s*(#[\da-f]{3,6});/g)].map(([, name = '', value = '']): [string, string] => [
        name,
        value,
      ]),
    );
  }

  function rgbOf(hex: string): Rgb {
    const digits = hex.length === 4 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1);
    const at = (from: number) => Number.parseInt(digits.slice(from, from + 2), 16);
    return [at(0), at(2), at(4)];
  }
});
