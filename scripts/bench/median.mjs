/** The middle one of the sorted values. */
export const median = (values) => percentile(values, 50);

/** The value that so many percent of the values do not exceed. */
export function percentile(values, percent) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
}
