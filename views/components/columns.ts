/** The number of columns that leaves the fewest empty places in the last row; of equals the first choice. */
export function fullestColumns(count: number, choices: readonly [number, ...number[]]): number {
  const empty = (columns: number) => (columns - (count % columns)) % columns;
  return choices.reduce((best, columns) => (empty(columns) < empty(best) ? columns : best), choices[0]);
}
