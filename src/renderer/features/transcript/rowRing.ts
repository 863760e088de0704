/** The width of the column, in px: see transcript.css. */
const COLUMN = 728;

/**
 * A row that the keyboard comes to tells how far something in it reaches out of the column, so that the ring goes around that
 * too. Measured then and only then: what is written into the row meanwhile costs nothing for it.
 */
export function tellReach(row: HTMLElement): void {
  const left = row.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(row).paddingLeft);
  const edges = [...row.querySelectorAll('.card-wide, .md > .md-table, .md > .code-block')].map(
    (element) => element.getBoundingClientRect().right,
  );
  row.style.setProperty('--out', `${Math.max(0, ...edges.map((right) => right - left - COLUMN))}px`);
}
