import { type RawBuilder, sql } from 'kysely';
import { endPeriod, isWholePeriod } from '../../../../shared/rules/vip.ts';
import { zonedDay } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import { HOLD, WALLET } from '../../ledger/index.ts';
import { consumeFacts, createFactStream, type FactRange, type FactSource, type FactStream } from '../../play/facts/index.ts';
import { asTheyAre, type ChangeOrder, type OnChanges, storeLevels } from './change.ts';
import {
  type LevelRules,
  lockTurn,
  type MemberStanding,
  periodOf,
  readLevelRules,
  readStandings,
  rulesText,
  standingOf,
  type VipTurn,
} from './standing.ts';

/** Names of the consumers of play facts and of deposits. */
export const PLAY_CONSUMER = 'vip';
export const DEPOSIT_CONSUMER = 'vip deposits';

export interface CountDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly facts: FactStream;
  readonly onChanges: OnChanges;
  /** Refuses while this node's clock differs from the database's. */
  requireTime(): void;
}

const FACTS_PER_BATCH = 10_000;
const MEMBERS_PER_STATEMENT = 500;

/** `ledger_post` locks the accounts before it inserts the transfer. As in the index of migration 203. */
const DEPOSIT_KINDS = sql`('deposit', 'deposit-reversal')`;
const DEPOSITS: FactSource = { rows: sql`ledger_transfer`, where: sql<boolean>`kind in ${DEPOSIT_KINDS}`, first: sql`0` };
const DEPOSIT_STREAM = createFactStream(DEPOSITS);

/**
 * Counts everything that waits, computes levels after changed rules, and ends the periods that are over. Each step is one transaction with the
 * position of its consumer: a fact counts once, on any number of nodes. False if a running transaction holds facts back.
 */
export async function countLevels(deps: CountDeps): Promise<boolean> {
  deps.requireTime();
  await begin(deps);
  // The horizon of the count is read after the end of every period that is due now.
  const now = deps.clock.now();
  const isCounted =
    (await countStream(deps, deps.facts, { name: PLAY_CONSUMER, sums: playSums, first: ({ firstPlay }) => firstPlay })) &&
    (await countStream(deps, DEPOSIT_STREAM, { name: DEPOSIT_CONSUMER, sums: depositSums, first: ({ firstDeposit }) => firstDeposit }));
  await inTransaction(deps.db, (tx, afterCommit) => followRules(deps, tx, afterCommit));
  if (!isCounted) return false;
  while (await inTransaction(deps.db, (tx, afterCommit) => endNext(deps, tx, afterCommit, now)));
  return true;
}

/** The first run: facts of before count, and are no reason for gifts. */
async function begin(deps: CountDeps): Promise<void> {
  const { db, merchant, clock, facts } = deps;
  const { open_from } = await db.selectFrom('vip_clock').select('open_from').executeTakeFirstOrThrow();
  if (open_from !== null) return;
  await facts.add(db, PLAY_CONSUMER);
  await DEPOSIT_STREAM.add(db, DEPOSIT_CONSUMER);
  await inTransaction(db, async (tx, afterCommit) => {
    if (await lockTurn(tx)) return;
    const rules = await readLevelRules(tx, merchant);
    await sql`
      update vip_clock set open_from = ${monthOf(clock.now(), rules.timeZone)}, rules = ${rulesText(rules)},
        first_play = (select coalesce(max(id), 0) from play_fact),
        first_deposit = (select coalesce(max(id), 0) from ledger_transfer where kind in ${DEPOSIT_KINDS})`.execute(tx);
    await addOpenings(deps, tx, afterCommit, rules);
  });
}

/** Play from before the facts existed. */
async function addOpenings(deps: CountDeps, tx: Tx, afterCommit: AfterCommit, rules: LevelRules): Promise<void> {
  const { rows } = await sql<{ member_id: string }>`
    insert into vip_member (member_id, stake, deposits, level, since, granted)
    select member_id, sum(valid), 0, 1, ${deps.clock.now()}, 0 from play_fact where kind = 'opening' group by member_id
    returning member_id`.execute(tx);
  const turn = await lockTurn(tx);
  if (turn) await relevel(deps, tx, afterCommit, { turn, rules, causes: ['opening', 'opening'] }, idsOf(rows));
}

interface CountedStream {
  readonly name: string;
  /** Rows of member, month, stake and deposits of a range. */
  sums(range: FactRange, timeZone: string): RawBuilder<unknown>;
  /** Facts up to this id are from before levels were stored. */
  first(turn: VipTurn): bigint;
}

const playSums: CountedStream['sums'] = ({ after, upTo }, timeZone) => sql`
  select member_id, to_char(at at time zone ${timeZone}::text, 'YYYY-MM') as month, sum(valid)::bigint as stake, 0::bigint as deposits
    from play_fact where id > ${after.toString()}::bigint and id <= ${upTo.toString()}::bigint group by 1, 2`;

const depositSums: CountedStream['sums'] = ({ after, upTo }) => sql`
  select a.owner as member_id, '' as month, 0::bigint as stake, sum(p.amount)::bigint as deposits
    from ledger_transfer t
    join ledger_posting p on p.transfer_id = t.id
    join ledger_account a on a.id = p.account_id and a.kind in (${WALLET}, ${HOLD}) and a.realm = 'real'
   where t.kind in ${DEPOSIT_KINDS} and t.id > ${after.toString()}::bigint and t.id <= ${upTo.toString()}::bigint group by 1`;

async function countStream(deps: CountDeps, stream: FactStream, { name, sums, first }: CountedStream): Promise<boolean> {
  return consumeFacts(deps.db, stream, {
    name,
    batch: FACTS_PER_BATCH,
    async lock(tx) {
      const turn = await lockTurn(tx);
      if (!turn) throw new Error('levels have not begun');
      return turn;
    },
    async count(tx, range, turn, afterCommit) {
      const rules = await readLevelRules(tx, deps.merchant);
      const members = await addSums(deps, tx, sums(range, rules.timeZone), turn);
      const causes: ChangeOrder['causes'] = range.after < first(turn) ? ['opening', 'opening'] : ['progress', 'voided'];
      await relevel(deps, tx, afterCommit, { turn, rules, causes }, members);
    },
  });
}

/** Adds sums to the members, and stake to its months; stake of closed periods counts for the open one. */
async function addSums({ clock }: CountDeps, tx: Tx, sums: RawBuilder<unknown>, { openFrom }: VipTurn): Promise<readonly string[]> {
  const { rows } = await sql<{ member_id: string }>`
    with s as materialized (${sums}),
    months as (
      insert into vip_play as kept (member_id, month, stake)
      select member_id, greatest(month, ${openFrom}), sum(stake) from s where stake <> 0 group by 1, 2
      on conflict (member_id, month) do update set stake = kept.stake + excluded.stake)
    insert into vip_member as kept (member_id, stake, deposits, level, since, granted)
    select member_id, sum(stake), sum(deposits), 1, ${clock.now()}, 0 from s
     group by member_id having sum(stake) <> 0 or sum(deposits) <> 0
    on conflict (member_id) do update set stake = kept.stake + excluded.stake, deposits = kept.deposits + excluded.deposits
    returning member_id`.execute(tx);
  return idsOf(rows);
}

interface Relevel extends Pick<ChangeOrder, 'rules' | 'causes'> {
  readonly turn: Pick<VipTurn, 'openFrom'>;
}

/** Computes the levels of members again. */
async function relevel(
  deps: CountDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { turn, rules, causes }: Relevel,
  ids: readonly string[],
): Promise<void> {
  const now = deps.clock.now();
  for (let from = 0; from < ids.length; from += MEMBERS_PER_STATEMENT) {
    const rows = await readStandings(tx, ids.slice(from, from + MEMBERS_PER_STATEMENT), periodOf(turn.openFrom, rules));
    await deps.onChanges(tx, afterCommit, await storeLevels(tx, asTheyAre(rows), { rules, now, causes }), now);
  }
}

/** Levels of all members, after the merchant has changed its rules. */
async function followRules(deps: CountDeps, tx: Tx, afterCommit: AfterCommit): Promise<void> {
  const turn = await lockTurn(tx);
  const rules = await readLevelRules(tx, deps.merchant);
  if (!turn || turn.rules === rulesText(rules)) return;
  await relevel(deps, tx, afterCommit, { turn, rules, causes: ['rules', 'rules'] }, await allMembers(tx));
  await tx
    .updateTable('vip_clock')
    .set({ rules: rulesText(rules) })
    .execute();
}

async function allMembers(tx: Tx): Promise<readonly string[]> {
  return idsOf(await tx.selectFrom('vip_member').select('member_id').orderBy('member_id').execute());
}

/** Ends the open period if it is over: levels that its stake did not keep go down by one. */
async function endNext(deps: CountDeps, tx: Tx, afterCommit: AfterCommit, now: Date): Promise<boolean> {
  const turn = await lockTurn(tx);
  if (!turn) return false;
  const rules = await readLevelRules(tx, deps.merchant);
  const period = periodOf(turn.openFrom, rules);
  if (monthOf(now, rules.timeZone) < period.until) return false;
  const isChecked = rules.keepMonths !== null && isWholePeriod(turn.openFrom, rules.keepMonths);
  const heldSince = ({ since }: MemberStanding) => monthOf(since, rules.timeZone) < period.from;
  const { rows } = await sql<{ member_id: string }>`
    select member_id from vip_member where level > 1 or ceiling is not null order by member_id`.execute(tx);
  const ids = idsOf(rows);
  const next = periodOf(period.until, rules);
  for (let from = 0; from < ids.length; from += MEMBERS_PER_STATEMENT) {
    const some = ids.slice(from, from + MEMBERS_PER_STATEMENT);
    const after = new Map((await readStandings(tx, some, next)).map((row) => [row.member_id, row.period_stake]));
    const ended = (await readStandings(tx, some, period)).map((row) => {
      const standing = endPeriod(rules.levels, standingOf(row), { checked: isChecked && heldSince(row) });
      // Stake of the new period may have been counted before its start was.
      return { row, standing: { ...standing, periodStake: BigInt(after.get(row.member_id) ?? 0) } };
    });
    const changes = await storeLevels(tx, ended, { rules, now: deps.clock.now(), causes: ['progress', 'not-kept'] });
    await deps.onChanges(tx, afterCommit, changes, now);
  }
  await tx.updateTable('vip_clock').set({ open_from: period.until }).execute();
  return true;
}

/** The month of the merchant's zone. */
export function monthOf(at: Date, timeZone: string): string {
  return zonedDay(at.getTime(), timeZone).slice(0, 7);
}

function idsOf(rows: readonly { readonly member_id: string }[]): readonly string[] {
  return rows.map(({ member_id }) => member_id);
}
