import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageFile } from './pagePath';

const folder = ['', 'app', 'renderer'].join(sep);
const file = (address: string): string | null => pageFile(folder, address, 'app://signalbox');

describe('pageFile', () => {
  it('serves the index for the root and files inside the folder, whatever is asked of them', () => {
    expect(file('app://signalbox/')).toBe(folder + sep + 'index.html');
    expect(file('app://signalbox/assets/a%20b.js')).toBe([folder, 'assets', 'a b.js'].join(sep));
    expect(file('app://signalbox/assets/font.woff2?v=4.1#a')).toBe([folder, 'assets', 'font.woff2'].join(sep));
  });

  it.each(['/..%2fsecret', '/assets/..%2f..%2fsecret', '/%2e%2e%2fsecret', '/a%00b', '/%E0%A4%A', '/..%2f'])(
    'refuses %s, which leaves the folder or cannot be read',
    (path) => {
      expect(file(`app://signalbox${path}`)).toBeNull();
    },
  );

  it.each(['app://other/index.html', 'app://signalbox:1/index.html', 'file:///app/renderer/index.html', 'app', ''])(
    'refuses %s, which is no page of ours',
    (address) => {
      expect(file(address)).toBeNull();
    },
  );
});
