import { describe, expect, it } from 'vitest';
import { terminalKey } from './terminalKeys';

const key = (code: string, ...held: ('ctrl' | 'shift' | 'alt' | 'meta')[]) => ({
  code,
  ctrlKey: held.includes('ctrl'),
  shiftKey: held.includes('shift'),
  altKey: held.includes('alt'),
  metaKey: held.includes('meta'),
});

describe('a key in a terminal', () => {
  it('goes to the program, Escape and Tab too', () => {
    for (const code of ['KeyA', 'Escape', 'Tab', 'Enter']) expect(terminalKey(key(code), false)).toBe('program');
    expect(terminalKey(key('KeyC', 'ctrl'), false)).toBe('program');
    expect(terminalKey(key('KeyK', 'ctrl'), true)).toBe('program');
    expect(terminalKey(key('KeyV', 'ctrl', 'alt'), true)).toBe('program');
  });

  it('pastes, and copies what is selected, by the keys that people know', () => {
    expect(terminalKey(key('KeyV', 'ctrl'), false)).toBe('browser');
    expect(terminalKey(key('KeyV', 'ctrl', 'shift'), false)).toBe('browser');
    expect(terminalKey(key('KeyC', 'ctrl'), true)).toBe('browser');
    expect(terminalKey(key('KeyC', 'ctrl', 'shift'), false)).toBe('browser');
  });

  it('leads out of the terminal', () => {
    expect(terminalKey(key('KeyX', 'ctrl', 'shift'), false)).toBe('leave');
  });
});
