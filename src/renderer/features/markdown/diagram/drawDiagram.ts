import { parseMermaid, renderMermaidSVG } from 'beautiful-mermaid';
import { plainSource } from './kinds';

/** Of the page's theme; an SVG that is shown as a picture reads no styles of the page. */
export interface DiagramColours {
  bg: string;
  fg: string;
  line: string;
  accent: string;
  muted: string;
  surface: string;
  border: string;
  /** Lines that are only to be followed with the eye. */
  grid: string;
  /** What is told apart by colour. */
  hues: readonly { ink: string; ground: string }[];
  font: string;
  isDark: boolean;
}

export type DrawnDiagram = { svg: string; width: number; height: number } | { broken: string };

/** Draws a quick kind; what it says is broken may yet be written in words that only Mermaid itself knows. */
export function drawDiagram(source: string, colours: DiagramColours): DrawnDiagram {
  const text = plainSource(source);
  try {
    if (/^(?:graph|flowchart|statediagram)/i.test(text)) {
      const graph = parseMermaid(text);
      const isFlow = !/^state/i.test(text);
      const broken = graph.nodes.size === 0 ? text.split('\n', 2).join(' ') : isFlow ? unclosedIn(text) : null;
      if (broken !== null) return { broken: broken.slice(0, 80) };
    }
    const { bg, fg, line, accent, muted, surface, border } = colours;
    const look = { bg, fg, line, accent, muted, surface, border, transparent: true, padding: 16 };
    // It would ask a font service for its letters; a picture asks for nothing, and neither should its text.
    const svg = renderMermaidSVG(text, look).replace(/@import url\([^)]*\);?/g, '');
    const size = /<svg[^>]*? width="([\d.]+)" height="([\d.]+)"/.exec(svg);
    return { svg, width: Math.ceil(Number(size?.[1] ?? 0)), height: Math.ceil(Number(size?.[2] ?? 0)) };
  } catch (error) {
    return { broken: error instanceof Error ? error.message : String(error) };
  }
}

/** The drawer passes over what it does not understand: half of a diagram would look like all of it. */
function unclosedIn(text: string): string | null {
  // What is quoted may go on over lines, and hold any sign.
  const masked = text.replaceAll(/"[^"]*"/g, (quoted) => 'q'.repeat(quoted.length));
  let at = 0;
  for (const line of masked.split('\n')) {
    const isOpen = PAIRS.some(([open, close]) => line.split(open).length > line.split(close).length);
    if (isOpen) return text.slice(at, at + line.length).trim();
    at += line.length + 1;
  }
  return null;
}

const PAIRS = [
  ['[', ']'],
  ['(', ')'],
  ['{', '}'],
] as const;
