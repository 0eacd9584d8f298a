import type { PrizeMode } from '../../../shared/games/lottery/prices.ts';
import type { Rule } from '../../../shared/games/lottery/rules.ts';
import type { Ticket, TicketOdds } from '../../../shared/games/lottery/settle.ts';
import { betStake, type LotteryUnit } from '../../../shared/games/lottery/stake.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import type { TicketRecord } from '../events/ticket-store.ts';

/** What a ticket on a draw stores in `chips`: with rule and odds, so that it is settled as it was placed. */
export interface StoredOrder {
  readonly playType: string;
  readonly rule: Rule;
  readonly mode: PrizeMode;
  readonly odds: TicketOdds;
  readonly unit: LotteryUnit;
  readonly multiplier: number;
  /** In tenths of a percent; absent without a rebate. */
  readonly rebate?: number;
  /** Bets, separated by spaces. */
  readonly bets: string;
}

export function orderIn({ id, chips }: Pick<TicketRecord, 'id' | 'chips'>): StoredOrder {
  if (chips === null) throw new Error(`ticket ${id} is on no draw`);
  return JSON.parse(chips) as StoredOrder;
}

export function ticketOf({ rule, mode, odds, unit, multiplier, rebate = 0, bets }: StoredOrder, currency: string): Ticket {
  return { rule, mode, odds, rebate, bets: bets.split(' '), stake: betStake(unit, multiplier, coinOf(currency)) };
}
