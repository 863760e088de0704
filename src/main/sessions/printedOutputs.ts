import type { StoredPart } from '@shared/acp/content';
import { keptTail, type Printed, PRINTED_BYTES, restOf } from '@shared/acp/printed';
import { fieldsOf } from '@shared/acp/lenient';
import { endsInMeta, printedInMeta, terminalInMeta, withPrinted } from '@shared/acp/toolMeta';
import type { SessionUpdate } from '@shared/acp/update';
import type { Result } from '@shared/errors';
import type { BlobId } from '@shared/ids';
import type { ItemOf } from '@shared/session/item';
import type { SavePart } from '../store/cutParts';

/** So much waits for the next write at most, in UTF-8 bytes: less than an item keeps, so that nothing is in neither. */
const WAITING_BYTES = 49_152;

/** What goes into an event: `stored` null where the rest could not be kept. */
export interface PrintedChange {
  text: string;
  stored?: StoredPart | null;
  rest?: number;
}

/** Where to: parts over 64 KB, and more of them. */
export interface Saving {
  save: SavePart;
  /** Answers the size of the whole in bytes. */
  append: (blobId: BlobId, text: string) => Result<number>;
}

/**
 * What commands print, by a terminal of ours or as the agent tells it piece by piece: past 64 KB all of it goes into one
 * blob that grows, and its end stays in the item. Nothing is held here: what is known of an output is what was folded of
 * it, so that it goes on after whatever happened to us.
 */
export class PrintedOutputs {
  readonly #options: Saving;

  constructor(options: Saving) {
    this.#options = options;
  }

  /** `text` was printed after `before`; `isEnd`: nothing more comes for now. */
  grow(before: Printed | null, text: string, isEnd: boolean): PrintedChange {
    const shown = keptTail(text).text;
    if (before?.stored !== undefined)
      return this.#grown(before.stored, restOf(before.text, before.rest) + text, isEnd, shown);
    const all = (before?.text ?? '') + text;
    // What begins in its middle is not the whole, and never will be.
    if (before?.isCut === true || Buffer.byteLength(all) <= PRINTED_BYTES) return { text: shown };
    const half = halfAtEnd(all);
    const stored = this.#options.save(all.slice(0, all.length - half), { as: 'text' });
    // Its end is shown, so its beginning need not be in every event.
    return stored === undefined
      ? { text: shown, stored: null }
      : { text: shown, stored: { ...stored, head: '' }, rest: half };
  }

  /** An update of a tool call, with what it tells of an output as it goes into an event. `item`: what was folded of it. */
  inUpdate(update: SessionUpdate, itemOf: (toolCallId: string) => ItemOf<'toolCall'> | undefined): SessionUpdate {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return update;
    const isEnd = endsInMeta(update.meta) || update.status === 'completed' || update.status === 'failed';
    const told = printedInMeta(update.meta);
    if (told === null && !isEnd) return update;
    const known = itemOf(update.toolCallId)?.meta;
    const before = printedInMeta(known);
    if (told === null) {
      if (!before?.rest) return update;
      const meta = { ...fieldsOf(update.meta), terminal_output: { terminal_id: terminalInMeta(known) } };
      return { ...update, meta: withPrinted(meta, this.grow(before, '', true)) };
    }
    const isSame = terminalInMeta(known) === terminalInMeta(update.meta);
    return { ...update, meta: withPrinted(update.meta, this.grow(isSame ? before : null, told.text, isEnd)) };
  }

  #grown(stored: StoredPart, waiting: string, isEnd: boolean, text: string): PrintedChange {
    const half = halfAtEnd(waiting);
    const whole = waiting.slice(0, waiting.length - half);
    if (whole === '' || (!isEnd && Buffer.byteLength(whole) < WAITING_BYTES))
      return { text, stored, rest: waiting.length };
    const bytes = this.#options.append(stored.blobId, whole);
    // What came before could still be read, but nobody would see that it ends too early.
    return bytes.ok ? { text, stored: { ...stored, bytes: bytes.value }, rest: half } : { text, stored: null };
  }
}

/** A half of a character waits for its other half. */
const halfAtEnd = (text: string): number => (/[\ud800-\udbff]$/.test(text) ? 1 : 0);
