import type { Units } from '../../money/money.ts';
import { fairStream } from '../fairness.ts';
import { type Fraction, isLess } from '../fraction.ts';
import { BACCARAT, type BaccaratOutcome } from './baccarat.ts';
import { DRAGON_TIGER, type DragonTigerOutcome } from './dragon-tiger.ts';
import { SIC_BO, type SicBoOutcome } from './sic-bo.ts';
import type { TableGame } from './table-games.ts';
import type { TableRules, TableSpot } from './table-rules.ts';
import { WHEEL_TABLE, type WheelOutcome } from './wheel.ts';

export type TableOutcome = BaccaratOutcome | DragonTigerOutcome | SicBoOutcome | WheelOutcome;

/** A bet on one spot. */
export interface Chip {
  readonly spot: string;
  readonly stake: Units;
}

const RULES: { readonly [Game in TableGame]: TableRules<Extract<TableOutcome, { game: Game }>> } = {
  baccarat: BACCARAT,
  dragontiger: DRAGON_TIGER,
  sicbo: SIC_BO,
  wheel: WHEEL_TABLE,
};

/** Seconds of a table's cycle (a divisor of a day), of its betting phase, and of the display of a result. */
export const TABLE_TIMES: Readonly<Record<TableGame, { readonly cycle: number; readonly betting: number; readonly reveal: number }>> = {
  baccarat: { cycle: 36, betting: 20, reveal: 5 },
  dragontiger: { cycle: 30, betting: 18, reveal: 2 },
  sicbo: { cycle: 30, betting: 18, reveal: 2 },
  wheel: { cycle: 40, betting: 22, reveal: 4 },
};

export function tableRules(game: TableGame): TableRules<TableOutcome> {
  return RULES[game] as TableRules<TableOutcome>;
}

export function tableSpot(game: TableGame, id: string): TableSpot | undefined {
  let spots = SPOTS.get(game);
  if (!spots) {
    spots = new Map(tableRules(game).spots.map((spot) => [spot.id, spot]));
    SPOTS.set(game, spots);
  }
  return spots.get(id);
}
const SPOTS = new Map<TableGame, ReadonlyMap<string, TableSpot>>();

/** A round as a pure function of its game, its seed and its public id. */
export function playTableRound(game: TableGame, serverSeed: string, roundId: string): TableOutcome {
  return tableRules(game).deal(fairStream(serverSeed, roundId, 0));
}

/** The payout of the chips of one bet. Stakes are whole amounts, so no prize has a fraction of a cent. */
export function tablePayout(outcome: TableOutcome, chips: readonly Chip[]): Units {
  const rules = tableRules(outcome.game);
  return chips.reduce((sum, { spot, stake }) => sum + (stake * BigInt(rules.pays(outcome, spot))) / 100n, 0n);
}

/** Spots that pay more than this multiple of the stake have a fifth of the table's limit. */
const LONG_SHOT = 700;
export function spotMost(spot: TableSpot, tableMost: Units): Units {
  return spot.pays > LONG_SHOT ? tableMost / 5n : tableMost;
}

export function tableReturns(game: TableGame): ReadonlyMap<string, Fraction> {
  const known = RETURNS.get(game) ?? tableRules(game).returns();
  RETURNS.set(game, known);
  return known;
}
const RETURNS = new Map<TableGame, ReadonlyMap<string, Fraction>>();

/** The returns of the worst and of the best bet. */
export function tableReturnRange(game: TableGame): readonly [lowest: Fraction, highest: Fraction] {
  const [first, ...rest] = tableReturns(game).values();
  if (!first) throw new Error(`${game} has no bets`);
  return rest.reduce<readonly [Fraction, Fraction]>(
    ([lowest, highest], one) => [isLess(one, lowest) ? one : lowest, isLess(highest, one) ? one : highest],
    [first, first],
  );
}

/** The printed pay table, hashed with each round. */
export function tableRulesInPrint(game: TableGame): unknown {
  return { spots: tableRules(game).spots, times: TABLE_TIMES[game] };
}
