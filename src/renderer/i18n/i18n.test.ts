import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import en from './en.json';
import zhCN from './zh-CN.json';

const shared = import.meta.glob<string>('../../shared/{errors,ipc/views,session/item}.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const sourceOf = (name: string) => shared[`../../shared/${name}.ts`] ?? '';

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Every leaf as a path and its text. */
function leaves(node: unknown, path = ''): Map<string, string> {
  if (typeof node === 'string') return new Map([[path, node]]);
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(node ?? {})) {
    for (const [inner, text] of leaves(value, path === '' ? key : `${path}.${key}`)) found.set(inner, text);
  }
  return found;
}

/** Plural forms of one key count as one: English has two, Chinese one. */
function byKey(texts: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>();
  for (const [path, text] of texts) {
    const key = path.replace(PLURAL, '');
    const placeholders = keys.get(key) ?? new Set();
    for (const [, name] of text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)) placeholders.add(name ?? '');
    keys.set(key, placeholders);
  }
  return keys;
}

const english = leaves(en);
const chinese = leaves(zhCN);

const othersInChinese = import.meta.glob<string>(
  ['../../main/app/i18n/zh-CN.json', '../../main/agents/demo/script/zhCN.ts'],
  { query: '?raw', import: 'default', eager: true },
);

describe('Chinese', () => {
  it('says 你 everywhere, never 您: in the page, in Electron’s surfaces and in the demo', () => {
    const texts = [JSON.stringify(zhCN), ...Object.values(othersInChinese)];
    expect(texts).toHaveLength(3);
    expect(texts.filter((text) => text.includes('您'))).toEqual([]);
  });
});

describe('the two languages', () => {
  it('have the same keys', () => {
    expect([...byKey(chinese).keys()].sort()).toEqual([...byKey(english).keys()].sort());
  });

  it('have the same placeholders in each text', () => {
    const zh = byKey(chinese);
    const wrong = [...byKey(english)].filter(([key, names]) => {
      const there = zh.get(key) ?? new Set();
      // "question" may leave its number out in the singular, where it says one.
      return [...names].some((name) => !there.has(name)) || [...there].some((name) => !names.has(name));
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it('have no empty text', () => {
    expect([...english, ...chinese].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });

  it('give Chinese its own plural form and no English one', () => {
    expect([...chinese.keys()].filter((key) => PLURAL.test(key) && !key.endsWith('_other'))).toEqual([]);
  });
});

describe('every code has a sentence', () => {
  const keys = new Set(byKey(english).keys());
  const codes = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, code]) => code ?? '');
  const hasText = (key: string) => keys.has(key) || [...keys].some((other) => other.startsWith(`${key}.`));

  it('of an error', () => {
    const found = codes(sourceOf('errors'), /code: '([\w.]+)'/g);
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter((code) => !keys.has(`errors.${code}`))).toEqual([]);
  });

  it('of a session notice', () => {
    const found = codes(sourceOf('session/item'), /code: z\.literal\('([\w.]+)'\)/g);
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter((code) => !hasText(`notices.${code}`))).toEqual([]);
  });

  it('of an app notice', () => {
    const found = codes(sourceOf('ipc/views'), /code: '([\w.]+)'/g);
    expect(found.length).toBeGreaterThan(2);
    expect(found.filter((code) => !keys.has(`appNotices.${code}`))).toEqual([]);
  });
});

/** Letters of any script that a person would read as words. */
const WORDS = /\p{L}{2,}/u;
const SPOKEN = new Set(['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'label', 'hint']);

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const field = (value: unknown, name: string): unknown => (isNode(value) ? value[name] : undefined);

/** Literal words in a component: text between tags, and the attributes that are shown or spoken. */
function literalTexts(file: string, source: string): string[] {
  const found: string[] = [];
  const note = (text: unknown, shown: (text: string) => string) => {
    if (typeof text === 'string' && WORDS.test(text)) found.push(shown(text.trim()));
  };
  const walk = (node: unknown) => {
    if (!isNode(node)) return;
    if (node['type'] === 'JSXText') note(node['value'], (text) => text);
    const name = field(node['name'], 'name');
    if (node['type'] === 'JSXAttribute' && typeof name === 'string' && SPOKEN.has(name)) {
      note(field(node['value'], 'value'), (text) => `${name}="${text}"`);
    }
    for (const inner of Object.values(node)) walk(inner);
  };
  walk(parseSync(file, source).program);
  return found;
}

describe('components', () => {
  const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true });

  it('hold no words of their own', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(30);
    const found = Object.entries(sources).flatMap(([file, source]) =>
      literalTexts(file, source).map((text) => `${file}: ${text}`),
    );
    // NAME is what a variable's name looks like, in any language.
    expect(found.filter((entry) => !entry.endsWith('placeholder="NAME"'))).toEqual([]);
  });

  it('would be caught if they did', () => {
    expect(literalTexts('a.tsx', 'const a = <p title="Open it">Hello {x}</p>;')).toEqual(['title="Open it"', 'Hello']);
  });
});
