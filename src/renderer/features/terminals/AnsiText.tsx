import { memo } from 'react';
import { coloursOf } from './ansiColours';
import type { AnsiLine, AnsiSpan } from './ansiLines';
import './terminals.css';

/** Coloured lines. */
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
        ...coloursOf(span),
        fontWeight: span.bold ? 600 : undefined,
        fontStyle: span.italic ? 'italic' : undefined,
        textDecoration: span.underline ? 'underline' : undefined,
      }}
    >
      {span.text}
    </span>
  );
}
