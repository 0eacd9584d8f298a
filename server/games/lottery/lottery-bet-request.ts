import { type RawBuilder, sql } from 'kysely';
import type { StudioGame } from '../../../shared/games/catalogue.ts';
import { lotteryDraws } from '../../../shared/games/lottery/draws.ts';
import { exposureOf, stakeWithin } from '../../../shared/games/lottery/exposure.ts';
import { type Order, readOrder } from '../../../shared/games/lottery/order.ts';
import { priceKey, priceOf } from '../../../shared/games/lottery/prices.ts';
import type { LotteryTicketRequest } from '../../../shared/games/lottery/protocol.ts';
import type { OpenStake } from '../../../shared/games/protocol.ts';
import { isStake } from '../../../shared/games/rules.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { toWire, type Units } from '../../../shared/money/money.ts';
import type { BetRequest } from '../events/bet-request.ts';
import { StudioRefusal } from '../refusal.ts';
import { countingAtChosenOdds } from '../settlement.ts';
import { type CountedOrder, type Full, placeTicket } from './lottery-store.ts';
import type { StoredOrder } from './stored-order.ts';

/** The time of the database, which all processes share. Tests replace it. */
export type DatabaseTime = () => RawBuilder<Date>;
export const DATABASE_TIME: DatabaseTime = () => sql<Date>`clock_timestamp()`;

/** Validates a request for a ticket on a draw. */
export function lotteryBetRequest(
  game: StudioGame,
  { currency, trial }: { readonly currency: string; readonly trial: boolean },
  { key, drawId, playType, entry, unit, multiplier, rebate = 0 }: LotteryTicketRequest,
  databaseTime: DatabaseTime,
): BetRequest {
  const coin = coinOf(currency);
  const order = game.engine === 'lottery' ? readOrder(game, { playType, entry, unit, multiplier, rebate }, coin) : 'bet_invalid';
  if (typeof order === 'string') throw new StudioRefusal(order);
  const { rule } = order.playType;
  if (!isStake(game.variant, [order.stake], order.price, coin)) throw new StudioRefusal('stake_out_of_range');
  const { mode, odds } = order;
  const counted = trial ? undefined : countedOrder(order, coin);
  const chosen = rebate > 0 ? { rebate } : {};
  const terms = JSON.stringify(lotteryDraws(game)?.terms);
  return {
    key,
    kind: 'draw',
    eventIds: [drawId],
    chips: JSON.stringify({ playType, rule, mode, odds, unit, multiplier, ...chosen, bets: order.bets.join(' ') } satisfies StoredOrder),
    stake: order.cost,
    // Tickets of a player on one draw may contradict each other: they count together, and a win with at most what was won.
    turnoverTerms: { market: drawId, ...countingAtChosenOdds(order.cost) },
    async placeAtOnce(db, ticket) {
      const placed = await placeTicket(db, ticket, { time: databaseTime(), terms, counted });
      if (placed === 'unknown') throw new StudioRefusal('bet_invalid');
      if (placed === 'closed') throw new StudioRefusal('bets_closed');
      if (typeof placed === 'object') throw refusalOf(placed, order, coin);
      return placed === 'placed';
    },
    admit: () => Promise.reject(new Error('a ticket on a draw is placed by one statement')),
    isSame: (before) => before.event_id === drawId,
  };
}

/** Play money has no exposure. */
function countedOrder({ playType, mode, bets, stake, rebate, most }: Order, coin: Units): CountedOrder {
  return { playType: playType.id, bets, ...exposureOf({ rule: playType.rule, mode, bets, stake, rebate }, most, coin) };
}

/** Names what the draw still takes, in the currency of the player: stakes of numbers, or the win of a ticket. */
function refusalOf(full: Full, { playType: { rule }, mode, rebate }: Order, coin: Units): StudioRefusal {
  if (full.scope !== 'number')
    return new StudioRefusal(full.scope === 'draw' ? 'draw_full' : 'play_type_full', { open: [{ stake: toWire(full.room * coin) }] });
  const open = full.numbers.map(({ number, room }): OpenStake => {
    const { top } = priceOf(rule, mode, priceKey(rule, number), rebate);
    return { number, stake: toWire(stakeWithin(room, top) * coin) };
  });
  return new StudioRefusal('number_full', { open });
}
