import type { MermaidConfig } from 'mermaid';
import type { DiagramColours } from './drawDiagram';
import { mermaidCss } from './mermaidCss';
import { mermaidVariables, shadesOf } from './mermaidVariables';

/** What a diagram's own settings may not change: it stays safe, and in the page's colours and letters. */
const OURS = ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'suppressErrorRendering'];
const OUR_LOOK = ['theme', 'themeVariables', 'themeCSS', 'darkMode', 'fontFamily', 'htmlLabels'];

/** Mermaid's settings: the page's tokens and sizes, in the names that each of its kinds has for them. */
export function mermaidConfig(source: string, given: DiagramColours): MermaidConfig {
  // A diagram lies on the ground of code; its shapes are of the page's surface.
  const colours = { ...given, bg: given.surface, surface: given.bg };
  const { fg, font, hues } = colours;
  return {
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    secure: [...OURS, ...OUR_LOOK],
    // Texts as a picture can hold them everywhere: of SVG, not of HTML in it.
    htmlLabels: false,
    fontFamily: font,
    darkMode: colours.isDark,
    theme: 'base',
    themeVariables: mermaidVariables(colours),
    themeCSS: mermaidCss(source, colours),
    c4: c4(colours),
    gantt: { useWidth: 720, fontSize: 12, sectionFontSize: 12, barHeight: 24, barGap: 6, topPadding: 48 },
    journey: {
      textPlacement: 'tspan',
      width: 120,
      height: 40,
      leftMargin: 110,
      taskMargin: 24,
      taskFontSize: 13,
      taskFontFamily: font,
      titleFontFamily: font,
      titleFontSize: '16px',
      titleColor: fg,
      sectionColours: [fg],
      actorColours: hues.map(({ ink }) => ink),
    },
    pie: { textPosition: 0.7 },
    quadrantChart: {
      chartWidth: 560,
      titleFontSize: 16,
      quadrantLabelFontSize: 14,
      xAxisLabelFontSize: 13,
      yAxisLabelFontSize: 13,
      pointLabelFontSize: 12,
      pointRadius: 4,
    },
    radar: { width: 480, height: 420 },
    sankey: { showValues: true },
    timeline: { leftMargin: 40, padding: 24 },
  };
}

const C4_KINDS = ['person', 'system', 'system_db', 'system_queue', 'container', 'container_db', 'container_queue'];
const C4_PARTS = ['component', 'component_db', 'component_queue'];

/** Its texts are white in every theme. */
function c4(colours: DiagramColours): MermaidConfig['c4'] {
  const { font, isDark, hues, muted, grid } = colours;
  const [own, part] = isDark ? shadesOf(colours).slice(hues.length) : hues.map(({ ink }) => ink);
  const foreign = isDark ? grid : muted;
  const settings: Record<string, unknown> = { c4ShapeInRow: 3, boundaryFontFamily: font, messageFontFamily: font };
  for (const kind of [...C4_KINDS, ...C4_PARTS]) {
    const fill = C4_PARTS.includes(kind) ? part : own;
    Object.assign(settings, {
      [`${kind}_bg_color`]: fill,
      [`${kind}_border_color`]: fill,
      [`external_${kind}_bg_color`]: foreign,
      [`external_${kind}_border_color`]: foreign,
      [`${kind}FontFamily`]: font,
      [`external_${kind}FontFamily`]: font,
    });
  }
  return settings;
}
