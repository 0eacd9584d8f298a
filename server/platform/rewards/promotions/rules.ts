import type { Selectable } from 'kysely';
import { type PromotionStanding, promotionStatus } from '../../../../shared/rules/promotion-status.ts';
import type { PromotionTables } from './tables.ts';

export type PromotionRow = Selectable<PromotionTables['promotion']>;
export type EntryRow = Selectable<PromotionTables['promotion_entry']>;
/** What a promotion promises, without its state. */
export type PromotionRule = Omit<PromotionRow, 'state' | 'reserved' | 'created_at' | 'published_at' | 'stopped_at'>;

const WHOLE_PERCENT = 10_000n;

/** The most that one member can get: units of money, or millionths of points. */
export function costOf({ amount, points }: Pick<PromotionRow, 'amount' | 'points'>): bigint {
  return BigInt(amount) + BigInt(points);
}

export function hasRoom(row: Pick<PromotionRow, 'amount' | 'points' | 'budget' | 'reserved'>): boolean {
  return BigInt(row.reserved) + costOf(row) <= BigInt(row.budget);
}

/** Members for whom the whole budget is enough. */
export function placesOf(row: Pick<PromotionRow, 'amount' | 'points' | 'budget'>): bigint {
  return BigInt(row.budget) / costOf(row);
}

/** The gift for a deposit: cut to what the currency pays, `unit`, and to the highest gift. */
export function depositGift({ percent, amount }: Pick<PromotionRow, 'percent' | 'amount'>, deposit: bigint, unit: bigint): bigint {
  const share = (deposit * BigInt(percent)) / WHOLE_PERCENT;
  const most = BigInt(amount);
  const gift = share < most ? share : most;
  return gift - (gift % unit);
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
