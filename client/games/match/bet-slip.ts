import { hundredthsOf, type Selection } from '../../../shared/games/events/markets.ts';
import type { LegRequest, MatchEvent } from '../../../shared/games/events/protocol.ts';
import { type LegOdds, MAX_LEGS, shownOdds, slipPayout, totalOdds } from '../../../shared/games/events/slip.ts';
import type { Units } from '../../../shared/money/money.ts';

/** A selection on the slip, at the odds that the player has agreed to. */
export interface SlipLeg {
  readonly match: MatchEvent;
  readonly selection: Selection;
  readonly odds: string;
  /** The current offer; null if the selection is withdrawn. */
  readonly offered: string | null;
}
export type SlipMode = 'singles' | 'multiple';
/** `related`: two legs of one match. */
export type Trouble = 'closed' | 'changed' | 'related' | 'many' | undefined;

/** The slip as immutable data: every change creates a new slip. */
export interface BetSlip {
  readonly legs: readonly SlipLeg[];
  readonly mode: SlipMode;
  readonly acceptBetter: boolean;
}

export const EMPTY_SLIP: BetSlip = { legs: [], mode: 'multiple', acceptBetter: true };

/** Adds a selection to the slip or removes it. */
export function toggle(slip: BetSlip, match: MatchEvent, selection: Selection, odds: string): BetSlip {
  if (holds(slip, match.eventId, selection)) return remove(slip, match.eventId, selection);
  return { ...slip, legs: [...slip.legs, { match, selection, odds, offered: odds }] };
}

export function remove(slip: BetSlip, eventId: string, selection: Selection): BetSlip {
  return { ...slip, legs: slip.legs.filter((leg) => !isLeg(leg, eventId, selection)) };
}

export function holds({ legs }: BetSlip, eventId: string, selection: Selection): boolean {
  return legs.some((leg) => isLeg(leg, eventId, selection));
}

/** The slip with current offers. Higher odds apply at once if the player accepts them. */
export function refresh(slip: BetSlip, matches: ReadonlyMap<string, MatchEvent>): BetSlip {
  const legs = slip.legs.map((leg) => {
    const match = matches.get(leg.match.eventId) ?? leg.match;
    const offered = offeredOdds(match, leg.selection);
    const isBetter = offered !== null && hundredthsOf(offered) > hundredthsOf(leg.odds);
    return { ...leg, match, offered, odds: isBetter && slip.acceptBetter ? offered : leg.odds };
  });
  return { ...slip, legs };
}

/** The player agrees to the current offers. */
export function acceptOffers(slip: BetSlip): BetSlip {
  return { ...slip, legs: slip.legs.map((leg) => ({ ...leg, odds: leg.offered ?? leg.odds })) };
}

/** One leg is always a single; the player's choice applies to several. */
export function modeOf({ legs, mode }: BetSlip): SlipMode {
  return legs.length > 1 ? mode : 'singles';
}

export function isRelated({ legs }: BetSlip, { match }: SlipLeg): boolean {
  return legs.filter((other) => other.match.eventId === match.eventId).length > 1;
}

/** Why the slip can't be placed as it is. */
export function troubleOf(slip: BetSlip): Trouble {
  const { legs } = slip;
  if (legs.some(({ offered }) => offered === null)) return 'closed';
  if (modeOf(slip) === 'multiple') {
    if (legs.some((leg) => isRelated(slip, leg))) return 'related';
    if (legs.length > MAX_LEGS) return 'many';
  }
  return legs.some(({ odds, offered }) => odds !== offered) ? 'changed' : undefined;
}

/** The bets of the slip, each with its legs. */
export function betsOf(slip: BetSlip): readonly (readonly LegRequest[])[] {
  const legs = slip.legs.map(({ match, selection, odds }) => ({ eventId: match.eventId, selection, odds }));
  if (legs.length === 0) return [];
  return modeOf(slip) === 'multiple' ? [legs] : legs.map((leg) => [leg]);
}

export function totalStake(slip: BetSlip, stake: Units): Units {
  return stake * BigInt(betsOf(slip).length);
}

/** The payout if all bets win. */
export function possiblePayout(slip: BetSlip, stake: Units, coin: Units): Units {
  const pays = (legs: readonly { readonly odds: string }[]) => slipPayout(stake, legs.map(oddsOf), coin);
  return betsOf(slip).reduce((sum, legs) => sum + pays(legs), 0n);
}

/** Odds of a multiple as they are shown. */
export function displayedOdds({ legs }: BetSlip): string {
  return shownOdds(totalOdds(legs.map(oddsOf)));
}

function offeredOdds({ markets }: Pick<MatchEvent, 'markets'>, selection: Selection): string | null {
  return markets.flatMap(({ picks }) => picks).find((one) => one.selection === selection)?.odds ?? null;
}

function oddsOf({ odds }: { readonly odds: string }): LegOdds {
  return { odds: hundredthsOf(odds), state: 'open' };
}

function isLeg({ match, selection }: SlipLeg, eventId: string, wanted: Selection): boolean {
  return match.eventId === eventId && selection === wanted;
}
