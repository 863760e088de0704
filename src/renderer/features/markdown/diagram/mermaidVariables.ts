import type { DiagramColours } from './drawDiagram';

/** Colours of mermaid's theme `base`: what is not named here it derives from these. */
export function mermaidVariables(colours: DiagramColours): Record<string, unknown> {
  const { bg, fg, line, muted, surface, border, grid, hues, font, isDark } = colours;
  const shades = shadesOf(colours);
  const shade = (at: number) => shades[at % shades.length];
  const ink = (at: number) => hues[at % hues.length]?.ink;
  const [work, go, need, stop] = hues;
  return {
    darkMode: isDark,
    fontFamily: font,
    fontSize: '13px',
    useGradient: false,
    dropShadow: 'none',
    background: bg,
    primaryColor: surface,
    primaryTextColor: fg,
    primaryBorderColor: border,
    secondaryColor: surface,
    secondaryTextColor: fg,
    secondaryBorderColor: border,
    tertiaryColor: surface,
    tertiaryTextColor: fg,
    tertiaryBorderColor: border,
    lineColor: line,
    arrowheadColor: line,
    textColor: fg,
    titleColor: fg,
    edgeLabelBackground: bg,
    noteBkgColor: need?.ground,
    noteTextColor: fg,
    noteBorderColor: need?.ink,
    sequenceNumberColor: bg,
    attributeBackgroundColorOdd: bg,
    attributeBackgroundColorEven: surface,
    ...numbered('cScale', 0, 12, shade),
    ...numbered('cScaleLabel', 0, 12, () => fg),
    ...numbered('cScaleInv', 0, 12, ink),
    ...numbered('cScalePeer', 0, 12, ink),
    ...numbered('surface', 0, 5, () => surface),
    ...numbered('surfacePeer', 0, 5, () => border),
    // Gantt: what is done, under way and critical is told by colour.
    sectionBkgColor: surface,
    altSectionBkgColor: bg,
    sectionBkgColor2: surface,
    excludeBkgColor: grid,
    gridColor: grid,
    taskBkgColor: surface,
    taskBorderColor: border,
    activeTaskBkgColor: work?.ground,
    activeTaskBorderColor: work?.ink,
    doneTaskBkgColor: go?.ground,
    doneTaskBorderColor: go?.ink,
    critBkgColor: stop?.ground,
    critBorderColor: stop?.ink,
    todayLineColor: need?.ink,
    vertLineColor: muted,
    taskTextColor: fg,
    taskTextDarkColor: fg,
    taskTextLightColor: fg,
    taskTextOutsideColor: fg,
    taskTextClickableColor: fg,
    // Journey
    ...numbered('fillType', 0, 8, shade),
    faceColor: surface,
    // Git
    ...numbered('git', 0, 8, ink),
    ...numbered('gitInv', 0, 8, () => fg),
    ...numbered('gitBranchLabel', 0, 8, () => bg),
    commitLabelColor: muted,
    commitLabelBackground: bg,
    commitLabelFontSize: '11px',
    tagLabelColor: fg,
    tagLabelBackground: surface,
    tagLabelBorder: border,
    tagLabelFontSize: '11px',
    // Charts
    // The stronger ones first: slices lie on the page itself.
    ...numbered('pie', 1, 12, (at) => shade(at - 1 + hues.length)),
    pieStrokeColor: bg,
    pieOuterStrokeWidth: '0',
    pieOpacity: '1',
    pieTitleTextSize: '16px',
    pieTitleTextColor: fg,
    pieSectionTextSize: '13px',
    pieSectionTextColor: fg,
    pieLegendTextSize: '13px',
    pieLegendTextColor: fg,
    ...numbered('venn', 1, 8, (at) => ink(at - 1)),
    vennTitleTextColor: fg,
    vennSetTextColor: fg,
    quadrant1Fill: surface,
    quadrant2Fill: bg,
    quadrant3Fill: surface,
    quadrant4Fill: bg,
    ...numbered('quadrant', 1, 4, () => fg, 'TextFill'),
    quadrantPointFill: work?.ink,
    quadrantPointTextFill: fg,
    quadrantInternalBorderStrokeFill: grid,
    quadrantExternalBorderStrokeFill: grid,
    radar: { axisColor: grid, axisStrokeWidth: 1, graticuleColor: grid, graticuleOpacity: 0.15, curveOpacity: 0.25 },
    xyChart: { backgroundColor: bg, plotColorPalette: hues.map((hue) => hue.ink).join(',') },
    packet: {
      startByteColor: muted,
      endByteColor: muted,
      labelColor: fg,
      titleColor: fg,
      titleFontSize: '14px',
      blockStrokeColor: border,
      blockFillColor: surface,
    },
    treeView: { labelFontSize: '13px', labelColor: fg, lineColor: border, iconColor: muted, descriptionColor: muted },
    archEdgeColor: line,
    archEdgeArrowColor: line,
    archEdgeWidth: '1.5',
    archGroupBorderColor: border,
    archGroupBorderWidth: '1px',
    cynefin: {
      boundaryColor: border,
      cliffColor: stop?.ink,
      arrowColor: line,
      textColor: fg,
      labelColor: fg,
      complexBg: go?.ground,
      complicatedBg: work?.ground,
      chaoticBg: stop?.ground,
      clearBg: need?.ground,
      confusionBg: surface,
    },
    wardley: { backgroundColor: bg, gridColor: grid, componentFill: bg, annotationFill: bg },
    wardleyEvolutionColor: stop?.ink,
    emUiFill: surface,
    emUiStroke: border,
    emProcessorFill: stop?.ground,
    emProcessorStroke: stop?.ink,
    emReadModelFill: go?.ground,
    emReadModelStroke: go?.ink,
    emCommandFill: work?.ground,
    emCommandStroke: work?.ink,
    emEventFill: need?.ground,
    emEventStroke: need?.ink,
    emSwimlaneBackgroundOdd: surface,
    emSwimlaneBackgroundStroke: grid,
  };
}

/** Grounds on which text is read: each hue's own, then a stronger one. */
export function shadesOf({ hues }: DiagramColours): string[] {
  return [...hues.map(({ ground }) => ground), ...hues.map(({ ink, ground }) => mixed(ground, ink, 0.3))];
}

/** Mermaid reckons with colours, and does not know `color-mix`. */
function mixed(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round((a ?? 0) * (1 - share) + (b ?? 0) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

function numbered(
  name: string,
  from: number,
  count: number,
  value: (at: number) => string | undefined,
  behind = '',
): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${name}${from + at}${behind}`, value(from + at)]),
  );
}
