import { reduceEvents } from '@shared/session/reduceSession';
import { describe, expect, it } from 'vitest';
import { answer32k } from '../../../../scripts/bench/answer.mjs';
import baseline from '../../../../scripts/bench/baseline.json';
import { emptySplit, splitBlocks } from '../markdown/splitBlocks';
import { buildRows, emptyRows, type RowList } from './rows';
import { sessionOfMessages } from '../../../../tests/support/messages';

/** A flush of 16 ms of 200 chunks a second, 48 characters each. */
const FLUSH_CHARS = 48 * 3;
/** Loose: what merely varies passes, what grows with the answer or the session does not. */
const TWICE = 2;

/** For each flush, how many characters are in blocks that have to be parsed and drawn again. */
function charactersDrawn(text: string, flush = FLUSH_CHARS): number[] {
  let split = emptySplit;
  let before: readonly unknown[] = [];
  const drawn: number[] = [];
  for (let end = flush; end < text.length + flush; end += flush) {
    split = splitBlocks(text.slice(0, end), split);
    const { blocks } = split;
    drawn.push(blocks.reduce((total, block, index) => total + (before[index] === block ? 0 : block.raw.length), 0));
    before = blocks;
  }
  return drawn;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** An answer streamed into a session: how many items and rows are other ones than before, over all flushes. */
function changedByAnswer(count: number): { items: number; rows: number; flushes: number } {
  let state = sessionOfMessages(count);
  let list: RowList = buildRows(state.items, emptyRows);
  const changed = { items: 0, rows: 0, flushes: 200 };
  for (let flush = 0; flush < changed.flushes; flush += 1) {
    const next = reduceEvents(state, [
      {
        seq: state.seq + 1,
        at: 1,
        sessionId: 's',
        type: 'update',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'more ' } },
      },
    ]);
    const rows = buildRows(next.items, list);
    changed.items += next.items.filter((item, index) => item !== state.items[index]).length;
    changed.rows += rows.rows.filter((row, index) => row !== list.rows[index]).length;
    state = next;
    list = rows;
  }
  return changed;
}

describe('what an answer costs the page, against scripts/bench/baseline.json', () => {
  const drawn = charactersDrawn(answer32k());
  const quarter = Math.floor(drawn.length / 4);

  it('its last quarter draws no more text again than its first', () => {
    const lateToEarly = sum(drawn.slice(-quarter)) / sum(drawn.slice(0, quarter));
    expect(lateToEarly).toBeLessThan(baseline['page.lateToEarly'] * TWICE);
  });

  it('each of its characters is drawn a few times, and not with every flush', () => {
    const timesDrawn = sum(drawn) / answer32k().length;
    expect(timesDrawn).toBeLessThan(baseline['page.timesDrawn'] * TWICE);
  });

  it('AC-70: of 200 KB in chunks of 4 bytes, 500 a second, the end costs no more than the beginning', () => {
    const long = Array.from({ length: 7 }, (_, part) => `## Part ${part}\n\n${answer32k()}\n\n`)
      .join('')
      .slice(0, 204_800);
    // What comes within a frame of 16 ms.
    const flushes = charactersDrawn(long, 4 * 8);
    const eighth = Math.floor(flushes.length / 8);
    expect(sum(flushes.slice(-eighth)) / sum(flushes.slice(0, eighth))).toBeLessThan(TWICE);
    expect(Math.max(...flushes)).toBeLessThan(8_000);
  });

  it('a flush changes one item and one row, in an empty session and among 10,000 items', () => {
    for (const count of [0, 10_000]) {
      const { items, rows, flushes } = changedByAnswer(count);
      expect(items / flushes).toBeLessThan(baseline['page.itemsAFlush'] * TWICE);
      expect(rows / flushes).toBeLessThan(baseline['page.rowsAFlush'] * TWICE);
      expect(Math.min(items, rows)).toBeGreaterThanOrEqual(flushes);
    }
  });
});
