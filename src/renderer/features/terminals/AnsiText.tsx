import { memo } from 'react';
import { LinkedText } from '../markdown/LinkedText';
import { coloursOf } from './ansiColours';
import type { AnsiLine, AnsiSpan } from './ansiLines';
import './terminals.css';

/** Coloured lines. */
export const AnsiText = memo(function AnsiText({ lines }: { lines: readonly AnsiLine[] }) {
  return lines.map((line, index) => (
    <div key={index} className="ansi-line">
      {line.length === 0 ? '\n' : <AnsiLineText line={line} links />}
    </div>
  ));
});

/** `links`: web addresses in it can be opened. */
export function AnsiLineText({ line, links = false }: { line: AnsiLine; links?: boolean }) {
  return line.map((span, at) => <Piece key={at} span={span} links={links} />);
}

function Piece({ span, links }: { span: AnsiSpan; links: boolean }) {
  const words = links && span.text.includes('://') ? <LinkedText text={span.text} /> : span.text;
  const plain = !span.fg && !span.bg && !span.bold && !span.dim && !span.italic && !span.underline && !span.strike;
  if (plain) return words;
  return (
    <span
      style={{
        ...coloursOf(span),
        fontWeight: span.bold ? 600 : undefined,
        fontStyle: span.italic ? 'italic' : undefined,
        textDecoration: decorationOf(span),
      }}
    >
      {words}
    </span>
  );
}

const decorationOf = ({ underline, strike }: AnsiSpan): string | undefined =>
  [underline ? 'underline' : '', strike ? 'line-through' : ''].filter((one) => one !== '').join(' ') || undefined;
