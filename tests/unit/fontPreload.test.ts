import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('the font that the page reads ahead is the very address that its style asks for', () => {
  const ahead = /href="\.\.\/\.\.\/node_modules\/inter-ui\/([^"]+)"/.exec(read('src/renderer/index.html'))?.[1];
  // Read under another address it would be read twice.
  expect(ahead).toMatch(/\.woff2/);
  expect(read('node_modules/inter-ui/inter-variable.css')).toContain(`url("${ahead}")`);
});
