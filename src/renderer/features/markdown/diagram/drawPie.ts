import type { DiagramColours, DrawnDiagram } from './drawDiagram';

const RADIUS = 90;
const EDGE = 16;
const LINE = 24;
/** Smaller slices have no room for their share. */
const SMALLEST_TOLD = 0.06;
const MOST_SLICES = 24;

interface Slice {
  label: string;
  value: number;
}

/** Mermaid's `pie`, with its figures where it says `showData`. */
export function drawPie(text: string, colours: DiagramColours): DrawnDiagram {
  const [first = '', ...lines] = text.split('\n');
  const head = /^pie(?:\s+(showData))?(?:\s+title\s+(.*))?\s*$/i.exec(first.trim());
  if (head === null) return { broken: first.trim() };
  let title = head[2]?.trim() ?? '';
  const slices: Slice[] = [];
  for (const line of lines.map((one) => one.trim()).filter((one) => one !== '')) {
    const slice = /^"([^"]*)"\s*:\s*(\d+(?:\.\d+)?)$/.exec(line);
    const named = /^title\s+(.*)$/i.exec(line)?.[1];
    if (slice !== null) slices.push({ label: slice[1] ?? '', value: Number(slice[2]) });
    else if (named !== undefined) title = named;
    else if (!/^(?:showData|accTitle|accDescr)\b/i.test(line)) return { broken: line };
  }
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  if (total <= 0 || slices.length > MOST_SLICES) return { broken: first.trim() };
  return pieOf(slices, total, title, head[1] !== undefined, colours);
}

function pieOf(slices: readonly Slice[], total: number, title: string, figures: boolean, colours: DiagramColours) {
  const top = title === '' ? EDGE : EDGE + LINE + 6;
  const legendAt = EDGE + 2 * RADIUS + 28;
  const words = slices.map(({ label, value }) => `${label}  ${figures ? value : percent(value / total)}`);
  const legend = Math.max(...words.map(widthOf)) + 22;
  const height = top + Math.max(2 * RADIUS, slices.length * LINE) + EDGE;
  const width = Math.max(legendAt + legend, EDGE + widthOf(title)) + EDGE;
  const [x, y] = [EDGE + RADIUS, top + RADIUS];
  const shade = (index: number): number => 0.85 - (0.7 * index) / Math.max(1, slices.length - 1);
  let turned = 0;
  const drawn = slices.map(({ value }, index) => {
    const share = value / total;
    const shape =
      share > 0.9999
        ? `<circle cx="${x}" cy="${y}" r="${RADIUS}"`
        : `<path d="M${x} ${y}L${at(x, y, RADIUS, turned)}A${RADIUS} ${RADIUS} 0 ${share > 0.5 ? 1 : 0} 1 ${at(x, y, RADIUS, turned + share)}Z"`;
    const middle = at(x, y, RADIUS * 0.66, turned + share / 2).split(' ');
    turned += share;
    const told =
      share < SMALLEST_TOLD
        ? ''
        : `<text x="${middle[0]}" y="${middle[1]}" text-anchor="middle" dominant-baseline="central" font-size="12" fill="${shade(index) > 0.45 ? colours.bg : colours.fg}">${percent(share)}</text>`;
    return `${shape} fill="${colours.accent}" fill-opacity="${shade(index).toFixed(2)}" stroke="${colours.bg}" stroke-width="1.5"/>${told}`;
  });
  const rows = words.map((word, index) => {
    const row = top + index * LINE + LINE / 2;
    return `<rect x="${legendAt}" y="${row - 6}" width="12" height="12" rx="2" fill="${colours.accent}" fill-opacity="${shade(index).toFixed(2)}"/><text x="${legendAt + 22}" y="${row}" dominant-baseline="central" font-size="13" fill="${colours.fg}" xml:space="preserve">${escaped(word)}</text>`;
  });
  const named =
    title === ''
      ? ''
      : `<text x="${EDGE}" y="${EDGE + 10}" dominant-baseline="central" font-size="14" font-weight="600" fill="${colours.fg}">${escaped(title)}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Inter, system-ui, sans-serif">${named}${drawn.join('')}${rows.join('')}</svg>`;
  return { svg, width, height };
}

/** A place on a circle, as turned from its top. */
function at(x: number, y: number, radius: number, turned: number): string {
  const angle = turned * 2 * Math.PI - Math.PI / 2;
  return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`;
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** A picture has no page to measure in: letters of Latin are about as wide as this, those of Chinese as high. */
const widthOf = (text: string): number =>
  Math.ceil(Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e7f' ? 14 : 7.6), 0));

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
