import type { ITheme } from '@xterm/xterm';
import './terminals.css';

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** The theme in force as a terminal wants it: plain colours, read from the tokens. */
export function terminalTheme(): ITheme {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const colours = NAMES.flatMap((name) => [
    [name, token(`--ansi-${name}`)],
    [`bright${name.charAt(0).toUpperCase()}${name.slice(1)}`, token(`--ansi-bright-${name}`)],
  ]);
  return {
    ...Object.fromEntries(colours),
    background: token('--code'),
    foreground: token('--text'),
    cursor: token('--text'),
    cursorAccent: token('--code'),
    selectionBackground: token('--selected'),
    selectionForeground: token('--text'),
    scrollbarSliderBackground: `${token('--line-strong')}99`,
    scrollbarSliderHoverBackground: token('--line-strong'),
    scrollbarSliderActiveBackground: token('--line-strong'),
  };
}

export const terminalFont = (): string => getComputedStyle(document.documentElement).getPropertyValue('--mono').trim();
