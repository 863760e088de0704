import { memo } from 'react';
import type { AnsiLine, AnsiSpan } from './ansiLines';
import './terminals.css';

/** Coloured lines. The palette is the theme's; only true colours come from the program. */
export const AnsiText = memo(function AnsiText({ lines }: { lines: readonly AnsiLine[] }) {
  return lines.map((line, index) => (
    <div key={index} className="ansi-line">
      {line.length === 0 ? '\n' : <AnsiLineText line={line} />}
    </div>
  ));
});

export function AnsiLineText({ line }: { line: AnsiLine }) {
  return line.map((span, at) => <Piece key={at} span={span} />);
}

function Piece({ span }: { span: AnsiSpan }) {
  const plain = !span.fg && !span.bg && !span.bold && !span.dim && !span.italic && !span.underline;
  if (plain) return span.text;
  return (
    <span
      style={{
        color: isOfTheme(span.bg) ? 'var(--code)' : colourOf(span.fg, 'var(--code)'),
        backgroundColor: colourOf(span.bg, 'var(--text)'),
        fontWeight: span.bold ? 600 : undefined,
        opacity: span.dim ? 0.7 : undefined,
        fontStyle: span.italic ? 'italic' : undefined,
        textDecoration: span.underline ? 'underline' : undefined,
      }}
    >
      {span.text}
    </span>
  );
}

/**
 * Every colour of the theme is held to be read on the ground of code, so that ground is what can be read on each of them:
 * white on red would be ink on red in the light theme.
 */
const isOfTheme = (bg: string | null): boolean =>
  bg !== null && bg !== 'reverse' && !bg.includes(',') && !/^palette-(?:1[6-9]|[2-9]\d|\d{3})$/.test(bg);

function colourOf(name: string | null, reversed: string): string | undefined {
  if (name === null) return undefined;
  if (name === 'reverse') return reversed;
  if (name.includes(',')) return `rgb(${name})`;
  const palette = /^palette-(\d+)$/.exec(name)?.[1];
  return palette === undefined ? `var(--ansi-${name})` : paletteColour(Number(palette));
}

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** xterm's 256: 16 of the theme, a cube of 6 by 6 by 6, and 24 greys. */
function paletteColour(index: number): string {
  if (index < 16) return `var(--ansi-${index < 8 ? '' : 'bright-'}${NAMES[index % 8] ?? 'white'})`;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return `rgb(${grey}, ${grey}, ${grey})`;
  }
  const level = (value: number) => (value === 0 ? 0 : 55 + value * 40);
  const cube = index - 16;
  return `rgb(${level(Math.floor(cube / 36))}, ${level(Math.floor(cube / 6) % 6)}, ${level(cube % 6)})`;
}
