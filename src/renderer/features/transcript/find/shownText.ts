import { lineAt } from './whichMatch';

/** The text of rows as they stand on the page, with the places of its characters. */

export interface ShownText {
  text: string;
  /** The text nodes in order, each with where it begins in `text`. */
  nodes: readonly { node: Text; start: number }[];
}

const INLINE = new Set(
  'A ABBR B BDI BDO CITE CODE DEL EM I INS KBD LABEL MARK Q S SAMP SMALL SPAN STRONG SUB SUP TIME U VAR WBR'.split(' '),
);
const HIDDEN =
  '.sr-only, [aria-hidden="true"], script, style, textarea, select, [role="group"], [data-gutter], [data-separator]';

export function shownText(root: Node): ShownText {
  let text = '';
  const nodes: { node: Text; start: number }[] = [];
  const breakLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  const visit = (node: Node): void => {
    if (node instanceof Text) {
      if (node.data === '') return;
      nodes.push({ node, start: text.length });
      text += node.data;
      return;
    }
    if (!(node instanceof Element) || node.matches(HIDDEN)) return;
    const isBlock = node.tagName === 'BR' || !INLINE.has(node.tagName);
    if (isBlock) breakLine();
    // The lines of a diff lie in a tree of its own.
    for (const child of (node.shadowRoot ?? node).childNodes) visit(child);
    if (isBlock) breakLine();
  };
  visit(root);
  return { text, nodes };
}

export interface ShownMatch {
  range: Range;
  /** The line in which it begins. */
  line: string;
}

/** Where the pattern stands, also over several elements. */
export function matchesIn(root: Node, pattern: RegExp): ShownMatch[] {
  const { text, nodes } = shownText(root);
  const matches: ShownMatch[] = [];
  let at = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    while (at + 1 < nodes.length && (nodes[at + 1]?.start ?? 0) <= index) at += 1;
    let end = at;
    const last = index + match.length;
    while (end + 1 < nodes.length && (nodes[end + 1]?.start ?? 0) < last) end += 1;
    const from = nodes[at];
    const to = nodes[end];
    if (from === undefined || to === undefined) continue;
    const range = document.createRange();
    range.setStart(from.node, Math.min(index - from.start, from.node.length));
    range.setEnd(to.node, Math.min(last - to.start, to.node.length));
    matches.push({ range, line: lineAt(text, index) });
  }
  return matches;
}
