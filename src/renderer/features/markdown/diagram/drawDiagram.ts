import { parseMermaid, renderMermaidSVG } from 'beautiful-mermaid';
import { drawPie } from './drawPie';
import { mindmapAsFlow } from './mindmap';

/** Of the page's theme; an SVG that is shown as a picture reads no styles of the page. */
export interface DiagramColours {
  bg: string;
  fg: string;
  line: string;
  accent: string;
  muted: string;
  surface: string;
  border: string;
}

export type DrawnDiagram =
  | { svg: string; width: number; height: number }
  /** A kind of diagram that we do not draw. */
  | { unknownKind: string }
  | { broken: string };

const KINDS =
  /^(?:graph|flowchart|statediagram(?:-v2)?|sequencediagram|classdiagram(?:-v2)?|erdiagram|xychart(?:-beta)?|mindmap|pie)\b/i;
/** Mermaid's other kinds, to tell them from what is no diagram at all. */
const OTHERS =
  /^(?:architecture|block|c4\w*|gantt|gitgraph|ishikawa|journey|kanban|packet|quadrantchart|radar|requirementdiagram|sankey|timeline|treemap|treeview|venn|zenuml)\b/i;

export function drawDiagram(source: string, colours: DiagramColours): DrawnDiagram {
  const given = plainSource(source);
  if (/^pie\b/i.test(given)) return drawPie(given, colours);
  const text = /^mindmap\b/i.test(given) ? (mindmapAsFlow(given) ?? given) : given;
  if (!KINDS.test(text)) {
    const kind = OTHERS.exec(text)?.[0];
    return kind === undefined ? { broken: text.split('\n', 1)[0]?.slice(0, 80) ?? '' } : { unknownKind: kind };
  }
  try {
    if (/^(?:graph|flowchart|statediagram|mindmap)/i.test(text)) {
      const graph = parseMermaid(text);
      const isFlow = !/^state/i.test(text);
      const broken = graph.nodes.size === 0 ? text.split('\n', 2).join(' ') : isFlow ? unclosedIn(text) : null;
      if (broken !== null) return { broken: broken.slice(0, 80) };
    }
    // It would ask a font service for its letters; a picture asks for nothing, and neither should its text.
    const svg = renderMermaidSVG(text, { ...colours, transparent: true, padding: 16 }).replace(
      /@import url\([^)]*\);?/g,
      '',
    );
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

/** What people and models write before and around the first line, which the drawer wants bare. */
function plainSource(source: string): string {
  const body = source
    .replace(/^\s*---\n[\s\S]*?\n---[ \t]*\n/, '')
    .split('\n')
    .filter((line) => !/^\s*%%/.test(line))
    .join('\n')
    .trim();
  const [first = '', ...rest] = body.split('\n');
  const flow = /^(graph|flowchart)(?:\s+(TB|TD|LR|RL|BT))?\s*(?:;\s*(.*))?$/i.exec(first.trim());
  if (flow === null)
    return [
      first
        .trim()
        .replace(/;$/, '')
        .replace(/^classDiagram-v2/i, 'classDiagram'),
      ...rest,
    ].join('\n');
  const lines = [flow[3] ?? '', ...rest].flatMap((line) => statementsOf(line));
  return [`${flow[1]} ${(flow[2] ?? 'TD').toUpperCase()}`, ...lines].join('\n');
}

/** `A-->B; B-->C` in one line is two; what stands in brackets or quotes stays together. */
function statementsOf(line: string): string[] {
  if (!line.includes(';')) return [line];
  const parts = line.match(/(?:"[^"]*"|\[[^\]]*\]|\([^)]*\)|\{[^}]*\}|\|[^|]*\||[^;"[({|])+/g) ?? [line];
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
