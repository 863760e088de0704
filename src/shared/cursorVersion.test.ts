import { describe, expect, it } from 'vitest';
import { cursorVersionIn, cursorVersionTime, lacksModelPicker } from './cursorVersion';

describe("versions of Cursor's CLI", () => {
  it('are known in both forms, and ordered by day and time', () => {
    const sorted = [
      '2025.09.18-7ae6800',
      '2026.06.02-a1b2c3d',
      '2026.06.02-09-15-00-a1b2c3d',
      '2026.10.01-23-59-59-0abcdef',
    ];
    const times = sorted.map((version) => cursorVersionTime(version) ?? Number.NaN);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(4);
  });

  it('are not what other tools say', () => {
    for (const other of [
      '0.1.4',
      'grok 1.2.3',
      'grok 2026.10.01',
      'v2026.10.01-abcdef0',
      '2026.1.1-abcdef0',
      '2026.13.01',
      '2026.10.32-abcdef0',
      '2026.10.01-nightly',
      '2026.10.01-10-20-30',
      '',
    ]) {
      expect(cursorVersionIn(other, true)).toBeUndefined();
      expect(cursorVersionIn(other, false)).toBeUndefined();
    }
  });

  it('may be the day alone, of a program that is known to be Cursor’s or that says so', () => {
    expect(cursorVersionIn('2026.10.01\n', true)).toBe('2026.10.01');
    expect(cursorVersionIn('cursor-agent 2026.10.01\n', false)).toBe('2026.10.01');
    expect(cursorVersionIn('Cursor CLI 2026.10.01', false)).toBe('2026.10.01');
    expect(cursorVersionIn('2026.10.01\n', false)).toBeUndefined();
    expect(cursorVersionTime('2026.10.01')).toBeLessThan(cursorVersionTime('2026.10.01-00-00-01-abcdef0') ?? 0);
    expect(lacksModelPicker('2026.04.07')).toBe(true);
    expect(lacksModelPicker('2026.04.08')).toBe(false);
  });

  it('are found behind a warning and behind a name', () => {
    expect(cursorVersionIn('a new version is there\n2026.08.11-abcdef0\n', false)).toBe('2026.08.11-abcdef0');
    expect(cursorVersionIn('cursor-agent 2026.10.01-10-20-30-abcdef012345\r\n', false)).toBe(
      '2026.10.01-10-20-30-abcdef012345',
    );
  });

  it('before 8 April 2026 have no model picker', () => {
    expect(lacksModelPicker('2026.04.07-abcdef0')).toBe(true);
    expect(lacksModelPicker('2026.04.08-abcdef0')).toBe(false);
    expect(lacksModelPicker('1.2.3')).toBe(false);
  });
});
