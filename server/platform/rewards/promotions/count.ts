import { sql } from 'kysely';
import { NO_CASHBACK_CATEGORY } from '../../../../shared/api/promotions/constants.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { WALLET } from '../../ledger/index.ts';
import { consumeFacts, createFactStream, type FactRange, type FactSource } from '../../play/facts/index.ts';
import { DEPOSIT_CONSUMER, PLAY_CONSUMER, type PromotionDeps } from './contracts.ts';
import { claimUntil, costOf, type EntryRow, type PromotionRow, shareOf } from './rules.ts';

const FACTS_PER_BATCH = 10_000;

/** `ledger_post` locks the accounts before it inserts the transfer. As in the index of migration 203. */
const DEPOSIT_KINDS = sql`('deposit', 'deposit-reversal')`;
const DEPOSITS: FactSource = { rows: sql`ledger_transfer`, where: sql<boolean>`kind in ${DEPOSIT_KINDS}`, first: sql`0` };
const DEPOSIT_STREAM = createFactStream(DEPOSITS);

/**
 * Counts the play and the deposits that wait. Each batch is one transaction with the position of its consumer: a fact counts once, on any number
 * of nodes. False if a running transaction holds facts back.
 */
export async function countPromotions(deps: PromotionDeps): Promise<boolean> {
  deps.requireTime();
  const { db, facts } = deps;
  await facts.add(db, PLAY_CONSUMER);
  await DEPOSIT_STREAM.add(db, DEPOSIT_CONSUMER);
  const work = { batch: FACTS_PER_BATCH, lock: lockTurn };
  return (
    (await consumeFacts(db, facts, {
      ...work,
      name: PLAY_CONSUMER,
      count: (tx, range, _turn, afterCommit) => countPlay(deps, tx, afterCommit, range),
    })) &&
    (await consumeFacts(db, DEPOSIT_STREAM, {
      ...work,
      name: DEPOSIT_CONSUMER,
      count: (tx, range, _turn, afterCommit) => countDeposits(deps, tx, afterCommit, range),
    }))
  );
}

/** Members join under a shared lock of the row. */
async function lockTurn(tx: Tx): Promise<void> {
  await tx.selectFrom('promotion_clock').select('id').forUpdate().executeTakeFirstOrThrow();
}

/** The settled stake, or the net loss, of a member that counts for the promotion, of the facts that are consumed. The turn must not move: the caller holds it. */
export async function countedAt(executor: Executor, promotion: PromotionRow, memberId: string): Promise<bigint> {
  const { rows } = await sql<{ counted: string }>`
    select coalesce(sum(${COUNTED_OF_FACT}), 0) as counted
      from play_fact f join promotion p on p.id = ${promotion.id}
     where f.member_id = ${memberId} and f.id <= (select position from fact_consumer where name = ${PLAY_CONSUMER}) and ${COUNTS}`.execute(
    executor,
  );
  return BigInt(rows[0]?.counted ?? 0);
}

/** Kinds of promotions for which play counts, as an SQL list. */
export const PLAY_BLOCKS = sql`('stake', 'cashback')`;

/** Not lost to another member, and not while money of a bonus paid bets: all facts of a round are returned or none of them. */
export const RETURNS = sql<boolean>`(f.category <> ${NO_CASHBACK_CATEGORY}
  and not exists (select from bonus_round b where b.provider = f.provider and b.round_id = f.round_id))`;

/** The fact `f` counts for the promotion `p`. */
export const COUNTS = sql<boolean>`(
  f.kind <> 'opening' and f.at >= p.starts_at and f.at < p.ends_at and (p.categories = '{}' or f.category = any(p.categories))
  and (p.block <> 'cashback' or ${RETURNS}))`;

/** What the fact `f` adds for the promotion `p`: counted stake, or net loss. */
export const COUNTED_OF_FACT = sql`case p.block when 'cashback' then f.stake - f.payout else f.valid end`;

interface Changed {
  id: string;
  member_id: string;
  state: EntryRow['state'];
  has_reached: boolean;
  claim_days: number;
  gives: PromotionRow['gives'];
}

async function countPlay(deps: PromotionDeps, tx: Tx, afterCommit: AfterCommit, { after, upTo }: FactRange): Promise<void> {
  const { rows } = await sql<Changed>`
    with sums as materialized (
      select e.id, sum(${COUNTED_OF_FACT})::bigint as counted
        from play_fact f
        join promotion_entry e on e.member_id = f.member_id and e.state in ('joined', 'claimable')
        join promotion p on p.id = e.promotion_id and p.block in ${PLAY_BLOCKS}
       where f.id > ${after.toString()}::bigint and f.id <= ${upTo.toString()}::bigint and ${COUNTS}
       group by e.id),
    turn as materialized (
      select e.id from promotion_entry e join sums using (id) order by e.id for update of e)
    update promotion_entry e set counted = e.counted + s.counted
      from sums s join turn using (id), promotion p
     where e.id = s.id and p.id = e.promotion_id and e.state in ('joined', 'claimable')
    returning e.id, e.member_id, e.state, p.block = 'stake' and e.counted >= p.target as has_reached, p.claim_days, p.gives`.execute(tx);
  const now = deps.clock.now();
  for (const { id, member_id, state, has_reached, ...rule } of rows) {
    if (has_reached === (state === 'claimable')) continue;
    const change = has_reached
      ? ({ state: 'claimable', claim_until: claimUntil(rule, now) } as const)
      : ({ state: 'joined', claim_until: null } as const);
    await makePointAccount(tx, member_id);
    await tx.updateTable('promotion_entry').set(change).where('id', '=', id).execute();
    await deps.centre.publish(tx, afterCommit, member_id);
  }
}

/** Exists before a claim, which must not wait for it. */
async function makePointAccount(tx: Tx, memberId: string): Promise<void> {
  await sql`insert into point_account (member_id) values (${memberId}) on conflict do nothing`.execute(tx);
}

interface CashRow {
  reference: string;
  kind: string;
  member_id: string;
  units: string;
  created_at: Date;
}

async function countDeposits(deps: PromotionDeps, tx: Tx, afterCommit: AfterCommit, { after, upTo }: FactRange): Promise<void> {
  const { rows } = await sql<CashRow>`
    select t.reference, t.kind, a.owner as member_id, p.amount as units, t.created_at
      from ledger_transfer t
      join ledger_posting p on p.transfer_id = t.id
      join ledger_account a on a.id = p.account_id and a.kind = ${WALLET} and a.realm = 'real'
     where t.kind in ${DEPOSIT_KINDS} and t.id > ${after.toString()}::bigint and t.id <= ${upTo.toString()}::bigint
       and exists (select from promotion_entry e where e.member_id = a.owner and e.state in ('joined', 'claimable'))
     order by t.id`.execute(tx);
  for (const row of rows) await (row.kind === 'deposit' ? earn : takeBack)(deps, tx, afterCommit, row);
}

/** The first deposit that is large enough gives the gift of each promotion that the member has joined for deposits. */
async function earn(deps: PromotionDeps, tx: Tx, afterCommit: AfterCommit, cash: CashRow): Promise<void> {
  const { rows } = await sql<EntryRow & Pick<PromotionRow, 'percent' | 'claim_days' | 'gives'> & { most: string }>`
    select e.*, p.percent, p.claim_days, p.gives, p.amount as most from promotion_entry e join promotion p on p.id = e.promotion_id and p.block = 'deposit'
     where e.member_id = ${cash.member_id} and e.state = 'joined' and p.target <= ${cash.units}::bigint
       and ${cash.created_at}::timestamptz >= e.joined_at and ${cash.created_at}::timestamptz < p.ends_at
     order by e.id for update of e`.execute(tx);
  const now = deps.clock.now();
  for (const { id, promotion_id, percent, claim_days, gives, most, currency, member_id } of rows) {
    const gift = shareOf({ percent, amount: most, currency }, BigInt(cash.units));
    if (gift <= 0n) continue;
    await tx
      .updateTable('promotion_entry')
      .set({
        state: 'claimable',
        deposit: cash.reference,
        amount: gift.toString(),
        claim_until: claimUntil({ claim_days, gives }, now),
      })
      .where('id', '=', id)
      .execute();
    await release(tx, promotion_id, BigInt(most) - gift);
    await deps.centre.publish(tx, afterCommit, member_id);
  }
}

/** A gift goes with its deposit while it is not claimed. */
async function takeBack(deps: PromotionDeps, tx: Tx, afterCommit: AfterCommit, cash: CashRow): Promise<void> {
  const deposit = cash.reference.replace(/:reversal(?::\d+)?$/, '');
  const rows = await tx
    .selectFrom('promotion_entry')
    .selectAll()
    .where('member_id', '=', cash.member_id)
    .where('deposit', '=', deposit)
    .where('state', '=', 'claimable')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of rows) await endEntry(deps, tx, afterCommit, row, 'ended');
}

/** Ends an entry without a reward and gives back what was set aside. The caller has locked it. */
export async function endEntry(
  { centre }: Pick<PromotionDeps, 'centre'>,
  tx: Tx,
  afterCommit: AfterCommit,
  row: EntryRow,
  state: 'ended' | 'rejected',
): Promise<void> {
  await tx.updateTable('promotion_entry').set({ state }).where('id', '=', row.id).execute();
  await release(tx, row.promotion_id, costOf(row));
  await centre.publish(tx, afterCommit, row.member_id);
}

export async function release(tx: Tx, promotionId: string, cost: bigint): Promise<void> {
  if (cost > 0n) await sql`update promotion set reserved = reserved - ${cost.toString()}::bigint where id = ${promotionId}`.execute(tx);
}
