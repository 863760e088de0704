import type { Mermaid } from 'mermaid';
import type { DrawnDiagram } from './drawDiagram';
import { mermaidConfig } from './mermaidConfig';
import type { DiagramAnswer, DiagramJob } from './worker';

// Runs in the frame that `startFrame` makes: no origin, no network, no way to the page but this port.

/** Of the script before this one. */
declare const mermaid: Mermaid;

/** Room around what is drawn. */
const EDGE = 8;

let last = Promise.resolve();

addEventListener(
  'message',
  ({ ports: [port] }) => {
    port?.addEventListener('message', ({ data: { id, source, colours } }: MessageEvent<DiagramJob>) => {
      // One after the other: mermaid measures in this one document.
      last = last.then(async () => {
        const answer: DiagramAnswer = { id, drawn: await draw(`diagram${id}`, source, colours) };
        port.postMessage(answer);
      });
    });
    port?.start();
  },
  { once: true },
);

async function draw(name: string, source: string, colours: DiagramJob['colours']): Promise<DrawnDiagram> {
  const place = document.createElement('div');
  document.body.append(place);
  try {
    Math.random = seeded();
    mermaid.initialize(mermaidConfig(source, colours));
    const { svg } = await mermaid.render(name, source);
    place.innerHTML = svg;
    return asImage(place.querySelector('svg'), colours.font);
  } catch (error) {
    return { broken: reasonOf(error) };
  } finally {
    // What a draw that failed left behind, too.
    document.body.replaceChildren();
  }
}

/** Some kinds invent names and places: drawn again, for another theme, a diagram is to be the same. */
function seeded(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Mermaid's drawings fill the element around them; a picture is XML, and as large as what is in it. */
function asImage(svg: SVGSVGElement | null, font: string): DrawnDiagram {
  if (svg === null) return { broken: 'empty' };
  svg.removeAttribute('style');
  svg.style.fontFamily = font;
  thinOut(svg.querySelectorAll('.grid .tick text'));
  nameBeside(svg);
  dropFarToday(svg);
  const { x, y, width, height } = boxOf(svg);
  svg.setAttribute('viewBox', [x, y, width, height].join(' '));
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  return { svg: new XMLSerializer().serializeToString(svg), width, height };
}

/** Some kinds leave much room around what they draw, others cut it off. */
function boxOf(svg: SVGSVGElement): { x: number; y: number; width: number; height: number } {
  const { x, y, width, height } = svg.getBBox();
  return { x: x - EDGE, y: y - EDGE, width: Math.ceil(width) + 2 * EDGE, height: Math.ceil(height) + 2 * EDGE };
}

/** A gantt writes a date at every tick, also where they lie nearer to each other than a date is long. */
function thinOut(labels: Iterable<Element>): void {
  let end = -Infinity;
  for (const label of labels) {
    const { left, right } = label.getBoundingClientRect();
    if (left < end + EDGE) label.remove();
    else end = right;
  }
}

/** A gantt writes the name of a milestone across its diamond, where the diamond's bar would be wide enough to hold it. */
function nameBeside(svg: SVGSVGElement): void {
  for (const name of svg.querySelectorAll<SVGTextElement>('text.milestoneText')) {
    const diamond = svg.getElementById(name.id.replace(/-text$/, ''));
    if (!(diamond instanceof SVGRectElement)) continue;
    const { value: side } = diamond.width.baseVal;
    const middle = diamond.x.baseVal.value + side / 2;
    // It stands on a corner, a little smaller than its bar.
    const reach = (0.8 * side) / Math.SQRT2 + 5;
    const fits = middle + reach + name.getBBox().width <= svg.viewBox.baseVal.width;
    name.setAttribute('x', String(fits ? middle + reach : middle - reach));
    name.style.textAnchor = fits ? 'start' : 'end';
  }
}

/** A gantt's line of today may lie years away from all that it shows. */
function dropFarToday(svg: SVGSVGElement): void {
  for (const line of svg.querySelectorAll<SVGLineElement>('line.today')) {
    const { value } = line.x1.baseVal;
    if (value < 0 || value > svg.viewBox.baseVal.width) line.remove();
  }
}

/** A parser says much about what it had expected; where it stopped is the first of it. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 2).join(' ').slice(0, 160);
}
