import { atRiskOf } from '../../../shared/games/at-risk.ts';
import type { StudioGame } from '../../../shared/games/catalogue.ts';
import type { SlipRequest } from '../../../shared/games/live/protocol.ts';
import { spotMost, tableRules, tableSpot } from '../../../shared/games/live/table.ts';
import { isTableGame, type TableGame } from '../../../shared/games/live/table-games.ts';
import type { StudioError } from '../../../shared/games/protocol.ts';
import { isStake, stakeLimits } from '../../../shared/games/rules.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { parseWireAmount, toUnitText, type Units } from '../../../shared/money/money.ts';
import type { BetRequest } from '../events/bet-request.ts';
import { StudioRefusal } from '../refusal.ts';
import { type Placed, placeSlip, totalOf } from './slip-store.ts';

/** Validates a request for chips on a round. The limits apply to all slips of a player on the round together. */
export function slipBetRequest(
  { variant }: StudioGame,
  { currency }: { readonly currency: string },
  { key, roundId, chips: requestedChips }: SlipRequest,
): BetRequest {
  const coin = coinOf(currency);
  if (!isTableGame(variant)) throw new StudioRefusal('bet_invalid');
  const chips = requestedChips.map(({ spot, stake }) => ({ spot, stake: parseWireAmount(stake) ?? 0n }));
  if (chips.length === 0 || new Set(chips.map(({ spot }) => spot)).size < chips.length) throw new StudioRefusal('bet_invalid');
  if (!chips.every(({ spot }) => tableSpot(variant, spot))) throw new StudioRefusal('bet_invalid');
  const stakes = chips.map(({ stake }) => stake);
  const stake = totalOf(chips);
  if (!isStake(variant, stakes, stake, coin)) throw new StudioRefusal('stake_out_of_range');
  return {
    key,
    eventIds: [roundId],
    kind: 'round',
    chips: JSON.stringify(requestedChips),
    stake,
    turnoverTerms: { market: roundId, ...(chips.length > 1 && { atRisk: toUnitText(atRiskOf(variant, chips)) }) },
    async placeAtOnce(db, ticket) {
      const placed = await placeSlip(db, ticket, maxOf(variant, coin));
      if (placed in REFUSALS) throw new StudioRefusal(REFUSALS[placed as keyof typeof REFUSALS]);
      return placed === 'placed';
    },
    admit: () => Promise.reject(new Error('a slip is placed by one statement')),
    isSame: (before) => before.event_id === roundId,
  };
}

const REFUSALS = { unknown: 'bet_invalid', closed: 'bets_closed', limit: 'stake_out_of_range' } as const satisfies Partial<
  Record<Placed, StudioError>
>;

/** Limits in units, per spot and in total. */
function maxOf(game: TableGame, coin: Units) {
  const { max } = stakeLimits(game, coin);
  const spots = Object.fromEntries(tableRules(game).spots.map((spot) => [spot.id, String(spotMost(spot, max))]));
  return { spots, all: String(max) };
}
