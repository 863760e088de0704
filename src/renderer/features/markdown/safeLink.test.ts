import { describe, expect, it } from 'vitest';
import { decodeEntities } from '@shared/session/entityTable';
import { fenceInfo } from './fenceInfo';
import { isSafeImage, linkTarget } from './safeLink';

describe('linkTarget', () => {
  it('lets https, http and mailto out and nothing else', () => {
    expect(linkTarget('https://a.b/c').kind).toBe('external');
    expect(linkTarget('mailto:a@b.c').kind).toBe('external');
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'vbscript:x',
      'data:text/html,x',
      'app://x',
      'vscode://settings/x:1',
      'foo:alert(1,2)',
      '#top',
      '',
    ]) {
      expect(linkTarget(href).kind).toBe('none');
    }
  });

  it('takes a relative path and a file address as a file', () => {
    expect(linkTarget('src/a%20b.ts')).toEqual({ kind: 'file', path: 'src/a b.ts' });
    expect(linkTarget('file:///home/u/a.ts')).toEqual({ kind: 'file', path: '/home/u/a.ts' });
    expect(linkTarget('Makefile:12')).toEqual({ kind: 'file', path: 'Makefile', line: 12 });
    expect(linkTarget('Dockerfile:3-9')).toEqual({
      kind: 'file',
      path: 'Dockerfile',
      line: 3,
      endLine: 9,
    });
    expect(linkTarget('localhost:3000').kind).toBe('none');
    expect(linkTarget('100%.md')).toEqual({ kind: 'file', path: '100%.md' });
  });
});

describe('isSafeImage', () => {
  it('takes pictures that came inside the answer only', () => {
    expect(isSafeImage('data:image/png;base64,aGk=')).toBe(true);
    expect(isSafeImage('data:image/svg+xml;base64,aGk=')).toBe(false);
    expect(isSafeImage('https://a.b/pixel.png')).toBe(false);
  });

  it('takes a drawing that came inside by how it begins, as one of the folder, in either way it is written', () => {
    const drawing = '<?xml version="1.0"?><!-- 图 --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>';
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const safe = (text: string) => [
      isSafeImage(`data:image/svg+xml;base64,${base64(text)}`),
      isSafeImage(`data:image/svg+xml;charset=utf-8;base64,${base64(text)}`),
      isSafeImage(`data:image/svg+xml,${encodeURIComponent(text)}`),
      isSafeImage(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`),
    ];
    expect(safe(drawing)).toEqual([true, true, true, true]);
    // Longer than what is read to know it, wherever that is cut.
    const long = (size: number) => `<svg>${'图'.repeat(size)}</svg>`;
    for (const size of [30_000, 30_001, 30_002]) expect(safe(long(size))).toEqual([true, true, true, true]);
    const none = ['<html><svg/></html>', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', '', long(750_000)];
    for (const text of none) expect(safe(text)).toEqual([false, false, false, false]);
    for (const rest of ['%zz', ';base64,%%', ';base64,', ';foo,<svg/>', ';base64<svg/>'])
      expect(isSafeImage(`data:image/svg+xml${rest}`)).toBe(false);
    expect(isSafeImage(`data:text/html,${encodeURIComponent(drawing)}`)).toBe(false);
  });
});

describe('fenceInfo', () => {
  it('reads a language, its alias and words after it', () => {
    expect(fenceInfo('ts {1,3}')).toMatchObject({ language: 'typescript', label: 'TypeScript', citation: null });
    expect(fenceInfo('brainfuck')).toMatchObject({ language: null, label: 'brainfuck' });
    expect(fenceInfo('')).toMatchObject({ language: null, label: '' });
  });

  it("reads Cursor's citation and colours it by the file's name", () => {
    expect(fenceInfo('12:40:src/app/main.test.ts')).toEqual({
      language: 'typescript',
      label: '',
      citation: { path: 'src/app/main.test.ts', line: 12, endLine: 40 },
    });
    expect(fenceInfo('3:3:my dir/a b.ts').citation).toEqual({ path: 'my dir/a b.ts', line: 3 });
  });
});

describe('a fence that names a file with its lines', () => {
  it.each([
    ['src/a.ts:12-14', { path: 'src/a.ts', line: 12, endLine: 14 }],
    ['src/a.ts#L12-L14', { path: 'src/a.ts', line: 12, endLine: 14 }],
    ['ts:src/a.ts:12', { path: 'src/a.ts', line: 12 }],
    ['typescript src/a.ts#L12', { path: 'src/a.ts', line: 12 }],
  ])('%s', (info, citation) => {
    expect(fenceInfo(info)).toEqual({ language: 'typescript', label: '', citation });
  });

  it('is not one that only has numbers in it', () => {
    for (const info of ['ts {1,3}', 'ts:12', 'python3.11:4', 'ts startline=3 a.ts', 'console:12', 'c++:3'])
      expect(fenceInfo(info).citation).toBeNull();
    expect(fenceInfo('src/a.py')).toEqual({ language: 'python', label: 'src/a.py', citation: null });
  });
});

describe('decodeEntities', () => {
  it('turns names and numbers into their characters and leaves the unknown as written', () => {
    expect(decodeEntities('a &amp; b &lt;c&gt; &#x4e2d; &#65; &nosuch; & &nbsp;')).toBe(
      'a & b <c> 中 A &nosuch; & \u00a0',
    );
    expect(decodeEntities('&#0; &#xd800;')).toBe('\ufffd \ufffd');
  });
});
