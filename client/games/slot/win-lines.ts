/** The path of a line over a drawing of 100 units a cell. */
export function linePath(line: readonly number[]): string {
  const points = line.map((row, reel) => `${reel * 100 + 50} ${row * 100 + 50}`);
  return `M-6 ${(line[0] ?? 0) * 100 + 50}L${points.join('L')}L${line.length * 100 + 6} ${(line.at(-1) ?? 0) * 100 + 50}`;
}
