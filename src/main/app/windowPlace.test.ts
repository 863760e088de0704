import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPlace, writePlace } from './windowPlace';

const display = { x: 0, y: 0, width: 1920, height: 1080 };
const newFile = (): string => join(mkdtempSync(join(tmpdir(), 'signalbox-place-')), 'window.json');

describe('the window’s place', () => {
  it('returns as it was written', async () => {
    const file = newFile();
    const place = { x: 40, y: 50, width: 1000, height: 700, maximized: true };
    await writePlace(file, place);
    expect(readPlace(file, [display])).toEqual(place);
  });

  it('keeps its size but not its position when its display is gone', async () => {
    const file = newFile();
    await writePlace(file, { x: 2500, y: 50, width: 1000, height: 700, maximized: false });
    expect(readPlace(file, [display])).toEqual({ width: 1000, height: 700, maximized: false });
  });

  it.each([
    '',
    '{',
    '{"width":3}',
    'null',
    '{"x":1,"y":1,"width":1000.5,"height":700,"maximized":false}',
    '{"x":1,"y":1,"width":1000,"height":99,"maximized":false}',
    '{"x":1,"y":1,"width":1000,"height":700,"maximized":"yes"}',
  ])('falls back on the default when the file holds %j', (text) => {
    const file = newFile();
    writeFileSync(file, text);
    expect(readPlace(file, [display])).toEqual({ width: 1280, height: 820, maximized: false });
  });
});
