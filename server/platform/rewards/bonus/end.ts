import { sql } from 'kysely';
import type { BonusState } from '../../../../shared/api/bonus/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import { WAGERED_PER_UNIT } from '../../../../shared/rules/bonus.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { BONUS, BONUS_HELD, HOUSE, WALLET } from '../../ledger/index.ts';
import { REWARDS } from '../fund/index.ts';
import type { BonusDeps, BonusRow } from './contracts.ts';
import { poolsOf } from './pools.ts';

type End = Exclude<BonusState, 'offered' | 'running' | 'withdrawn'>;

/** Ends a running bonus. The caller has locked the wallet and the bonus. */
async function end(deps: BonusDeps, tx: Tx, afterCommit: AfterCommit, row: BonusRow, state: End): Promise<BonusRow> {
  const { id, member_id: memberId, currency } = row;
  const { held, bonus } = poolsOf(await deps.wallet.accounts(tx, memberId));
  const isCompleted = state === 'completed';
  const legs = [
    { owner: memberId, kind: WALLET, units: held + (isCompleted ? bonus : 0n) },
    { owner: memberId, kind: BONUS_HELD, units: -held },
    { owner: memberId, kind: BONUS, units: -bonus },
    { owner: HOUSE, kind: REWARDS.account, units: isCompleted ? 0n : bonus },
  ].filter(({ units }) => units !== 0n);
  if (legs.length > 0) {
    const kind = isCompleted ? 'bonus-completed' : 'bonus-ended';
    const order = { reference: `bonus:${id}:end`, kind, currency, realm: 'real', memberId, legs, meta: { bonusId: id, state } } as const;
    const result = await deps.wallet.transfer(tx, order, afterCommit);
    if (result.outcome !== 'posted') throw new Error(`${order.reference} was not posted: ${result.outcome}`);
  }
  await deps.wallet.setPools(tx, { memberId, currency, playable: 'wallet' });
  const sums = { converted: isCompleted ? bonus : 0n, given_up: isCompleted ? 0n : bonus, returned: held };
  const ended = await tx
    .updateTable('bonus')
    .set({
      state,
      ended_at: deps.clock.now(),
      converted: sums.converted.toString(),
      given_up: sums.given_up.toString(),
      returned: sums.returned.toString(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await deps.centre.publish(tx, afterCommit, memberId);
  return ended;
}

async function lockRunning({ wallet }: BonusDeps, tx: Tx, memberId: string): Promise<BonusRow | undefined> {
  await wallet.lockWallets(tx, [memberId]);
  return tx.selectFrom('bonus').selectAll().where('member_id', '=', memberId).where('state', '=', 'running').forUpdate().executeTakeFirst();
}

/** Leaves a bonus at any time, also during a break. `givesUp`: what the member has seen; another sum changes nothing. */
export async function leaveBonus(
  deps: BonusDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { memberId, bonusId, givesUp }: { readonly memberId: string; readonly bonusId: string; readonly givesUp: Units },
): Promise<BonusRow> {
  const row = await lockRunning(deps, tx, memberId);
  if (row?.id !== bonusId) throw new Refusal('bonus_not_running');
  const { bonus } = poolsOf(await deps.wallet.accounts(tx, memberId));
  if (bonus !== givesUp) throw new Refusal('bonus_changed');
  return end(deps, tx, afterCommit, row, 'left');
}

/** Ends what is complete, expired, used up, or belongs to a deposit that was taken back. Each in a transaction of its own. */
export async function endDue(deps: BonusDeps): Promise<void> {
  for (;;) {
    deps.requireTime();
    const due = await findDue(deps);
    if (due.length === 0) return;
    for (const memberId of due) await inTransaction(deps.db, (tx, afterCommit) => endOne(deps, tx, afterCommit, memberId));
    if (due.length < ENDS_PER_PASS) return;
  }
}

const ENDS_PER_PASS = 200;

async function findDue({ db, clock }: BonusDeps): Promise<readonly string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select b.member_id from bonus b
     where b.state = 'running' and (
       b.expires_at <= ${clock.now()} or b.wagered >= b.required * ${WAGERED_PER_UNIT.toString()}::bigint or ${isUsed} or ${isReversed})
     order by b.expires_at, b.id limit ${ENDS_PER_PASS}::int`.execute(db);
  return rows.map(({ member_id }) => member_id);
}

/** No bonus money, neither in the pool nor in an open bet. */
const isUsed = sql<boolean>`(
  exists (select from ledger_account a where a.owner = b.member_id and a.kind = ${sql.lit(BONUS)} and a.balance = 0)
  and not exists (
    select from bonus_stake s
      join vendor_transaction t on t.provider = s.provider and t.transaction_id = s.transaction_id
     where s.bonus_id = b.id and s.bonus > 0 and t.state = 'accepted'))`;

const isReversed = sql<boolean>`(b.source = 'deposit' and exists (
  select from deposit d where 'deposit:' || d.id = b.reference and d.status in ('reversed', 'part_reversed')))`;

async function endOne(deps: BonusDeps, tx: Tx, afterCommit: AfterCommit, memberId: string): Promise<void> {
  const row = await lockRunning(deps, tx, memberId);
  if (!row) return;
  const { rows } = await sql<{ used: boolean; reversed: boolean }>`
    select ${isUsed} as used, ${isReversed} as reversed from bonus b where b.id = ${row.id}::bigint`.execute(tx);
  const [is] = rows;
  if (BigInt(row.wagered) >= BigInt(row.required) * WAGERED_PER_UNIT) await end(deps, tx, afterCommit, row, 'completed');
  else if (is?.reversed) await end(deps, tx, afterCommit, row, 'reversed');
  else if (is?.used) await end(deps, tx, afterCommit, row, 'used');
  else if (row.expires_at && row.expires_at <= deps.clock.now()) await expire(deps, tx, afterCommit, row);
}

/** A member who may not play cannot wager: the bonus waits. */
async function expire(deps: BonusDeps, tx: Tx, afterCommit: AfterCommit, row: BonusRow): Promise<void> {
  if (!(await deps.protection.resting(tx, row.member_id))) {
    await end(deps, tx, afterCommit, row, 'expired');
    return;
  }
  const later = new Date(deps.clock.now().getTime() + DAY_MS);
  await tx.updateTable('bonus').set({ expires_at: later }).where('id', '=', row.id).execute();
}

/** Offers that were not accepted in time. */
export async function endOffers({ db, clock }: BonusDeps): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('bonus')
    .set({ state: 'expired', ended_at: now })
    .where('state', '=', 'offered')
    .where('offer_until', '<=', now)
    .execute();
}
