import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageFile } from './pagePath';

const folder = ['', 'app', 'renderer'].join(sep);

describe('pageFile', () => {
  it('serves the index for the root and files inside the folder', () => {
    expect(pageFile(folder, '/')).toBe(folder + sep + 'index.html');
    expect(pageFile(folder, '/assets/a%20b.js')).toBe([folder, 'assets', 'a b.js'].join(sep));
  });

  it.each(['/../secret', '/..%2fsecret', '/assets/../../secret', '/%2e%2e/secret', '/a%00b', '/%E0%A4%A', '/..'])(
    'refuses %s, which leaves the folder or cannot be read',
    (path) => {
      expect(pageFile(folder, path)).toBeNull();
    },
  );
});
