import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../store/testStore';
import { readImage } from './imageFile';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
let root: string;
let outside: string;
beforeEach(() => {
  const folder = temporaryFolder();
  root = join(folder, 'root');
  outside = join(folder, 'outside');
  for (const made of [root, outside]) mkdirSync(made);
});

describe('a generated picture', () => {
  it('is read with the format that its bytes tell, whatever its name', async () => {
    writeFileSync(join(root, 'icon.jpg'), PNG);
    expect(await readImage([root], join(root, 'icon.jpg'))).toEqual({ bytes: PNG, mimeType: 'image/png' });
    const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBPVP8 ')]);
    writeFileSync(join(root, 'a.webp'), webp);
    expect(await readImage([root], join(root, 'a.webp'))).toMatchObject({ mimeType: 'image/webp' });
  });

  it('is refused where its bytes are no picture', async () => {
    writeFileSync(join(root, 'icon.png'), '<svg onload="alert(1)"/>');
    expect(await readImage([root], join(root, 'icon.png'))).toEqual({ refused: 'notImage' });
    mkdirSync(join(root, 'folder.png'));
    expect(await readImage([root], join(root, 'folder.png'))).toEqual({ refused: 'notImage' });
  });

  it.skipIf(process.platform === 'win32')('is refused where it is a pipe, which is not waited for', async () => {
    execFileSync('mkfifo', [join(root, 'pipe.png')]);
    expect(await readImage([root], join(root, 'pipe.png'))).toEqual({ refused: 'notImage' });
  });

  it('is a drawing only where that is asked for, by how it begins, and not where it is large', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const read = async (text: string, options?: { svg: boolean }) => {
      writeFileSync(join(root, 'a.txt'), text);
      const image = await readImage([root], join(root, 'a.txt'), options);
      return 'refused' in image ? image.refused : image.mimeType;
    };
    const wanted = { svg: true };
    expect(await read(svg)).toBe('notImage');
    const heads = [
      '',
      '\uFEFF\n ',
      '<?xml version="1.0"?>\n<!-- by > hand -->\n<!-- again -->',
      '<!DOCTYPE svg PUBLIC "x" "y">',
    ];
    for (const head of heads) expect(await read(head + svg, wanted)).toBe('image/svg+xml');
    const none = [
      '<html><svg/></html>',
      '<!-- <svg/>',
      '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
      '<svgs/>',
      'text',
      '',
    ];
    for (const text of none) expect(await read(text, wanted)).toBe('notImage');
    expect(await read(`${svg}<!--${'x'.repeat(2 * 1024 * 1024)}-->`, wanted)).toBe('tooLarge');
    expect(await read(`${'<!---->'.repeat(9000)}x`, wanted)).toBe('notImage');
  });

  it('is refused where it lies outside of the roots, by path or by link', async () => {
    writeFileSync(join(outside, 'a.png'), PNG);
    symlinkSync(join(outside, 'a.png'), join(root, 'link.png'));
    symlinkSync(outside, join(root, 'folder'));
    for (const path of [
      join(outside, 'a.png'),
      join(root, 'link.png'),
      join(root, 'folder/a.png'),
      `${root}/../outside/a.png`,
    ]) {
      expect(await readImage([root], path)).toEqual({ refused: 'outsideRoots' });
    }
  });

  it('is refused where it is larger than 20 MB, and where it is not there', async () => {
    const path = join(root, 'big.png');
    writeFileSync(path, PNG);
    truncateSync(path, 20 * 1024 * 1024 + 1);
    expect(await readImage([root], path)).toEqual({ refused: 'tooLarge' });
    expect(await readImage([root], join(root, 'none.png'))).toEqual({ refused: 'notFound' });
  });
});
