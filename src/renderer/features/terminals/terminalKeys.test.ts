import { describe, expect, it } from 'vitest';
import { isTerminalReply, terminalKey } from './terminalKeys';

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

describe('what comes out of a terminal', () => {
  const ESC = '\u001B';
  it.each([
    `${ESC}[12;40R`,
    `${ESC}[0n`,
    `${ESC}[?1;2c`,
    `${ESC}[>0;276;0c`,
    `${ESC}[?25;1$y`,
    `${ESC}[8;24;80t`,
    `${ESC}]11;rgb:0000/0000/0000${ESC}\\`,
    `${ESC}P1$r0m${ESC}\\`,
    `${ESC}[1;1R${ESC}[?1;2c`,
  ])('is its own answer: %j', (data) => {
    expect(isTerminalReply(data)).toBe(true);
  });

  it.each([
    'a',
    'yes\r',
    ESC,
    `${ESC}[A`,
    `${ESC}[1;5C`,
    `${ESC}[15~`,
    `${ESC}OP`,
    `${ESC}[200~code${ESC}[201~`,
    '\u0003',
    '你',
  ])('is typed: %j', (data) => {
    expect(isTerminalReply(data)).toBe(false);
  });
});
