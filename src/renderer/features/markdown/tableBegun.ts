import { CONTAINERS } from './containers';

const UNDER_HEAD = /^[ \t:|-]+$/;

const isRow = (line = ''): boolean => withoutContainers(line).startsWith('|');
const withoutContainers = (line: string): string => line.replace(CONTAINERS, '');

/**
 * A table is one only with the line below its head: until that is whole, the head would stand there as text full of bars.
 * The text with that line, where it ends in a head or in the beginning of the line; null where it ends in something else.
 */
export function tableBegun(text: string): string | null {
  const lines = text.split('\n');
  const last = lines.at(-1) ?? '';
  const under = withoutContainers(last);
  const isHead = isRow(last) && !isRow(lines.at(-2));
  const at = isHead ? lines.length - 1 : under === '' || UNDER_HEAD.test(under) ? lines.length - 2 : -1;
  const head = lines[at]?.trimEnd() ?? '';
  if (at < 0 || !isRow(head) || isRow(lines[at - 1])) return null;
  const before = CONTAINERS.exec(head)?.[0] ?? '';
  const row = head.slice(before.length);
  if (row.replaceAll(/[|\s]/g, '') === '') return [...lines.slice(0, at), before].join('\n');
  const closed = /(?<!\\)\|$/.test(row) ? row : `${row} |`;
  const columns = [...closed.matchAll(/(?<!\\)\|/g)].length - 1;
  // The line below stands in the same quote, and inside of the item that the head begins.
  const inside = before.replaceAll(/[-*+\d.)]/g, ' ');
  return [...lines.slice(0, at), before + closed, `${inside}|${'---|'.repeat(columns)}`].join('\n');
}
