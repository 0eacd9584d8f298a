import { type RawBuilder, sql } from 'kysely';
import { inTransaction, type Tx } from '../../base/db/index.ts';
import { HOLD, WALLET } from '../../ledger/index.ts';
import { consumeFacts, createFactStream, type FactRange, type FactSource, type FactStream } from '../../play/facts/index.ts';
import { holdLinked, type SettleDeps, settleGoals } from './settle.ts';

/** Names of the consumers of play facts and of deposits. */
export const PLAY_CONSUMER = 'referrals';
export const DEPOSIT_CONSUMER = 'referral deposits';

export interface CountDeps extends SettleDeps {
  readonly facts: FactStream;
  requireTime(): void;
}

const FACTS_PER_BATCH = 10_000;
/** As in the index of migration 203. `ledger_post` locks the accounts before it inserts the transfer. */
const DEPOSIT_KINDS = sql`('deposit', 'deposit-reversal')`;
const DEPOSITS: FactSource = { rows: sql`ledger_transfer`, where: sql<boolean>`kind in ${DEPOSIT_KINDS}`, first: sql`0` };
const DEPOSIT_STREAM = createFactStream(DEPOSITS);

/**
 * Counts the deposits and the play of friends that wait, and gives the rewards that they reach. Each batch is one transaction with the position
 * of its consumer: a fact counts once, on any number of nodes. False if a running transaction holds facts back.
 */
export async function countReferrals(deps: CountDeps): Promise<boolean> {
  deps.requireTime();
  await deps.facts.add(deps.db, PLAY_CONSUMER);
  await DEPOSIT_STREAM.add(deps.db, DEPOSIT_CONSUMER);
  const isCounted =
    (await countStream(deps, DEPOSIT_STREAM, DEPOSIT_CONSUMER, addDeposits)) &&
    (await countStream(deps, deps.facts, PLAY_CONSUMER, addPlay));
  await inTransaction(deps.db, async (tx, afterCommit) => {
    await lockTurn(tx);
    await holdLinked(deps, tx, afterCommit);
  });
  return isCounted;
}

async function lockTurn(tx: Tx): Promise<void> {
  await tx.selectFrom('referral_clock').selectAll().forUpdate().executeTakeFirstOrThrow();
}

type Add = (range: FactRange) => RawBuilder<{ readonly friend_id: string }>;

function countStream(deps: CountDeps, stream: FactStream, name: string, add: Add): Promise<boolean> {
  return consumeFacts(deps.db, stream, {
    name,
    batch: FACTS_PER_BATCH,
    lock: lockTurn,
    async count(tx, range, _turn, afterCommit) {
      const { rows } = await add(range).execute(tx);
      await settleGoals(
        deps,
        tx,
        afterCommit,
        rows.map(({ friend_id }) => friend_id),
      );
    },
  });
}

/** Adds settled and voided play of friends. */
const addPlay: Add = ({ after, upTo }) => sql`
  with f as materialized (
    select f.member_id, f.at, f.rounds, f.valid from play_fact f join referral r on r.friend_id = f.member_id
     where f.id > ${after.toString()}::bigint and f.id <= ${upTo.toString()}::bigint and f.kind <> 'opening'),
  friends as (
    update referral r
       set rounds = r.rounds + s.rounds,
           played_at = case when r.rounds + s.rounds > 0 then coalesce(r.played_at, s.at) end
      from (select member_id, sum(rounds) as rounds, coalesce(min(at) filter (where rounds > 0), min(at)) as at from f group by 1) s
     where r.friend_id = s.member_id),
  goals as (
    update referral_goal g set stake = g.stake + s.stake
      from (select g.friend_id, g.stage, sum(f.valid) as stake
              from f join referral_goal g on g.friend_id = f.member_id and f.at < g.ends_at group by 1, 2) s
     where g.friend_id = s.friend_id and g.stage = s.stage)
  select distinct member_id as friend_id from f order by 1`;

/** Adds deposits of friends, and takes back what was reversed: from the goals for which the deposit had counted. */
const addDeposits: Add = ({ after, upTo }) => sql`
  with d as materialized (
    select r.friend_id, t.created_at as at, coalesce(o.created_at, t.created_at) as deposited_at, sum(p.amount) as units
      from ledger_transfer t
      join ledger_posting p on p.transfer_id = t.id
      join ledger_account a on a.id = p.account_id and a.kind in (${WALLET}, ${HOLD}) and a.realm = 'real'
      join referral r on r.friend_id = a.owner
      left join ledger_transfer o on t.kind = 'deposit-reversal' and o.reference = split_part(t.reference, ':reversal', 1)
     where t.kind in ${DEPOSIT_KINDS} and t.id > ${after.toString()}::bigint and t.id <= ${upTo.toString()}::bigint
     group by t.id, 1, 2, 3),
  friends as (
    update referral r
       set deposits = r.deposits + s.units,
           deposited_at = case when r.deposits + s.units > 0 then coalesce(r.deposited_at, s.at) end
      from (select friend_id, sum(units) as units, coalesce(min(at) filter (where units > 0), min(at)) as at from d group by 1) s
     where r.friend_id = s.friend_id),
  goals as (
    update referral_goal g set deposits = g.deposits + s.units
      from (select g.friend_id, g.stage, sum(d.units) as units
              from d join referral_goal g on g.friend_id = d.friend_id and d.deposited_at < g.ends_at group by 1, 2) s
     where g.friend_id = s.friend_id and g.stage = s.stage)
  select distinct friend_id from d order by 1`;
