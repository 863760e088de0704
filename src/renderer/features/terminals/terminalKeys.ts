/** What a key does in a terminal: nothing special (it goes to the program), the browser's own copy or paste, or leave. */
export type TerminalKey = 'program' | 'browser' | 'leave';

/** Escape and Tab are the program's; so that nobody is caught in it, these keys lead out on every system. */
export const LEAVE_KEYS = 'Ctrl+Shift+X';

interface Pressed {
  code: string;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

const ESC = '\u001B';
/** Cursor and status reports, what the terminal is, what it has set (`CSI … c n R t y x`), colours (OSC), settings (DCS). */
const REPLY = new RegExp(String.raw`^(?:${ESC}(?:\[[?>=]?[\d;]*\$?[cnRtyx]|[\]P][\s\S]*))+$`);

/**
 * Is this what the terminal itself says to a program that asks, and nothing that a person typed? Both come the same way out
 * of it; while old output is played again only the person's own must go to the program.
 */
export const isTerminalReply = (data: string): boolean => REPLY.test(data);

/**
 * A code from a browser has to be pasted by the keys that people know, so Ctrl+V pastes and Ctrl+C copies where something is
 * selected; else both would be signs to the program. With Shift they do so always, as in other terminals.
 */
export function terminalKey(pressed: Pressed, hasSelection: boolean): TerminalKey {
  const { code, ctrlKey, shiftKey, altKey, metaKey } = pressed;
  if (!ctrlKey || altKey || metaKey) return 'program';
  if (shiftKey && code === 'KeyX') return 'leave';
  if (code === 'KeyV') return 'browser';
  return code === 'KeyC' && (shiftKey || hasSelection) ? 'browser' : 'program';
}
