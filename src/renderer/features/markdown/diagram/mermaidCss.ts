import type { DiagramColours } from './drawDiagram';
import { firstWord } from './kinds';

/** What mermaid's themes have no variable for, kind by kind. */
export function mermaidCss(source: string, colours: DiagramColours): string {
  const { bg, fg, line, muted, surface, border, grid, hues } = colours;
  const rules: Record<string, string> = {
    gantt: `.section { fill: ${fg}; opacity: 0.04; }
      .section1, .section3 { fill: none; }
      .exclude-range { fill-opacity: 0.3; }
      .grid .tick { opacity: 1; }
      .grid .tick line { stroke: ${grid}; }
      .grid .tick text { fill: ${muted}; font-size: 11px; stroke: none; }
      .task { stroke-width: 1px; }
      .today { stroke-width: 1.5px; }
      /* Beside its diamond it needs no second sign, and Han has no italics. */
      .milestoneText { font-style: normal; }
      .titleText { font-size: 16px; fill: ${fg}; }`,
    gitgraph: `.arrow { stroke-width: 4px; }
      .branch { stroke: ${grid}; }
      .branch-label, .branchLabel text { font-size: 12px; }
      .commit-label-bkg { opacity: 0.8; }
      circle.commit-cherry-pick { fill: ${muted}; }
      circle.commit-cherry-pick[fill] { fill: ${bg}; }
      line.commit-cherry-pick { stroke: ${bg}; }`,
    timeline: `.eventWrapper { filter: none; }
      .node-bkg { stroke: ${grid}; }
      .lineWrapper line { stroke: ${line}; stroke-width: 1.5px; }
      marker path { fill: ${line}; }
      text { font-size: 15px; }`,
    journey: `.label text, text.task, text.journey-section { fill: ${fg}; }
      rect.task, rect.journey-section { stroke: ${grid}; }
      ${hues.map(({ ink }, at) => `.actor-${at} { fill: ${ink}; stroke: ${bg}; }`).join('\n')}
      .face { stroke: ${muted}; }
      .mouth { stroke: ${muted}; fill: ${muted}; }
      line { stroke: ${line}; stroke-width: 1.5px; }
      marker path { fill: ${line}; }
      .legend { font-size: 13px; }`,
    c4: `text { fill: ${fg}; }
      line, path[fill="none"] { stroke: ${line}; }
      rect[fill="none"] { stroke: ${border}; }
      > text { font-size: 18px; }`,
    architecture: `[style*="fill: #087ebf"] { fill: ${surface} !important; stroke: ${border} !important; stroke-width: 1px !important; }
      [style*="fill: #fff"] { fill: ${fg} !important; }
      [style*="stroke: #fff"] { stroke: ${fg} !important; }
      .node-icon-text > div { color: ${fg}; }
      /* Lines end where the names begin. */
      .architecture-services text { paint-order: stroke; stroke: ${bg}; stroke-width: 3px; stroke-linejoin: round; }`,
    sankey: `.link { mix-blend-mode: normal !important; stroke-opacity: 0.3; }`,
    kanban: `.cluster rect { fill: ${bg}; stroke: ${grid}; }
      .node rect { fill: ${surface}; stroke: ${grid}; }`,
    radar: `.radarAxisLabel { fill: ${fg}; color: ${fg}; }
      .radarTitle { font-size: 16px; }
      ${hues.map(({ ink }, at) => `.radarCurve-${at}, .radarLegendBox-${at} { fill: ${ink}; stroke: ${ink}; }`).join('\n')}`,
    mindmap: `[class*="edge-depth"] { stroke-width: 1.5px; }
      .node-bkg { stroke: ${grid}; }
      ${Array.from({ length: 12 }, (_, at) => `.section-edge-${at} { stroke: ${hues[(at + 1) % hues.length]?.ink}; }`).join('\n')}`,
    eventmodeling: `text, tspan { fill: ${fg}; }`,
    packet: `.packetTitle { font-size: 16px; }`,
    venn: `text { font-size: 20px; fill: ${fg}; }`,
  };
  const word = firstWord(source);
  return Object.entries(rules).find(([kind]) => word.startsWith(kind))?.[1] ?? '';
}
