import { describe, expect, it } from 'vitest';
import { promptTitle, titleLine } from './titleLine';

describe('a title', () => {
  it('is the first line that has text in it', () => {
    expect(titleLine('\n \t\r\n  Fix   it\nnow', 80)).toBe('Fix it');
    expect(titleLine(' \n', 80)).toBeNull();
  });

  it('is cut between characters', () => {
    expect(titleLine('😀😀😀😀', 3)).toBe('😀😀…');
    expect(titleLine('😀😀😀', 3)).toBe('😀😀😀');
  });

  it('comes from what a prompt says before what it carries', () => {
    const link = { type: 'resource_link' as const, uri: 'file:///a.ts', name: 'a.ts' };
    expect(promptTitle([link, { type: 'text', text: 'Explain' }])).toBe('Explain');
    expect(promptTitle([link])).toBe('a.ts');
    expect(promptTitle([{ type: 'image', data: '', mimeType: 'image/png' }])).toBeNull();
  });
});
