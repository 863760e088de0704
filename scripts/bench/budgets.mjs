/**
 * Prints each figure beside its budget and gives the keys of those that miss it.
 * @param {Record<string, number>} figures
 * @param {Record<string, { least?: number, most?: number }>} budgets by key
 */
export function judge(figures, budgets) {
  const missed = [];
  for (const [key, value] of Object.entries(figures)) {
    const budget = budgets[key];
    const met = budget === undefined || isMet(value, budget);
    if (!met) missed.push(key);
    console.log(line(key, value, budget, met));
  }
  // A figure that was not measured must not pass for one that is met.
  for (const key of Object.keys(budgets)) {
    if (key in figures) continue;
    missed.push(key);
    console.log(`${key.padEnd(WIDTH)} ${'-'.padStart(12)}   MISSING`);
  }
  return missed;
}

const WIDTH = 36;

function isMet(value, { least = -Infinity, most = Infinity }) {
  return value >= least && value <= most;
}

function line(key, value, budget, met) {
  const figure = `${key.padEnd(WIDTH)} ${String(value).padStart(12)}`;
  if (budget === undefined) return figure;
  const limit = budget.least === undefined ? `at most ${budget.most}` : `at least ${budget.least}`;
  return `${figure}   ${limit}: ${met ? 'met' : 'MISSED'}`;
}

/** Three decimals: what is behind them is noise. */
export const rounded = (value) => Math.round(value * 1_000) / 1_000;
