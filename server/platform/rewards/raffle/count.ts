import { sql } from 'kysely';
import type { Tx } from '../../base/db/index.ts';
import { WALLET } from '../../ledger/index.ts';
import { consumeFacts, createFactStream, type FactRange, type FactSource } from '../../play/facts/index.ts';
import { DEPOSIT_CONSUMER, PLAY_CONSUMER, type RaffleDeps } from './contracts.ts';

const FACTS_PER_BATCH = 10_000;

/** `ledger_post` locks the accounts before it inserts the transfer. As in the index of migration 203. */
const DEPOSIT_KINDS = sql`('deposit', 'deposit-reversal')`;
const DEPOSITS: FactSource = { rows: sql`ledger_transfer`, where: sql<boolean>`kind in ${DEPOSIT_KINDS}`, first: sql`0` };
const DEPOSIT_STREAM = createFactStream(DEPOSITS);

/**
 * Counts the play and the deposits that wait. Each batch is one transaction with the position of its consumer: a fact counts once, on any number
 * of nodes. False if a running transaction holds facts back.
 */
export async function countRaffles(deps: Pick<RaffleDeps, 'db' | 'facts' | 'requireTime'>): Promise<boolean> {
  deps.requireTime();
  const { db, facts } = deps;
  await addConsumers(deps);
  const work = { batch: FACTS_PER_BATCH, lock: lockTurn };
  const play = { ...work, name: PLAY_CONSUMER, count: (tx: Tx, range: FactRange) => countPlay(tx, range) };
  const deposits = { ...work, name: DEPOSIT_CONSUMER, count: (tx: Tx, range: FactRange) => countDeposits(tx, range) };
  return (await consumeFacts(db, facts, play)) && (await consumeFacts(db, DEPOSIT_STREAM, deposits));
}

export async function addConsumers({ db, facts }: Pick<RaffleDeps, 'db' | 'facts'>): Promise<void> {
  await facts.add(db, PLAY_CONSUMER);
  await DEPOSIT_STREAM.add(db, DEPOSIT_CONSUMER);
}

/** Counting, closing and drawing take turns; members join under a shared lock of the row. */
export async function lockTurn(tx: Tx): Promise<void> {
  await tx.selectFrom('raffle_clock').select('id').forUpdate().executeTakeFirstOrThrow();
}

/** The fact `f` counts for the raffle `r`. */
const COUNTS = sql<boolean>`(
  f.kind <> 'opening' and f.at >= r.starts_at and f.at < r.ends_at and (r.categories = '{}' or f.category = any(r.categories)))`;

async function countPlay(tx: Tx, { after, upTo }: FactRange): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with sums as materialized (
      select e.id, sum(f.valid)::bigint as valid
        from play_fact f
        join raffle_entry e on e.member_id = f.member_id
        join raffle r on r.id = e.raffle_id and r.state in ('live', 'closed') and r.stake_step > 0
       where f.id > ${after.toString()}::bigint and f.id <= ${upTo.toString()}::bigint and ${COUNTS}
       group by e.id),
    turn as materialized (
      select e.id from raffle_entry e join sums using (id) order by e.id for update of e)
    update raffle_entry e set staked = e.staked + s.valid from sums s join turn using (id) where e.id = s.id
    returning e.id`.execute(tx);
  await setTickets(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Deposits are few: those of a member are read again from the ledger. */
async function countDeposits(tx: Tx, { after, upTo }: FactRange): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select e.id from raffle_entry e
      join raffle r on r.id = e.raffle_id and r.state in ('live', 'closed') and r.deposit_least > 0
     where e.member_id in (
       select t.member_id from ledger_transfer t
        where t.kind in ${DEPOSIT_KINDS} and t.id > ${after.toString()}::bigint and t.id <= ${upTo.toString()}::bigint)
     order by e.id for update of e`.execute(tx);
  await readAgain(
    tx,
    rows.map(({ id }) => id),
    false,
  );
}

/**
 * Counts the deposits of entries, and with `play` their stake, from all facts that are consumed; then their tickets. The turn must not move: the caller
 * holds it.
 */
export async function readAgain(tx: Tx, ids: readonly string[], play: boolean): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update raffle_entry e set deposits = ${DEPOSITS_OF_ENTRY} from raffle r where r.id = e.raffle_id and e.id = any(${[...ids]}::bigint[])`.execute(
    tx,
  );
  if (play)
    await sql`
      update raffle_entry e set staked = ${STAKE_OF_ENTRY}
        from raffle r where r.id = e.raffle_id and r.stake_step > 0 and e.id = any(${[...ids]}::bigint[])`.execute(tx);
  await setTickets(tx, ids);
}

/** Both for the entry `e` of the raffle `r`, over what is consumed. */
export const STAKE_OF_ENTRY = sql`coalesce((
  select sum(f.valid) from play_fact f
   where f.member_id = e.member_id and f.id <= (select position from fact_consumer where name = ${PLAY_CONSUMER}) and ${COUNTS}), 0)::bigint`;

/** A deposit that was reversed, in part too, gives no ticket. */
export const DEPOSITS_OF_ENTRY = sql`(
  select count(*)::int from ledger_transfer t
    join ledger_posting p on p.transfer_id = t.id
    join ledger_account a on a.id = p.account_id and a.owner = e.member_id and a.kind = ${WALLET} and a.realm = 'real'
   where r.deposit_least > 0 and t.member_id = e.member_id and t.kind = 'deposit' and t.created_at >= r.starts_at and t.created_at < r.ends_at
     and p.amount >= r.deposit_least and t.id <= (select position from fact_consumer where name = ${DEPOSIT_CONSUMER})
     and not exists (
       select from ledger_transfer b where b.reference = t.reference || ':reversal' and b.kind = 'deposit-reversal'
          and b.id <= (select position from fact_consumer where name = ${DEPOSIT_CONSUMER})))`;

/** Tickets of the entry `e` of the raffle `r`; after the list is closed they are only taken back. */
export const TICKETS_OF_ENTRY = sql`least(
  coalesce(e.listed, r.max_tickets),
  (case when r.stake_step > 0 then greatest(e.staked, 0) / r.stake_step else 0 end) + e.deposits + e.extra)::int`;

/** The caller has locked the entries. */
export async function setTickets(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update raffle_entry e set tickets = ${TICKETS_OF_ENTRY}
      from raffle r where r.id = e.raffle_id and r.state in ('live', 'closed') and e.id = any(${[...ids]}::bigint[])`.execute(tx);
}
