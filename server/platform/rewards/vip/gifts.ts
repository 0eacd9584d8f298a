import { type Selectable, sql } from 'kysely';
import { amountText } from '../../../../shared/money/amount-text.ts';
import type { Units } from '../../../../shared/money/money.ts';
import { DAY_MS, zonedMoment } from '../../../../shared/time.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { type MerchantSettings, readMerchant, toUnits } from '../../merchant/index.ts';
import type { Inbox, InboxTemplate } from '../../notify/inbox/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { RewardCentre } from '../centre/index.ts';
import type { LevelChange } from './change.ts';
import type { VipTables } from './tables.ts';

export type GiftRow = Selectable<VipTables['vip_gift']>;

export interface GiftDeps {
  readonly merchant: string;
  readonly inbox: Pick<Inbox, 'post'>;
  readonly protection: Pick<Protection, 'mayBeAdvertised' | 'resting'>;
  readonly centre: Pick<RewardCentre, 'publish'>;
}

export interface GiftNotice {
  readonly memberId: string;
  readonly template: InboxTemplate;
  readonly level: string;
  /** Of all gifts of the message; zero without one. */
  readonly units: Units;
  /** Needed with gifts. */
  readonly until?: Date;
}

const CENTRE = '/member/rewardCenter';
const RANK = '/member/playerRank';

/**
 * Gifts for levels that were reached, and messages about them, in the transaction of the change. Rises by play of before levels were stored
 * and by changed rules of the merchant are no reason for either. What was reached with play or deposits that are taken back is withdrawn while it is unclaimed.
 */
export async function followChanges(
  deps: GiftDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  changes: readonly LevelChange[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const { settings } = await readMerchant(tx, deps.merchant);
  for (const change of changes) {
    if (change.cause === 'opening' || change.cause === 'rules') continue;
    if (change.to > change.from) await giveUpgrades(deps, tx, afterCommit, { change, settings, now });
    else await followFall(deps, tx, afterCommit, change, settings);
  }
}

interface Rise {
  readonly change: LevelChange;
  readonly settings: MerchantSettings;
  readonly now: Date;
}

async function giveUpgrades(deps: GiftDeps, tx: Tx, afterCommit: AfterCommit, { change, settings, now }: Rise): Promise<void> {
  const { memberId, from, to } = change;
  const until = giftEnd(settings, now);
  let units = 0n;
  for (let level = from + 1; level <= to; level += 1) {
    const amount = toUnits(settings.vipLevels[level - 1]?.upgradeGift ?? 0);
    if (amount > 0n && (await add(tx, { memberId, kind: 'upgrade', level, year: 0, amount, currency: settings.currency, until, now })))
      units += amount;
  }
  const level = settings.vipLevels[to - 1]?.labelName ?? '';
  const template = units > 0n ? ('vip_level_gift' as const) : ('vip_level' as const);
  await noticeGift(deps, tx, afterCommit, { memberId, template, level, units, until }, settings);
}

/** Until when a gift that is given now can be claimed. */
export function giftEnd({ vip }: Pick<MerchantSettings, 'vip'>, now: Date): Date {
  return new Date(now.getTime() + vip.giftDays * DAY_MS);
}

export interface NewGift {
  readonly memberId: string;
  readonly kind: GiftRow['kind'];
  readonly level: number;
  readonly year: number;
  readonly amount: Units;
  readonly currency: string;
  readonly until: Date;
  readonly now: Date;
}

/** False if it was given before. A withdrawn gift of a level is given again with the level. */
export async function add(tx: Tx, { memberId, kind, level, year, amount, currency, until, now }: NewGift): Promise<boolean> {
  // A birthday has two unique indexes, that of all gifts and that of its year. Only a conflict clause without a target waits at both for
  // another node; with a target, the index that is not named raises an error.
  const onConflict =
    kind === 'birthday'
      ? sql`do nothing`
      : sql`(member_id, kind, level, year) do update
          set state = 'claimable', amount = excluded.amount, claim_until = excluded.claim_until, created_at = excluded.created_at
          where kept.state = 'withdrawn'`;
  const { rows } = await sql`
    insert into vip_gift as kept (member_id, kind, level, year, amount, currency, state, claim_until, created_at)
    values (${memberId}, ${kind}, ${level}::int, ${year}::int, ${amount.toString()}::bigint, ${currency}, 'claimable', ${until}, ${now})
    on conflict ${onConflict}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** The gift of a level that was not kept stays: the level was reached. */
async function followFall(
  deps: GiftDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  change: LevelChange,
  settings: MerchantSettings,
): Promise<void> {
  if (change.cause !== 'not-kept') await withdraw(deps, tx, afterCommit, change);
  const { memberId, to } = change;
  const level = settings.vipLevels[to - 1]?.labelName ?? '';
  await noticeGift(deps, tx, afterCommit, { memberId, template: 'vip_level_down', level, units: 0n }, settings);
}

async function withdraw(deps: GiftDeps, tx: Tx, afterCommit: AfterCommit, { memberId, to }: LevelChange): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('vip_gift')
    .set({ state: 'withdrawn' })
    .where('member_id', '=', memberId)
    .where('kind', '=', 'upgrade')
    .where('level', '>', to)
    .where('state', '=', 'claimable')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await deps.centre.publish(tx, afterCommit, memberId);
}

/** None to members on a break, excluded or blocked: the gift is in the reward centre afterwards. */
export async function noticeGift(
  deps: GiftDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { memberId, template, level, units, until }: GiftNotice,
  { currency, timeZone }: Pick<MerchantSettings, 'currency' | 'timeZone'>,
): Promise<void> {
  if (!(await mayReceive(deps, tx, memberId))) return;
  const params = units > 0n && until ? { level, amount: amountText(units, currency), until: zonedMoment(until, timeZone) } : { level };
  await deps.inbox.post(tx, { memberId, template, params, href: units > 0n ? CENTRE : RANK }, afterCommit);
  if (units > 0n) await deps.centre.publish(tx, afterCommit, memberId);
}

/** Neither on a break nor excluded or blocked. */
export async function mayReceive({ protection }: Pick<GiftDeps, 'protection'>, executor: Executor, memberId: string): Promise<boolean> {
  const member = await executor.selectFrom('member').select('status').where('id', '=', memberId).executeTakeFirst();
  return member?.status !== 'blocked' && (await protection.mayBeAdvertised(executor, memberId));
}
