/** The number of columns with the fewest empty places in the last row; the first choice wins a tie. */
export function fullestColumns(count: number, choices: readonly [number, ...number[]]): number {
  const empty = (columns: number) => (columns - (count % columns)) % columns;
  return choices.reduce((best, columns) => (empty(columns) < empty(best) ? columns : best), choices[0]);
}
