import { parseWireAmount } from '../../../shared/money/money.ts';
import type { StudioGame } from '../../../shared/studio/catalogue.ts';
import type { SlipRequest } from '../../../shared/studio/live/protocol.ts';
import { type Chip, isTableGame, spotMost, type TableGame, tableSpot } from '../../../shared/studio/live/table.ts';
import { isStake, stakeLimits } from '../../../shared/studio/rules.ts';
import type { Wish } from '../events/tickets.ts';
import { StudioRefusal } from '../refusal.ts';
import { holdStakes, totalOf } from './slip-store.ts';

/** Chips on a round, as a page asked for them. The limits hold for all slips of a player on the round together. */
export function slipWish({ variant }: StudioGame, session: { readonly player: string }, { key, roundId, chips: asked }: SlipRequest): Wish {
  if (!isTableGame(variant)) throw new StudioRefusal('bet_invalid');
  const chips = asked.map(({ spot, stake }) => ({ spot, stake: parseWireAmount(stake) ?? 0n }));
  if (chips.length === 0 || new Set(chips.map(({ spot }) => spot)).size < chips.length) throw new StudioRefusal('bet_invalid');
  if (!chips.every(({ spot }) => tableSpot(variant, spot))) throw new StudioRefusal('bet_invalid');
  const stakes = chips.map(({ stake }) => stake);
  const stake = totalOf(chips);
  if (!isStake(variant, stakes, stake)) throw new StudioRefusal('stake_out_of_range');
  return {
    ...{ key, eventId: roundId, kind: 'round', selection: null, chips: JSON.stringify(asked), stake, closed: 'bets_closed' },
    async admit(tx) {
      const before = await holdStakes(tx, session.player, roundId);
      if (!isWithinLimits(variant, [...before, ...chips])) throw new StudioRefusal('stake_out_of_range');
      return null;
    },
  };
}

function isWithinLimits(game: TableGame, chips: readonly Chip[]): boolean {
  const { max } = stakeLimits(game);
  const bySpot = new Map<string, bigint>();
  for (const { spot, stake } of chips) bySpot.set(spot, (bySpot.get(spot) ?? 0n) + stake);
  const isTooMuch = ([id, stake]: [string, bigint]) => {
    const spot = tableSpot(game, id);
    return !spot || stake > spotMost(spot, max);
  };
  return totalOf(chips) <= max && ![...bySpot].some(isTooMuch);
}
