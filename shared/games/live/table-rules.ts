import type { FairStream } from '../fairness.ts';
import type { Fraction } from '../fraction.ts';

export interface TableSpot {
  readonly id: string;
  /** The highest payout of the spot, in hundredths of the stake, stake included. */
  readonly pays: number;
}

/** The complete definition of a game: its spots, its draw and its payouts. */
export interface TableRules<Outcome> {
  readonly spots: readonly TableSpot[];
  /** Draws a round. The only input is randomness: no bet, player, time or earlier round. */
  deal(stream: FairStream): Outcome;
  /** The payout of a spot, in hundredths of the stake; 100 refunds the stake, 0 loses it. */
  pays(outcome: Outcome, spot: string): number;
  /** The exact return of every spot, calculated over all possible outcomes. */
  returns(): ReadonlyMap<string, Fraction>;
}
