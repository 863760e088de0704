import { type Hit, MOST_HITS } from '../terminals/viewer/blobRows';

export function findInLines(lines: readonly string[], query: string): Hit[] {
  const pattern = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi');
  const hits: Hit[] = [];
  for (const [row, line] of lines.entries()) {
    for (const match of line.matchAll(pattern)) {
      hits.push({ row, column: match.index });
      if (hits.length >= MOST_HITS) return hits;
    }
  }
  return hits;
}
