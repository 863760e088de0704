import type { Page, Route } from '@playwright/test';

/** What comes after the text that it belongs to. */
export type Late = 'picture' | 'diagram' | 'formula' | 'formula font' | 'code font' | 'italic font';

const FILES: readonly [Late, RegExp][] = [
  ['formula', /\/katex-[^/]*\.js/],
  ['formula font', /\/KaTeX_[^/]*\.woff2/],
  ['code font', /\/jetbrains-mono-[^/]*\.woff2/],
  ['italic font', /\/InterVariable-Italic[^/]*\.woff2/],
];

declare global {
  interface Window {
    /** Posts of these kinds wait until they are let through. */
    late: Map<string, (() => void)[]>;
  }
}

/**
 * Loads the page anew, where what is drawn late waits until it is let through, kind by kind: files of the page, jobs of its
 * workers, pictures that the engine reads.
 */
export async function holdBack(page: Page, kinds: readonly Late[]): Promise<(kind: Late) => Promise<void>> {
  const files = FILES.filter(([kind]) => kinds.includes(kind));
  const waiting = new Map<Late, Route[]>(files.map(([kind]) => [kind, []]));
  for (const [kind, pattern] of files) {
    await page.route(pattern, async (route) => {
      const queue = waiting.get(kind);
      if (queue === undefined) await route.continue();
      else queue.push(route);
    });
  }
  await page.addInitScript((held) => {
    window.late = new Map(held.map((kind) => [kind, []]));
    const kindOf = (message: unknown): string => {
      if (typeof message !== 'object' || message === null) return '';
      if ('method' in message) return message.method === 'files.image' ? 'picture' : '';
      return 'colours' in message ? 'diagram' : '';
    };
    for (const { prototype } of [Worker, MessagePort]) {
      const posts = Object.getOwnPropertyDescriptor(prototype, 'postMessage');
      Object.defineProperty(prototype, 'postMessage', {
        ...posts,
        value(this: unknown, ...given: unknown[]) {
          const post = (): void => void Reflect.apply(posts?.value, this, given);
          const queue = window.late.get(kindOf(given[0]));
          if (queue === undefined) post();
          else queue.push(post);
        },
      });
    }
  }, kinds);
  await page.reload();
  return async (kind) => {
    const routes = waiting.get(kind) ?? [];
    waiting.delete(kind);
    for (const route of routes) await route.continue();
    await page.evaluate((name) => {
      const posts = window.late.get(name) ?? [];
      window.late.delete(name);
      for (const post of posts) post();
    }, kind);
  };
}
