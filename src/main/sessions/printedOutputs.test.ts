import { describe, expect, it } from 'vitest';
import { type Printed, printedByTerminal, wholePrinted } from '@shared/acp/printed';
import { mergedMeta, printedInMeta } from '@shared/acp/toolMeta';
import type { SessionUpdate } from '@shared/acp/update';
import { reduceSession } from '@shared/session/reduceSession';
import { emptySession, type SessionState } from '@shared/session/state';
import { event, testStore, toolItem, valueOf } from '../store/testStore';
import { PrintedOutputs } from './printedOutputs';

/** A store, and what prints into it; `isFull`: nothing more can be written. */
function printing() {
  const { blobs } = testStore();
  const disk = { isFull: false, writes: 0 };
  const outputs = new PrintedOutputs({
    save: (content, facts) => (disk.isFull ? undefined : valueOf(blobs.write('s1', content, facts))),
    append: (blobId, text) => {
      disk.writes += 1;
      return disk.isFull ? { ok: false, error: { code: 'store.full', message: 'full' } } : blobs.append(blobId, text);
    },
  });
  const whole = (printed: Printed | null): string => {
    if (printed?.stored === undefined) return printed?.text ?? '';
    const { blobId, bytes } = printed.stored;
    return wholePrinted(printed, Buffer.from(valueOf(blobs.read(blobId, 0, bytes)).bytes).toString('utf8'));
  };
  return { outputs, disk, whole };
}

type Printing = ReturnType<typeof printing>;

/** By a terminal of ours. */
function terminal({ outputs }: Printing) {
  let state: SessionState = emptySession('s1');
  const known = () => {
    const one = state.terminals['x'];
    return one === undefined ? null : printedByTerminal(one);
  };
  const print = (text: string, isEnd = false) => {
    const { text: append, ...stored } = outputs.grow(known(), text, isEnd);
    expect(Buffer.byteLength(append)).toBeLessThanOrEqual(65_536);
    state = reduceSession(
      state,
      event(state.seq + 1, { type: 'terminal.changed', terminalId: 'x', append, ...stored }),
    );
  };
  return { known, print };
}

/** As an agent tells it, by `_meta`. */
function told({ outputs }: Printing) {
  let meta: unknown;
  const known = () => printedInMeta(meta);
  const tell = (change: Partial<SessionUpdate & { sessionUpdate: 'tool_call_update' }>) => {
    const update: SessionUpdate = { sessionUpdate: 'tool_call_update', toolCallId: 't', ...change };
    const cut = outputs.inUpdate(update, () => ({ ...toolItem(0, 't', 'make'), meta }));
    if ('meta' in cut && cut.meta !== undefined) meta = mergedMeta(meta, cut.meta);
    return cut;
  };
  const print = (data: string, isEnd = false) =>
    void tell({
      meta: { terminal_output: { terminal_id: 'a', data } },
      ...(isEnd ? { status: 'completed' as const } : {}),
    });
  return { known, tell, print };
}

const PRINTERS = { 'a terminal of ours': terminal, 'an agent by its _meta': told };
/** A text of all widths of characters, in pieces that cut some of them in two. */
function piecesOf(length: number): string[] {
  const text = Array.from({ length: length / 6 }, (_, at) => `${at % 10}文é😀\n`).join('');
  const pieces: string[] = [];
  for (let at = 0, size = 1; at < text.length; at += size) {
    size = (size * 7 + 13) % 9973;
    pieces.push(text.slice(at, at + size));
  }
  return pieces;
}

describe.each(Object.entries(PRINTERS))('what is printed by %s', (_, printer) => {
  it('stays in its item up to 64 KB, and is all in the store past that, at every moment', () => {
    const place = printing();
    const { known, print } = printer(place);
    let all = '';
    for (const piece of piecesOf(600_000)) {
      all += piece;
      print(piece);
      const printed = known();
      // Half a character at the end of a piece is not looked at: its other half comes.
      expect(place.whole(printed)).toBe(all);
      expect(Buffer.byteLength(printed?.text ?? '')).toBeLessThanOrEqual(65_538);
      expect(printed?.isCut).toBe(false);
      if (Buffer.byteLength(all) <= 65_536) expect(printed).toMatchObject({ text: all });
    }
    // A write for some 48 KB, not for each piece.
    expect(place.disk.writes).toBeLessThan(Buffer.byteLength(all) / 40_000);
    print('the end', true);
    expect(known()).toMatchObject({ rest: 0, stored: { bytes: Buffer.byteLength(`${all}the end`), head: '' } });
    print(' and more');
    expect(place.whole(known())).toBe(`${all}the end and more`);
  });

  it('is cut in no character where it leaves its item', () => {
    for (const before of [0, 1, 2, 3, 4]) {
      const place = printing();
      const { known, print } = printer(place);
      const all = 'x'.repeat(65_533 + before) + '😀'.repeat(20_000);
      for (let at = 0; at < all.length; at += 65_538) print(all.slice(at, at + 65_538));
      expect(place.whole(known())).toBe(all);
    }
  });

  it('is in the store also where it comes at once, and the event has only its end', () => {
    const place = printing();
    const { known, print } = printer(place);
    const all = `${'x'.repeat(3_000_000)}end`;
    print(all, true);
    expect(known()?.text).toHaveLength(65_536);
    expect(place.whole(known())).toBe(all);
  });

  it('says that its beginning is gone where it could not be kept, and does not begin a whole in its middle', () => {
    const place = printing();
    const { known, print } = printer(place);
    print('a'.repeat(100_000));
    place.disk.isFull = true;
    print('b'.repeat(100_000));
    expect(known()).toMatchObject({ isCut: true, text: 'b'.repeat(65_536) });
    expect(known()?.stored).toBeUndefined();
    place.disk.isFull = false;
    print('c'.repeat(100_000), true);
    expect(known()).toMatchObject({ isCut: true, text: 'c'.repeat(65_536) });
    expect(known()?.stored).toBeUndefined();
  });
});

describe('an output that an agent tells', () => {
  it('is written to its end by whatever says that the command ended', () => {
    for (const end of [
      { status: 'failed' as const },
      { meta: { terminal_exit: { terminal_id: 'a', exit_code: 1 } } },
      { status: 'completed' as const, meta: { other: 1 } },
    ]) {
      const place = printing();
      const { known, print, tell } = told(place);
      print('a'.repeat(70_000));
      print('b');
      expect(known()?.rest).toBe(1);
      tell(end);
      expect(known()).toMatchObject({ rest: 0, stored: { bytes: 70_001 } });
      expect(place.whole(known())).toBe(`${'a'.repeat(70_000)}b`);
    }
  });

  it('begins anew with another terminal, and what the agent calls by our names is not believed', () => {
    const place = printing();
    const { known, print, tell } = told(place);
    print('a'.repeat(70_000));
    const stored = { type: 'stored', blobId: 'another', as: 'text', bytes: 1, head: '' };
    tell({ meta: { terminal_output: { terminal_id: 'b', data: 'new', stored, rest: 7, truncated: true } } });
    expect(known()).toEqual({ text: 'new', isCut: false });
  });

  it('leaves alone what tells nothing of one', () => {
    const { tell } = told(printing());
    const update = { status: 'completed' as const, meta: { a: 1 } };
    expect(tell(update)).toMatchObject(update);
    expect(tell({ meta: { terminal_output: 'odd' } })).toMatchObject({ meta: { terminal_output: 'odd' } });
  });
});
