import type { SlotWin } from '../../../shared/studio/protocol.ts';
import type { SlotTable } from '../../../shared/studio/slot-tables.ts';

export interface Cell {
  readonly reel: number;
  readonly row: number;
}

/** The cells that made a win: the counted part of its line, or every scatter when the line is 0. */
export function winningCells(table: SlotTable, grid: readonly (readonly string[])[], win: SlotWin): readonly Cell[] {
  if (win.line === 0) {
    return grid.flatMap((column, reel) => column.flatMap((symbol, row) => (symbol === win.symbol ? [{ reel, row }] : [])));
  }
  const line = table.lines[win.line - 1] ?? [];
  const cells = line.map((row, reel) => ({ reel, row }));
  return win.fromRight ? cells.slice(-win.count) : cells.slice(0, win.count);
}

/** The path of a line over a drawing of 100 units a cell. */
export function linePath(line: readonly number[]): string {
  const points = line.map((row, reel) => `${reel * 100 + 50} ${row * 100 + 50}`);
  return `M-6 ${(line[0] ?? 0) * 100 + 50}L${points.join('L')}L${line.length * 100 + 6} ${(line.at(-1) ?? 0) * 100 + 50}`;
}
