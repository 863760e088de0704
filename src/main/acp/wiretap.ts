import { isRecord } from '@shared/acp/lenient';
import type { Clock } from '@shared/clock';
import type { WireFrame } from '@shared/ipc/views';
import { redactText } from '@shared/redactText';
import { redact } from './redact';

type Direction = WireFrame['direction'];

/** One frame as it was, before anyone looks at it: nothing is decoded, counted or redacted until then. */
interface Entry {
  index: number;
  at: number;
  direction: Direction;
  /** `message`: JSON-RPC of some kind. */
  as: 'message' | 'noise' | 'stderr';
  text: string;
  /** Only of a frame that was cut, where the text can no longer be parsed. */
  cut?: { bytes: number; head: Head };
}
type Head = Pick<WireFrame, 'kind' | 'method' | 'id'>;

const MAX_FRAMES = 2_000;
/** UTF-16 units of all kept frames together: 8 MB for what is mostly ASCII. */
const MAX_TOTAL = 8 * 1024 * 1024;
const CUT_AT = 64 * 1024;
/** Of a frame that is cut this much is looked through for secrets first, so that none is cut in two. */
const HIDE_WITHIN = 4 * CUT_AT;
/** More lines of stdout than this that are no messages are no banner any more: somebody should know (AC-54). */
const NOISE_LINES = 1_000;

/** The last raw frames of a connection, for the inspector. Costs an object a frame while nobody watches. */
export class Wiretap {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #hide: (text: string) => string;
  readonly #onNoisy: () => void;
  readonly #ring: (Entry | undefined)[] = [];
  readonly #watchers = new Set<(frame: WireFrame) => void>();
  #first = 1;
  #next = 1;
  #total = 0;
  #noise = 0;

  /**
   * `hide` takes known secrets out of what has to be cut; whoever shows frames hides them in the others. `onNoisy`: once,
   * when `isNoisy` becomes true.
   */
  constructor(
    clock: Pick<Clock, 'now'>,
    hide: (text: string) => string = redactText,
    onNoisy: () => void = () => undefined,
  ) {
    this.#clock = clock;
    this.#hide = hide;
    this.#onNoisy = onNoisy;
  }

  /** `message`: the line's parsed form. It is looked at only where the line has to be cut. */
  record(direction: Direction, line: string, message: unknown): void {
    if (line.length <= CUT_AT) return this.#keep(direction, 'message', line);
    // Cut, it is no JSON any more and nobody could tell an environment in it.
    const text = isRecord(message) ? JSON.stringify(redact(within(message, { left: HIDE_WITHIN }))) : line;
    this.#keep(direction, 'message', text, { bytes: Buffer.byteLength(line), head: headOf(message) });
  }

  /** A line of stdout that is no message, or of stderr. */
  note(as: 'noise' | 'stderr', line: string): void {
    const head = { kind: as, method: null, id: null };
    const cut = line.length > CUT_AT ? { bytes: Buffer.byteLength(line), head } : undefined;
    this.#keep('fromAgent', as, line, cut);
    if (as !== 'noise') return;
    this.#noise += 1;
    if (this.#noise === NOISE_LINES + 1) this.#onNoisy();
  }

  get isNoisy(): boolean {
    return this.#noise > NOISE_LINES;
  }

  /** All kept frames, oldest first, requests and answers paired. */
  frames(): WireFrame[] {
    const frames: WireFrame[] = [];
    const asked = new Map<string, WireFrame>();
    for (let index = this.#first; index < this.#next; index += 1) {
      const entry = this.#ring[index % MAX_FRAMES];
      if (entry === undefined) continue;
      const frame = show(entry);
      frames.push(frame);
      if (frame.kind === 'request') asked.set(`${frame.direction} ${frame.id}`, frame);
      if (frame.kind !== 'response' && frame.kind !== 'error') continue;
      const request = asked.get(`${opposite(frame.direction)} ${frame.id}`);
      if (request === undefined) continue;
      frame.pair = request.index;
      request.pair = frame.index;
    }
    return frames;
  }

  /** Every frame from now on; an answer names its request in `pair`. Returns its own end. */
  subscribe(watcher: (frame: WireFrame) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  #keep(direction: Direction, as: Entry['as'], line: string, cut?: Entry['cut']): void {
    const text = cut === undefined ? line : copyOf(this.#hide(line.slice(0, HIDE_WITHIN)).slice(0, CUT_AT));
    const entry: Entry = { index: this.#next, at: this.#clock.now(), direction, as, text };
    if (cut !== undefined) entry.cut = cut;
    this.#next += 1;
    this.#total += text.length;
    if (this.#next - this.#first > MAX_FRAMES) this.#dropFirst();
    this.#ring[entry.index % MAX_FRAMES] = entry;
    while (this.#total > MAX_TOTAL) this.#dropFirst();
    if (this.#watchers.size > 0) this.#tell(entry);
  }

  #dropFirst(): void {
    const slot = this.#first % MAX_FRAMES;
    this.#total -= this.#ring[slot]?.text.length ?? 0;
    this.#ring[slot] = undefined;
    this.#first += 1;
  }

  #tell(entry: Entry): void {
    const frame = show(entry);
    if (frame.kind === 'response' || frame.kind === 'error') frame.pair = this.#requestOf(frame);
    for (const watcher of this.#watchers) watcher(frame);
  }

  #requestOf(answer: WireFrame): number | null {
    for (let index = answer.index - 1; index >= this.#first; index -= 1) {
      const entry = this.#ring[index % MAX_FRAMES];
      if (entry === undefined || entry.direction === answer.direction) continue;
      const head = entry.cut?.head ?? headOf(parsed(entry));
      if (head.kind === 'request' && head.id === answer.id) return index;
    }
    return null;
  }
}

function show(entry: Entry): WireFrame {
  const { index, at, direction, as, text, cut } = entry;
  const message = cut === undefined ? parsed(entry) : undefined;
  const head = cut?.head ?? (as === 'message' ? headOf(message) : { kind: as, method: null, id: null });
  return {
    index,
    at,
    direction,
    ...head,
    pair: null,
    bytes: cut?.bytes ?? Buffer.byteLength(text),
    text: isRecord(message) ? JSON.stringify(redact(message)) : redactText(text),
  };
}

function parsed(entry: Entry): unknown {
  if (entry.as !== 'message') return undefined;
  try {
    return JSON.parse(entry.text);
  } catch {
    return undefined;
  }
}

function headOf(message: unknown): Head {
  if (!isRecord(message)) return { kind: 'noise', method: null, id: null };
  const method = typeof message['method'] === 'string' ? message['method'] : null;
  const rawId = message['id'];
  const id = typeof rawId === 'string' || typeof rawId === 'number' ? String(rawId) : null;
  if (method !== null) return { kind: id === null ? 'notification' : 'request', method, id };
  const failed = message['error'] !== undefined && message['error'] !== null;
  return { kind: failed ? 'error' : 'response', method, id };
}

/** The beginning of a large message: its cost is that of what is kept. */
function within(value: unknown, budget: { left: number }): unknown {
  budget.left -= 1;
  if (typeof value === 'string') {
    const text = value.slice(0, Math.max(0, budget.left));
    budget.left -= text.length;
    return text;
  }
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (const entry of value) {
      if (budget.left <= 0) break;
      list.push(within(entry, budget));
    }
    return list;
  }
  if (!isRecord(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (budget.left <= 0) break;
    budget.left -= key.length;
    result[key] = within(entry, budget);
  }
  return result;
}

const opposite = (direction: Direction): Direction => (direction === 'toAgent' ? 'fromAgent' : 'toAgent');

/** A slice keeps the whole of what it was cut from alive; this does not. */
const copyOf = (text: string): string => Buffer.from(text).toString();
