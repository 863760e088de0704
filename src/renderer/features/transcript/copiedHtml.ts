import { linkTarget } from '../markdown/safeLink';

/** What a document elsewhere knows too. Of everything else, what it holds. */
const KEPT = new Set(
  'P BR HR STRONG EM B I DEL S CODE KBD PRE SUB SUP UL OL LI BLOCKQUOTE TABLE THEAD TBODY TR TH TD DIV'.split(' '),
);
/** What is selected inside of one of these is of its kind. */
const AROUND = new Set('STRONG EM B I DEL S CODE KBD PRE SUB SUP A'.split(' '));
const OF_TABLE = new Set('TABLE THEAD TBODY TR'.split(' '));
const OF_LIST = new Set('UL OL'.split(' '));
/** A block themselves, whatever they hold. */
const CELL = new Set('TD TH LI PRE'.split(' '));
const EMPTY = new Set('BR HR TD TH'.split(' '));

/**
 * The structure of what is selected, without the looks of this window: the browser writes the colours of the theme into its
 * HTML, and what is copied from the dark would be pale on the page that it is pasted into. `part` is what is selected, drawn,
 * and `from` what it was taken out of.
 */
export function copiedHtml(part: HTMLElement, from: Node): string {
  const made = document.createElement('div');
  const inside = from instanceof Element ? from : from.parentElement;
  fill(made, part, inside ?? part, inside !== null && inside.closest('pre, code, .output') !== null);
  const isOfTable = inside !== null && OF_TABLE.has(inside.tagName);
  for (let at = inside; at !== null && !at.matches('[data-row]'); at = at.parentElement) {
    const name = nameOf(at, true);
    const holds = OF_LIST.has(at.tagName) ? at === inside : isOfTable && OF_TABLE.has(at.tagName);
    if (name === null || !(AROUND.has(name) || holds)) continue;
    const outer = bareCopy(at, name);
    outer.append(...made.childNodes);
    made.append(outer);
  }
  return made.innerHTML;
}

/** `seen`: whose style says how the text of `source` itself is seen. */
function fill(made: Element, source: Node, seen: Element, isCode: boolean): void {
  // The head of a card cannot be selected, and lies between two parts that can.
  const isText = isCode || getComputedStyle(seen).userSelect !== 'none';
  for (const child of source.childNodes) {
    if (child instanceof Text && isText) made.append(...(isCode ? [child.data] : linesOf(child.data, seen)));
    if (!(child instanceof Element)) continue;
    const name = nameOf(child, isCode);
    if (name === null || (name === 'DIV' && CELL.has(made.tagName))) {
      fill(made, child, child, isCode);
      // A line of an output has no line end of its own.
      if (child.matches('.ansi-line') && child.nextElementSibling !== null) made.append('\n');
      continue;
    }
    const copy = bareCopy(child, name);
    fill(copy, child, child, isCode || name === 'PRE' || name === 'CODE');
    // Not what held controls alone.
    if (copy.childNodes.length > 0 || EMPTY.has(name)) made.append(copy);
  }
}

function nameOf(element: Element, isInline: boolean): string | null {
  const { tagName } = element;
  if (tagName === 'A') return linkTarget(element.getAttribute('href') ?? '').kind === 'external' ? 'A' : null;
  // A heading of an answer stands two steps lower in the page than it was written.
  const heading = /\bmd-h([1-6])\b/.exec(element.className)?.[1];
  if (heading !== undefined) return `H${heading}`;
  if (element.matches('.output')) return 'PRE';
  if (element.matches('.ansi-line')) return null;
  if (KEPT.has(tagName)) return tagName;
  return isInline || /^(?:inline|contents|none)/.test(getComputedStyle(element).display) ? null : 'DIV';
}

function bareCopy(element: Element, name: string): HTMLElement {
  const copy = document.createElement(name);
  for (const attribute of ['href', 'start']) {
    const value = element.getAttribute(attribute);
    if (value !== null) copy.setAttribute(attribute, value);
  }
  if (element instanceof HTMLTableCellElement && element.style.textAlign !== '') {
    copy.style.textAlign = element.style.textAlign;
  }
  return copy;
}

/** Text whose line ends and spaces are seen as they are. */
function linesOf(text: string, seen: Element): (string | Node)[] {
  if (!/\n| {2}/.test(text) || !getComputedStyle(seen).whiteSpace.startsWith('pre')) return [text];
  const [first = '', ...others] = text.split('\n').map((line) => line.replaceAll(/ (?= )/g, '\u00A0'));
  return [first, ...others.flatMap((line) => [document.createElement('br'), line.replace(/^ /, '\u00A0')])];
}
