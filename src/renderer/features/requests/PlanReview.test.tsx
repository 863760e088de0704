import { expect, it } from 'vitest';
import { PlanReview } from './PlanReview';
import type { PlanComment } from './planReply';
import { drawn } from '../../testing/english';

const shown = (markdown: string, comments: readonly PlanComment[] = []): string =>
  drawn(<PlanReview markdown={markdown} comments={comments} onComments={() => undefined} />);

const PLAN = '# One\n\nTwo\nlines\n\n- item\n\n```\ncode\nmore\n```\n\n| a |\n|---|\n| b |\n';

it('draws a button for every line, of which Tab reaches one', () => {
  const html = shown(PLAN);
  const lines = [...html.matchAll(/data-line="(\d+)"/g)].map(([, line]) => Number(line));
  expect(lines).toEqual([1, 3, 4, 6, 8, 9, 10, 13, 15]);
  expect([...html.matchAll(/class="plan-add"[^>]*tabindex="0"/gi)]).toHaveLength(1);
});

it('draws each comment at its line, also inside of code and tables', () => {
  for (const line of [4, 9, 15]) {
    const html = shown(PLAN, [{ line, quote: '', text: `said of ${line}` }]);
    const box = html.indexOf(`>said of ${line}</textarea>`);
    const next = [...html.matchAll(/data-line="(\d+)"/g)].filter(({ index }) => index < box).at(-1);
    expect(next?.[1]).toBe(String(line));
    expect(html).toContain('aria-expanded="true"');
  }
});
