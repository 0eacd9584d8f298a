import type { StudioGame } from '../../../shared/games/catalogue.ts';
import type { DrawBeacon } from '../../../shared/games/lottery/beacon.ts';
import { parseEntry } from '../../../shared/games/lottery/entry.ts';
import { playTypesOf } from '../../../shared/games/lottery/order.ts';
import {
  type ChaseEnd,
  LISTED_BETS,
  type LotteryChase,
  type LotteryDrawView,
  type LotteryTicket,
  type LotteryTicketStatus,
} from '../../../shared/games/lottery/protocol.ts';
import { maxPayout, settleTicket, ticketCost } from '../../../shared/games/lottery/settle.ts';
import { STUDIO_VERIFY_PATH } from '../../../shared/games/protocol.ts';
import { hundredthsText } from '../../../shared/hundredths.ts';
import { coinOf } from '../../../shared/money/currency-steps.ts';
import { toWire } from '../../../shared/money/money.ts';
import type { StudioEvent } from '../events/event-store.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import type { ChaseChoices, ListedChase } from './chase-store.ts';
import { CANCELLED } from './lottery-store.ts';
import { orderIn, ticketOf } from './stored-order.ts';
import { totalsOf } from './totals.ts';

/** A draw as published: its numbers are in it once it is drawn. */
export function presentDraw(event: StudioEvent): LotteryDrawView {
  return {
    drawId: event.id,
    issue: event.issue,
    opensAt: event.opens_at.toISOString(),
    closesAt: event.closes_at.toISOString(),
    drawsAt: event.draws_at.toISOString(),
    state: event.state,
    numbers: event.state === 'drawn' && event.outcome !== null ? (JSON.parse(event.outcome) as string[]) : null,
    seedHash: event.seed_hash,
    beacon: event.beacon === null ? null : presentBeacon(JSON.parse(event.beacon) as DrawBeacon),
    verifyUrl: `${STUDIO_VERIFY_PATH}/${event.id}`,
    totals: totalsOf(event),
    reversed: event.reversed,
  };
}

function presentBeacon({ chain, round }: DrawBeacon): LotteryDrawView['beacon'] {
  return { chain, round };
}

/** `isWhole`: with all bets and hits; in lists only the first ones. */
export function presentLotteryTicket(record: TicketRecord, event: StudioEvent, isWhole: boolean): LotteryTicket {
  const order = orderIn(record);
  const ticket = ticketOf(order, record.currency);
  const coin = coinOf(record.currency);
  const draw = presentDraw(event);
  const status = statusOf(record);
  const listed = isWhole ? Number.POSITIVE_INFINITY : LISTED_BETS;
  const isSettled = status === 'won' || status === 'lost';
  const hits = draw.numbers && isSettled ? settleTicket(ticket, draw.numbers, coin).hits : [];
  return {
    ticketId: record.id,
    draw,
    playType: order.playType,
    bets: ticket.bets.slice(0, listed),
    count: ticket.bets.length,
    unit: order.unit,
    multiplier: order.multiplier,
    cost: toWire(BigInt(record.stake)),
    rebate: order.rebate ? { tenths: order.rebate, amount: toWire(ticketCost(ticket) - BigInt(record.stake)) } : null,
    most: toWire(maxPayout(ticket, coin)),
    payout: toWire(status === 'refunded' || status === 'cancelled' ? BigInt(record.stake) : isSettled ? BigInt(record.payout ?? 0) : 0n),
    status,
    hits: hits.slice(0, listed).map(({ odds, ...hit }) => ({ ...hit, odds: hundredthsText(odds) })),
    placedAt: record.placed_at.toISOString(),
    verifyUrl: `${STUDIO_VERIFY_PATH}/${record.id}`,
    chase: record.chase_id === null ? null : { chaseId: record.chase_id, nr: (record.chase_nr ?? 0) + 1 },
  };
}

export function presentChase(record: ListedChase, game: StudioGame): LotteryChase {
  const { playType, entry, unit, multiplier } = JSON.parse(record.choices) as ChaseChoices;
  const rule = playTypesOf(game).find(({ id }) => id === playType)?.rule;
  const bets = rule ? parseEntry(rule, entry).bets : [];
  return {
    chaseId: record.id,
    playType,
    bets: bets.slice(0, LISTED_BETS),
    count: bets.length,
    unit,
    multiplier,
    draws: record.draws,
    step: record.step,
    stopOnWin: record.stop_on_win,
    placed: record.placed,
    end: record.reason as ChaseEnd | null,
    startedAt: record.started_at.toISOString(),
    staked: toWire(BigInt(record.staked)),
    paid: toWire(BigInt(record.paid)),
  };
}

/** A ticket in refund shows its end at once; `pending` is one whose stake the wallet has not confirmed. */
function statusOf({ state, payout, refusal }: TicketRecord): LotteryTicketStatus {
  switch (state) {
    case 'open':
      return 'open';
    case 'owed':
    case 'settled':
      return payout === '0' ? 'lost' : 'won';
    case 'reversed':
      return 'refunded';
    case 'refunded':
    case 'voided':
      return refusal === CANCELLED ? 'cancelled' : 'refunded';
    default:
      return 'pending';
  }
}
