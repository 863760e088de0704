import type { DiagramColours, DrawnDiagram } from './drawDiagram';
import { isQuick } from './kinds';
import { Room } from './room';
import { startFrame } from './startFrame';
import { startWorker } from './startWorker';

/** A picture to show, or why there is none. */
export type Diagram =
  | { url: string; width: number; height: number }
  | { broken: string }
  | 'tooLong'
  | 'tooSlow'
  | 'notShown';

/** A source longer than this is not laid out: nobody reads the result. */
const LONGEST = 20_000;
const KEPT = 60;

/** Has diagrams drawn apart from the page, so that no layout holds it, and keeps what was drawn. */
class Diagrams {
  readonly #worker = new Room(startWorker);
  readonly #frame = new Room(startFrame);
  readonly #drawn = new Map<string, Diagram>();
  readonly #asked = new Map<string, Promise<Diagram>>();

  known(source: string, theme: string): Diagram | null {
    return this.#use(`${theme}\n${source}`) ?? null;
  }

  /** Nothing loads from its address: whoever asks next has it drawn anew. */
  forget(source: string, theme: string, url: string): void {
    const key = `${theme}\n${source}`;
    const known = this.#drawn.get(key);
    if (typeof known === 'object' && 'url' in known && known.url === url) this.#drop(key);
  }

  /** What is looked at is the last to be forgotten: its picture may be opened yet. */
  #use(key: string): Diagram | undefined {
    const known = this.#drawn.get(key);
    if (known === undefined) return undefined;
    this.#drawn.delete(key);
    this.#drawn.set(key, known);
    return known;
  }

  /** `theme` names the colours, which are read when they are needed. */
  draw(source: string, theme: string, colours: () => DiagramColours): Promise<Diagram> {
    if (source.length > LONGEST) return Promise.resolve('tooLong');
    const key = `${theme}\n${source}`;
    const known = this.#use(key);
    if (known !== undefined) return Promise.resolve(known);
    const asked = this.#asked.get(key);
    if (asked !== undefined) return asked;
    const drawing = this.#lookFor(source, colours()).then((drawn) => {
      this.#asked.delete(key);
      const diagram = asPicture(drawn);
      this.#keep(key, diagram);
      return diagram;
    });
    this.#asked.set(key, drawing);
    return drawing;
  }

  /** The quick drawer knows less than Mermaid: what it calls broken may be drawn yet, and Mermaid knows best why not. */
  async #lookFor(source: string, colours: DiagramColours): Promise<DrawnDiagram | 'tooSlow'> {
    if (isQuick(source)) {
      const drawn = await this.#worker.draw(source, colours);
      if (drawn === 'tooSlow' || 'svg' in drawn) return drawn;
    }
    return this.#frame.draw(source, colours);
  }

  #keep(key: string, diagram: Diagram): void {
    this.#drawn.set(key, diagram);
    for (const oldest of this.#drawn.keys()) {
      if (this.#drawn.size <= KEPT) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const old = this.#drawn.get(key);
    this.#drawn.delete(key);
    if (typeof old === 'object' && 'url' in old) URL.revokeObjectURL(old.url);
  }
}

/** As a picture an SVG runs nothing and loads nothing, whatever is in it. */
function asPicture(drawn: DrawnDiagram | 'tooSlow'): Diagram {
  if (drawn === 'tooSlow' || !('svg' in drawn)) return drawn;
  const { svg, width, height } = drawn;
  return { url: URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })), width, height };
}

export const diagrams = new Diagrams();
