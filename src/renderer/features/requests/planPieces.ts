import { emptySplit, splitBlocks } from '../markdown/splitBlocks';

/** A part of a plan that can be commented: a block, in lists each item. */
export interface PlanPiece {
  /** Its first and last line in the plan, counted from 1. */
  line: number;
  endLine: number;
  /** As markdown of its own, without the indentation that it has inside its list. */
  raw: string;
  /** How deep it stands in its list; 0 outside of lists. */
  depth: number;
}

const ITEM = /^( *)(?:[-*+]|\d{1,9}[.)])(?: |$)/;
const FENCE = /^ *(?:`{3,}|~{3,})/;
/** Spaces of one level, as most write them. */
const INDENT = 2;

export function planPieces(markdown: string): PlanPiece[] {
  return splitBlocks(markdown, emptySplit).blocks.flatMap((block) => {
    const line = lineAt(markdown, block.start);
    const raw = block.raw.trimEnd();
    return block.kind === 'list' ? items(raw, line) : [piece([raw], line, 0)];
  });
}

function items(raw: string, first: number): PlanPiece[] {
  const pieces: PlanPiece[] = [];
  let lines: string[] = [];
  let indent = 0;
  let inFence = false;
  const flush = (next: number) => {
    if (lines.some((line) => line.trim() !== '')) pieces.push(piece(lines, next - lines.length, indent));
    lines = [];
  };
  const all = raw.split('\n');
  for (const [index, line] of all.entries()) {
    const marker = inFence ? null : ITEM.exec(line);
    if (marker) {
      flush(first + index);
      indent = marker[1]?.length ?? 0;
    }
    if (FENCE.test(line)) inFence = !inFence;
    lines.push(line);
  }
  flush(first + all.length);
  return pieces;
}

function piece(lines: readonly string[], line: number, indent: number): PlanPiece {
  const raw = lines.map((text) => text.slice(Math.min(indent, text.length - text.trimStart().length))).join('\n');
  const trimmed = raw.trimEnd();
  return {
    line,
    endLine: line + trimmed.split('\n').length - 1,
    raw: trimmed,
    depth: Math.floor(indent / INDENT),
  };
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
