/** The road maps of a table with two sides: past outcomes in patterns. They do not predict outcomes. */
export type Side = 'one' | 'other';
export interface RoadRound {
  readonly winner: Side | 'tie';
  /** Pairs of either side, as dots. */
  readonly pairs?: readonly Side[];
}

export interface BigRoadMark {
  readonly side: Side;
  readonly ties: number;
  readonly pairs: readonly Side[];
}
export type Derived = 'red' | 'blue';
export interface Placed<Mark> {
  readonly mark: Mark;
  readonly column: number;
  readonly row: number;
}

export const ROAD_ROWS = 6;

/** Streaks of one side, each a column; ties count on the mark before them, or on the first one that comes. */
export function bigRoad(rounds: readonly RoadRound[]): readonly (readonly BigRoadMark[])[] {
  const columns: BigRoadMark[][] = [];
  let early = 0;
  for (const { winner, pairs = [] } of rounds) {
    const column = columns.at(-1);
    const last = column?.at(-1);
    if (winner === 'tie') {
      if (column && last) column[column.length - 1] = { ...last, ties: last.ties + 1 };
      else early += 1;
      continue;
    }
    const mark = { side: winner, ties: columns.length === 0 ? early : 0, pairs };
    if (column && last?.side === winner) column.push(mark);
    else columns.push([mark]);
  }
  return columns;
}

/**
 * A road derived from the big road: it compares `back` columns behind each mark (1 big eye boy, 2 small road, 3 cockroach
 * road). Red: the pattern repeats, blue: it does not.
 */
export function derivedRoad(columns: readonly (readonly unknown[])[], back: 1 | 2 | 3): readonly Derived[] {
  const height = (column: number) => columns[column]?.length ?? 0;
  return columns.flatMap((marks, column) =>
    marks.flatMap((_, row): readonly Derived[] => {
      if (row === 0) {
        if (column - 1 - back < 0) return [];
        return [height(column - 1) === height(column - 1 - back) ? 'red' : 'blue'];
      }
      if (column - back < 0) return [];
      return [height(column - back) === row ? 'blue' : 'red'];
    }),
  );
}

/** Columns of equal marks. */
export function streaks<Mark>(marks: readonly Mark[]): readonly (readonly Mark[])[] {
  const columns: Mark[][] = [];
  for (const mark of marks) {
    const column = columns.at(-1);
    if (column && column[0] === mark) column.push(mark);
    else columns.push([mark]);
  }
  return columns;
}

/** Lays columns out on six rows: a column that is longer, or that meets an earlier one, turns to the right. */
export function layOut<Mark>(columns: readonly (readonly Mark[])[]): readonly Placed<Mark>[] {
  const taken = new Set<string>();
  const placed: Placed<Mark>[] = [];
  let start = 0;
  for (const marks of columns) {
    while (taken.has(`${start} 0`)) start += 1;
    let [column, row] = [start, -1];
    for (const mark of marks) {
      if (column === start && row + 1 < ROAD_ROWS && !taken.has(`${column} ${row + 1}`)) row += 1;
      else column += 1;
      taken.add(`${column} ${row}`);
      placed.push({ mark, column, row });
    }
    start += 1;
  }
  return placed;
}

/** Every round in its order, from top to bottom, column by column. */
export function beadPlate<Mark>(rounds: readonly Mark[]): readonly Placed<Mark>[] {
  return rounds.map((mark, index) => ({ mark, column: Math.floor(index / ROAD_ROWS), row: index % ROAD_ROWS }));
}
