import { type Selectable, sql } from 'kysely';
import type { ReferralSide } from '../../../../shared/api/referral/constants.ts';
import { amountText } from '../../../../shared/money/amount-text.ts';
import { DAY_MS, startOfDay, zonedDay, zonedMoment } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Database, Executor, Tx } from '../../base/db/index.ts';
import { type MerchantSettings, readMerchant, toUnits } from '../../merchant/index.ts';
import type { Inbox, InboxTemplate } from '../../notify/inbox/index.ts';
import type { Link } from '../../protection/links/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { RewardCentre } from '../centre/index.ts';
import { type LinkDeps, linksOf, noteBoth } from './links.ts';
import type { ReferralTables } from './tables.ts';

export type RewardRow = Selectable<ReferralTables['referral_reward']>;
type Goal = Selectable<ReferralTables['referral_goal']> & { readonly referrer_id: string };

export interface SettleDeps extends LinkDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly inbox: Pick<Inbox, 'post'>;
  readonly protection: Pick<Protection, 'mayBeAdvertised'>;
  readonly centre: Pick<RewardCentre, 'publish'>;
}

const PAGE = '/member/referral';
/** Rewards that were not checked again within a run are in the next one. */
const CHECKED_PER_RUN = 500;

/** Gives the rewards of goals that are reached now, and takes back unclaimed ones of goals that are not any more. The caller holds the turn. */
export async function settleGoals(deps: SettleDeps, tx: Tx, afterCommit: AfterCommit, friendIds: readonly string[]): Promise<void> {
  if (friendIds.length === 0) return;
  const { settings } = await readMerchant(tx, deps.merchant);
  const { rows } = await sql<Goal>`
    select g.*, r.referrer_id from referral_goal g join referral r on r.friend_id = g.friend_id
     where g.friend_id = any(${friendIds}::text[])
       and (g.deposits >= g.need_deposits and g.stake >= g.need_stake) <> (g.reached_at is not null)
     order by g.friend_id, g.stage`.execute(tx);
  for (const goal of rows) {
    const isReached = goal.reached_at === null;
    await tx
      .updateTable('referral_goal')
      .set({ reached_at: isReached ? deps.clock.now() : null })
      .where('friend_id', '=', goal.friend_id)
      .where('stage', '=', goal.stage)
      .execute();
    if (isReached) await give(deps, tx, afterCommit, goal, settings);
    else await withdraw(deps, tx, afterCommit, goal);
  }
}

async function give(deps: SettleDeps, tx: Tx, afterCommit: AfterCommit, goal: Goal, settings: MerchantSettings): Promise<void> {
  const { friend_id, referrer_id } = goal;
  const now = deps.clock.now();
  await noteBoth(deps, tx, [friend_id, referrer_id], now);
  const links = await linksOf(deps, tx, friend_id, referrer_id);
  const sides: readonly (readonly [ReferralSide, string, bigint])[] = [
    ['referrer', referrer_id, BigInt(goal.referrer_amount)],
    ['friend', friend_id, BigInt(goal.friend_amount)],
  ];
  for (const [side, memberId, amount] of sides) {
    if (amount === 0n) continue;
    const order = { goal, side, memberId, amount, links, now };
    const cause = side === 'referrer' ? await capOf(tx, order, settings) : undefined;
    const row = await store(tx, { ...order, cause }, settings);
    if (row) await notifyMember(deps, tx, afterCommit, row, settings);
  }
}

interface GivenReward {
  readonly goal: Goal;
  readonly side: ReferralSide;
  readonly memberId: string;
  readonly amount: bigint;
  readonly links: readonly Link[];
  readonly now: Date;
}

/** Which rule leaves no room for a further reward of the member who invited. */
async function capOf(
  tx: Tx,
  { goal, memberId, amount, now }: GivenReward,
  { referral: { perMonth, maxFriends }, timeZone }: MerchantSettings,
): Promise<'month' | 'friends' | undefined> {
  const month = new Date(startOfDay(`${zonedDay(now.getTime(), timeZone).slice(0, 8)}01`, timeZone));
  const { rows } = await sql<{ units: string; friends: number }>`
    select coalesce(sum(amount) filter (where created_at >= ${month}), 0) as units,
           count(distinct friend_id) filter (where friend_id <> ${goal.friend_id})::int as friends
      from referral_reward where member_id = ${memberId} and side = 'referrer' and state not in ('withdrawn', 'refused')`.execute(tx);
  const { units = '0', friends = 0 } = rows[0] ?? {};
  if (maxFriends !== null && friends >= maxFriends) return 'friends';
  return perMonth !== null && BigInt(units) + amount > toUnits(perMonth) ? 'month' : undefined;
}

/** Undefined if it was given before. One that an operator has released is not held again. */
async function store(
  tx: Tx,
  { goal, side, memberId, amount, links, now, cause }: GivenReward & { readonly cause: 'month' | 'friends' | undefined },
  settings: MerchantSettings,
): Promise<RewardRow | undefined> {
  const isHeld = cause === undefined && links.length > 0;
  const [state, why] = cause ? ['refused', cause] : isHeld ? ['held', 'linked'] : ['claimable', null];
  const { rows } = await sql<RewardRow>`
    insert into referral_reward as kept (friend_id, stage, side, member_id, amount, currency, state, cause, links, checked_at, claim_until, created_at)
    values (${goal.friend_id}, ${goal.stage}, ${side}, ${memberId}, ${amount.toString()}::bigint, ${goal.currency}, ${state}, ${why},
            ${JSON.stringify(links)}::jsonb, ${now}, ${claimEnd(settings, now)}, ${now})
    on conflict (friend_id, stage, side) do update
      set state = case when kept.decided_at is not null and excluded.state = 'held' then 'claimable' else excluded.state end,
          cause = case when kept.decided_at is not null and excluded.state = 'held' then null else excluded.cause end,
          links = excluded.links, checked_at = excluded.checked_at, claim_until = excluded.claim_until, created_at = excluded.created_at
      where kept.state = 'withdrawn'
    returning *`.execute(tx);
  return rows[0];
}

/** What an operator has refused stays refused; what the rules left out may have room when the goal is reached again. */
async function withdraw(deps: SettleDeps, tx: Tx, afterCommit: AfterCommit, { friend_id, stage }: Goal): Promise<void> {
  const rows = await tx
    .updateTable('referral_reward')
    .set({ state: 'withdrawn', cause: null })
    .where('friend_id', '=', friend_id)
    .where('stage', '=', stage)
    .where(({ eb, or, and }) =>
      or([eb('state', 'in', ['claimable', 'held']), and([eb('state', '=', 'refused'), eb('cause', 'in', ['month', 'friends'])])]),
    )
    .returning('member_id')
    .execute();
  for (const { member_id } of rows) await deps.centre.publish(tx, afterCommit, member_id);
}

/** Holds rewards that can be claimed if the accounts have come to share something. The caller holds the turn. */
export async function holdLinked(deps: SettleDeps, tx: Tx, afterCommit: AfterCommit): Promise<void> {
  const { rows } = await sql<{ id: string; friend_id: string; referrer_id: string }>`
    select w.id, w.friend_id, r.referrer_id from referral_reward w join referral r on r.friend_id = w.friend_id
     where w.state = 'claimable' and w.decided_at is null
       and exists (select from member_trait t where t.member_id in (w.friend_id, r.referrer_id) and t.seen_at > w.checked_at)
     order by w.id limit ${CHECKED_PER_RUN}::int`.execute(tx);
  if (rows.length === 0) return;
  const { settings } = await readMerchant(tx, deps.merchant);
  for (const { id, friend_id, referrer_id } of rows) {
    const links = await linksOf(deps, tx, friend_id, referrer_id);
    const row = await tx
      .updateTable('referral_reward')
      .set({
        checked_at: deps.clock.now(),
        ...(links.length > 0 && { state: 'held' as const, cause: 'linked' as const, links: JSON.stringify(links) }),
      })
      .where('id', '=', id)
      // Claimed in the meantime.
      .where('state', '=', 'claimable')
      .returningAll()
      .executeTakeFirst();
    if (row?.state === 'held') await notifyMember(deps, tx, afterCommit, row, settings);
  }
}

/** Until when a reward that is given now can be claimed. */
export function claimEnd({ referral }: Pick<MerchantSettings, 'referral'>, now: Date): Date {
  return new Date(now.getTime() + referral.claimDays * DAY_MS);
}

const TEMPLATES = {
  claimable: 'referral_earned',
  held: 'referral_held',
  refused: 'referral_refused',
} as const satisfies Partial<Record<RewardRow['state'], InboxTemplate>>;

/**
 * Notifies the member of what has become of a reward, with the reason where it is not given. Nothing to members on a break, excluded or blocked:
 * it is on their page afterwards.
 */
export async function notifyMember(
  deps: Pick<SettleDeps, 'inbox' | 'protection' | 'centre'>,
  tx: Tx,
  afterCommit: AfterCommit,
  row: RewardRow,
  { timeZone }: Pick<MerchantSettings, 'timeZone'>,
): Promise<void> {
  await deps.centre.publish(tx, afterCommit, row.member_id);
  const template = (TEMPLATES as Partial<Record<RewardRow['state'], InboxTemplate>>)[row.state];
  if (template === undefined || !(await mayReceive(deps, tx, row.member_id))) return;
  const params = {
    amount: amountText(BigInt(row.amount), row.currency),
    ...(row.state === 'claimable' && { until: zonedMoment(row.claim_until, timeZone) }),
    ...(row.state === 'refused' &&
      (row.cause === 'operator' ? { reason: row.decision ?? '' } : { reasonKey: `referral.cause_${row.cause}` })),
  };
  await deps.inbox.post(tx, { memberId: row.member_id, template, params, href: PAGE }, afterCommit);
}

/** Neither on a break nor excluded or blocked. */
export async function mayReceive({ protection }: Pick<SettleDeps, 'protection'>, executor: Executor, memberId: string): Promise<boolean> {
  const member = await executor.selectFrom('member').select('status').where('id', '=', memberId).executeTakeFirst();
  return member?.status !== 'blocked' && (await protection.mayBeAdvertised(executor, memberId));
}
