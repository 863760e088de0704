import { describe, expect, it } from 'vitest';
import { drawn } from '../../testing/english';
import { Markdown, MarkdownPage } from './Markdown';
import { PacedBlocks } from './pacedBlocks';

const BEAT_MS = 32;
const BYTES = 200_000;
const repeated = (line: string): string => line.repeat(Math.ceil(BYTES / line.length));
const ONE_BLOCK: [string, string][] = [
  ['a paragraph', repeated('words without end ')],
  ['a list', repeated('- an item with **bold** words\n')],
  ['a table', `| a | b |\n|---|---|\n${repeated('| a cell | `code` |\n')}`],
  ['a fence', `\`\`\`ts\n${repeated('const a = 1;\n')}`],
];

/** Draws `text` as it comes, `piece` characters a beat; a KB of the open block costs `perKb`. Tells what each drawing cost. */
function stream(paced: PacedBlocks, text: string, piece: number, perKb: number): { costs: number[]; spent: number } {
  const costs: number[] = [];
  let now = 0;
  let before = paced.of('', true, now);
  for (let at = piece; at < text.length; at += piece) {
    now += BEAT_MS;
    const blocks = paced.of(text.slice(0, at), true, now);
    if (blocks === before) continue;
    before = blocks;
    const cost = ((blocks.at(-1)?.raw.length ?? 0) / 1024) * perKb;
    costs.push(cost);
    now += cost;
    if (paced.isLong) paced.drew(cost, now);
  }
  return { costs, spent: now };
}

describe('AC-70: one block that gets very long while it streams', () => {
  it.each(ONE_BLOCK)('%s of 200 KB takes a third of the page at most, and is drawn all along', (_, text) => {
    const { costs, spent } = stream(new PacedBlocks(), text, 200, 2);
    expect(costs.reduce((sum, cost) => sum + cost, 0) / spent).toBeLessThan(1 / 3);
    // Rarer towards its end, where a drawing takes 400 ms, and often before.
    expect(costs.length).toBeGreaterThan(50);
  });

  it.each(ONE_BLOCK)('%s that waits is drawn whole when its turn ends', (_, text) => {
    const paced = new PacedBlocks();
    paced.of(text.slice(0, 100_000), true, 0);
    paced.drew(1_000, 0);
    const held = paced.of(text, true, 10);
    expect(held.at(-1)?.raw.length).toBeLessThan(100_001);
    expect(drawn(<MarkdownPage blocks={paced.of(text, false, 20)} streaming={false} />)).toBe(
      drawn(<Markdown text={text} />),
    );
  });

  it('waits three times as long as its last drawing took, and tells how long that still is', () => {
    const paced = new PacedBlocks();
    const text = 'x'.repeat(9_000);
    const first = paced.of(text, true, 0);
    paced.drew(100, 100);
    expect(paced.restAt(100)).toBeNull();
    expect(paced.of(`${text}y`, true, 399)).toBe(first);
    expect(paced.restAt(399)).toBe(1);
    expect(paced.of(`${text}yz`, true, 400).at(-1)?.raw).toBe(`${text}yz`);
    expect(paced.restAt(400)).toBeNull();
  });

  it('waits three seconds at most, though the machine slept while it was drawn', () => {
    const paced = new PacedBlocks();
    paced.of('x'.repeat(9_000), true, 0);
    paced.drew(3_600_000, 0);
    paced.of('x'.repeat(9_001), true, 1);
    expect(paced.restAt(1)).toBe(2_999);
  });

  it('a text that does not go on with what is drawn never waits', () => {
    const paced = new PacedBlocks();
    paced.of('x'.repeat(9_000), true, 0);
    paced.drew(1_000, 0);
    expect(paced.of('another', true, 1).at(-1)?.raw).toBe('another');
  });

  it('blocks of 8 KB and less never wait, however many stand above them and whatever they cost', () => {
    const paced = new PacedBlocks();
    const settled = 'A paragraph of words.\n\n'.repeat(9_000);
    for (let length = 100; length <= 8_000; length += 100) {
      const blocks = paced.of(settled + 'x'.repeat(length), true, 0);
      expect(blocks.at(-1)?.raw).toHaveLength(length);
      expect(paced.isLong).toBe(false);
      paced.drew(1_000, 0);
    }
  });

  it('nor does what comes below a long one once that is over', () => {
    const paced = new PacedBlocks();
    const long = 'x'.repeat(20_000);
    paced.of(long, true, 0);
    paced.drew(100, 0);
    const text = `${long}\n\nOne.\n\nTwo.\n\nThree.`;
    paced.of(text, true, 300);
    expect(paced.isLong).toBe(false);
    paced.drew(100, 400);
    expect(paced.of(`${text} Go on.`, true, 401).at(-1)?.raw).toBe('Three. Go on.');
  });
});
