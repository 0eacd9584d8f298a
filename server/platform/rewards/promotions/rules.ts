import type { Selectable } from 'kysely';
import { payableUnit } from '../../../../shared/money/money.ts';
import { type PromotionStanding, promotionStatus } from '../../../../shared/rules/promotion-status.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { PromotionTables } from './tables.ts';

export type PromotionRow = Selectable<PromotionTables['promotion']>;
export type EntryRow = Selectable<PromotionTables['promotion_entry']>;
/** What a promotion promises, without its state. */
export type PromotionRule = Omit<PromotionRow, 'state' | 'reserved' | 'created_at' | 'published_at' | 'stopped_at'>;

const WHOLE_PERCENT = 10_000n;

type Reward = Pick<PromotionRow, 'amount' | 'points' | 'tickets'>;

/** The most that one member can get: units of money, millionths of points, or tickets. */
export function costOf({ amount, points, tickets }: Reward): bigint {
  return BigInt(amount) + BigInt(points) + BigInt(tickets);
}

export function hasRoom(row: Reward & Pick<PromotionRow, 'budget' | 'reserved'>): boolean {
  return BigInt(row.reserved) + costOf(row) <= BigInt(row.budget);
}

/** Members for whom the whole budget is enough. */
export function placesOf(row: Reward & Pick<PromotionRow, 'budget'>): bigint {
  return BigInt(row.budget) / costOf(row);
}

/** The share of a deposit, or of a net loss: cut to what the currency pays, and to the highest one. Of a net win it is zero. */
export function shareOf({ percent, amount, currency }: Pick<PromotionRow, 'percent' | 'amount' | 'currency'>, units: bigint): bigint {
  if (units <= 0n) return 0n;
  const unit = payableUnit(currency);
  const share = (units * BigInt(percent)) / WHOLE_PERCENT;
  const most = BigInt(amount);
  const gift = share < most ? share : most;
  return gift - (gift % unit);
}

/** End of the time to claim a reward that is earned at the time: of tickets at the latest the end of the raffle. */
export function claimUntil({ claim_days, gives }: Pick<PromotionRow, 'claim_days' | 'gives'>, earned: Date): Date {
  const until = new Date(earned.getTime() + claim_days * DAY_MS);
  const closes = gives?.kind === 'tickets' ? new Date(gives.closesAt) : until;
  return closes < until ? closes : until;
}

/** The status for a member; a draft has none. */
export function statusOf(row: PromotionRow, entry: Pick<EntryRow, 'state' | 'claim_until'> | null, now: Date) {
  return promotionStatus(standingOf(row), entry && { state: entry.state, claimUntil: entry.claim_until?.getTime() ?? null }, now.getTime());
}

function standingOf(row: PromotionRow): PromotionStanding {
  const { id, state, block, starts_at, ends_at } = row;
  if (state === 'draft') throw new Error(`The promotion ${id} is not published.`);
  return { state, block, startsAt: starts_at.getTime(), endsAt: ends_at.getTime(), hasRoom: hasRoom(row) };
}
