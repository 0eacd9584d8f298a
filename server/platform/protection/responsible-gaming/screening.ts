import type { Clock } from '../../base/clock.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { TraitKind } from '../links/index.ts';
import { browserOf, linkedMembers, noteIdentity } from '../links/index.ts';
import { openReview } from './reviews.ts';

/** Networks are not compared: many people share one. */
const GROUNDS: readonly TraitKind[] = ['browser', 'contact', 'person', 'payout'];

export interface ScreeningDeps {
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
}

/**
 * Compares a new account with the excluded accounts. On a match the account is held: no deposits and no stakes until an operator decides,
 * because a family can share devices. A released match never holds again.
 */
export async function screenAccount(tx: Tx, { clock, merchant, secrets }: ScreeningDeps, memberId: string): Promise<void> {
  const now = clock.now();
  await noteIdentity(tx, secrets, memberId, now);
  const links = await linkedMembers(tx, memberId, { kinds: GROUNDS });
  const excluded = await excludedOf(
    tx,
    links.map((link) => link.memberId),
    now,
  );
  const matches = links.filter((link) => excluded.has(link.memberId));
  let opened = false;
  for (const { memberId: otherId, kinds } of matches)
    opened = (await openReview(tx, { merchant, memberId, otherId, subject: 'exclusion', grounds: kinds, now })) || opened;
  if (opened) await holdMember(tx, memberId, now);
}

/**
 * Compares existing accounts with a member who has just excluded themselves. A shared browser alone does not hold an account that is
 * already in use, because families share browsers; a shared contact, person or payout account does. Returns the accounts that are now held.
 */
export async function holdResembling(tx: Tx, { clock, merchant }: ScreeningDeps, excludedId: string): Promise<readonly string[]> {
  const now = clock.now();
  const links = await linkedMembers(tx, excludedId, { kinds: GROUNDS });
  const held: string[] = [];
  for (const { memberId, kinds } of links.filter((link) => link.kinds.some((kind) => kind !== 'browser'))) {
    if (!(await openReview(tx, { merchant, memberId, otherId: excludedId, subject: 'exclusion', grounds: kinds, now }))) continue;
    await holdMember(tx, memberId, now);
    held.push(memberId);
  }
  return held;
}

/** Screens an account before its first deposit. Afterwards the payment identifies the owner. */
export async function screenBeforeDeposit(tx: Tx, deps: ScreeningDeps, memberId: string): Promise<void> {
  const row = await tx
    .selectFrom('member')
    .leftJoin('protection_member', 'protection_member.member_id', 'member.id')
    .select(['protection_member.deposits'])
    .where('member.id', '=', memberId)
    .where('member.free_play', '=', false)
    .executeTakeFirst();
  if (row && BigInt(row.deposits ?? 0) === 0n) await screenAccount(tx, deps, memberId);
}

/** Whether a member who signed in with this browser takes a break or is excluded. Free play is then refused as well. */
export async function isBrowserResting(executor: Executor, deviceToken: string | null, now: Date): Promise<boolean> {
  const browser = await browserOf(executor, deviceToken);
  return browser !== undefined && isAnyBrowserResting(executor, [browser], now);
}

/** The same for the browsers of a trial account. */
export async function isTrialResting(executor: Executor, memberId: string, now: Date): Promise<boolean> {
  const rows = await executor
    .selectFrom('member_trait')
    .select('key')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'browser')
    .execute();
  return isAnyBrowserResting(
    executor,
    rows.map(({ key }) => key),
    now,
  );
}

async function isAnyBrowserResting(executor: Executor, browsers: readonly string[], now: Date): Promise<boolean> {
  if (browsers.length === 0) return false;
  const found = await resting(executor, now)
    .innerJoin('member_trait', 'member_trait.member_id', 'protection_member.member_id')
    .where('member_trait.kind', '=', 'browser')
    .where('member_trait.key', 'in', browsers)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function excludedOf(executor: Executor, memberIds: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  if (memberIds.length === 0) return new Set();
  const rows = await resting(executor, now)
    .where('break_kind', '=', 'exclusion')
    .where('protection_member.member_id', 'in', memberIds)
    .execute();
  return new Set(rows.map(({ member_id }) => member_id));
}

/** Members with a break or exclusion in force: `breakOf` in SQL. */
function resting(executor: Executor, now: Date) {
  return executor
    .selectFrom('protection_member')
    .select('protection_member.member_id')
    .where((eb) =>
      eb.or([
        eb.and([eb('break_kind', '=', 'time-out'), eb('break_until', '>', now)]),
        eb.and([eb('break_kind', '=', 'exclusion'), eb.or([eb('return_at', 'is', null), eb('return_at', '>', now)])]),
      ]),
    );
}

async function holdMember(tx: Tx, memberId: string, now: Date): Promise<void> {
  await tx
    .insertInto('protection_member')
    .values({ member_id: memberId, held_at: now })
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet((eb) => ({ held_at: eb.fn.coalesce('protection_member.held_at', eb.val(now)) })),
    )
    .execute();
}
