import { add, type Fraction, fraction, multiply } from './fraction.ts';
import { expanded } from './slot.ts';
import type { SlotTable } from './slot-tables.ts';

/** Chances of each symbol at one place of a reel. */
type Chances = ReadonlyMap<string, Fraction>;

/**
 * The exact expected return of one unit staked. By linearity it is the mean of the lines' returns; on a line the reels
 * are independent, so the chance of a run is a product of chances. A scatter never lies within three places of another
 * on its strip, so a reel shows one or none.
 */
export function slotReturn(table: SlotTable): Fraction {
  const lines = table.lines.map((rows) => lineReturn(table, rows));
  const base = multiply(lines.reduce(add, fraction(0n)), fraction(1n, BigInt(lines.length)));
  return add(base, scatterReturn(table, base));
}

function lineReturn(table: SlotTable, rows: readonly number[]): Fraction {
  const reels = rows.map((row, reel) => chancesAt(table, reel, row));
  const forward = runsReturn(table, reels, reels.length);
  return table.bothWays ? add(forward, runsReturn(table, reels.toReversed(), reels.length - 1)) : forward;
}

/** Expected prize, in line stakes, of runs from the first reel with at most `longest` symbols. */
function runsReturn(table: SlotTable, reels: readonly Chances[], longest: number): Fraction {
  let total = fraction(0n);
  for (const [symbol, prizes] of Object.entries(table.pays)) {
    let run = reels[0]?.get(symbol) ?? fraction(0n);
    for (let count = 2; count <= longest; count++) {
      run = multiply(run, matches(table, reels[count - 1], symbol));
      const broken = count === reels.length ? fraction(1n) : misses(table, reels[count], symbol);
      if (count >= 3) total = add(total, multiply(multiply(run, broken), fraction(BigInt(prizes[count - 3] ?? 0))));
    }
  }
  return total;
}

function matches(table: SlotTable, reel: Chances | undefined, symbol: string): Fraction {
  return add(reel?.get(symbol) ?? fraction(0n), reel?.get(table.wild.symbol) ?? fraction(0n));
}

function misses(table: SlotTable, reel: Chances | undefined, symbol: string): Fraction {
  return add(fraction(1n), multiply(matches(table, reel, symbol), fraction(-1n)));
}

function chancesAt(table: SlotTable, reel: number, row: number): Chances {
  const strip = table.strips[reel] ?? [];
  const chances = new Map<string, Fraction>();
  strip.forEach((_, stop) => {
    const column = Array.from({ length: table.rows }, (__, offset) => strip[(stop + offset) % strip.length] ?? '');
    const symbol = expanded(table, [column])[0]?.[row] ?? '';
    chances.set(symbol, add(chances.get(symbol) ?? fraction(0n), fraction(1n, BigInt(strip.length))));
  });
  return chances;
}

/** Scatter prizes, and free spins: each is worth the base return times the multiplier. */
function scatterReturn(table: SlotTable, base: Fraction): Fraction {
  if (!table.scatter) return fraction(0n);
  const { pays, freeSpins, multiplier } = table.scatter;
  return scatterChances(table).reduce((total, chance, count) => {
    const spins = fraction(BigInt((freeSpins[count] ?? 0) * multiplier));
    return add(total, multiply(chance, add(fraction(BigInt(pays[count] ?? 0)), multiply(spins, base))));
  }, fraction(0n));
}

/** Chance of each number of scatters on the screen, by number. */
export function scatterChances(table: SlotTable): readonly Fraction[] {
  let chances: readonly Fraction[] = [fraction(1n)];
  for (const strip of table.strips) {
    const shown = strip.filter((symbol) => symbol === table.scatter?.symbol).length * table.rows;
    const hit = fraction(BigInt(shown), BigInt(strip.length));
    const miss = fraction(BigInt(strip.length - shown), BigInt(strip.length));
    const before = chances;
    const chanceBefore = (count: number) => before[count] ?? fraction(0n);
    chances = Array.from({ length: before.length + 1 }, (_, count) =>
      add(multiply(chanceBefore(count), miss), multiply(chanceBefore(count - 1), hit)),
    );
  }
  return chances;
}
