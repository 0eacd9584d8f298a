import { type Insertable, type Selectable, sql } from 'kysely';
import { computeCashback } from '../../../../shared/rules/cashback.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import { readLevels } from './levels.ts';
import { type NoticeDeps, noticeClaimable } from './notices.ts';
import { readCarries, readPlays } from './plays.ts';
import { type PeriodRules, readRules, storeLines } from './stored.ts';
import type { CashbackTables } from './tables.ts';

export interface SettleDeps extends NoticeDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Refuses while this node's clock differs from the database's. */
  requireTime(): void;
}

type PeriodRow = Selectable<CashbackTables['cashback_period']>;
type NewStatement = Insertable<CashbackTables['cashback_statement']>;

const MEMBERS_PER_BATCH = 200;

/** Settles all closed periods in order. A node that fails leaves whole batches of members, and the next one continues. */
export async function settlePeriods(deps: SettleDeps): Promise<void> {
  while (await inTransaction(deps.db, (tx, afterCommit) => settleBatch(deps, tx, afterCommit)));
}

/** Settles the next members of the oldest period, whose lock is the turn; false without one. */
async function settleBatch(deps: SettleDeps, tx: Tx, afterCommit: AfterCommit): Promise<boolean> {
  deps.requireTime();
  const period = await tx
    .selectFrom('cashback_period')
    .selectAll()
    .where('settled_at', 'is', null)
    .orderBy('starts')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!period) return false;
  const rules = readRules(period.rules);
  const members = rules ? await nextMembers(tx, period) : [];
  if (rules && members.length > 0) await storeStatements(deps, tx, afterCommit, { period, rules, members });
  const last = members.at(-1);
  await tx
    .updateTable('cashback_period')
    .set(last === undefined ? { settled_at: deps.clock.now() } : { settled_to: last })
    .where('starts', '=', period.starts)
    .execute();
  return true;
}

async function nextMembers(tx: Tx, { starts, ends, settled_to }: PeriodRow): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('cashback_play')
    .select('member_id')
    .distinct()
    .where('day_start', '>=', starts)
    .where('day_start', '<', ends)
    .where('member_id', '>', settled_to)
    .orderBy('member_id')
    .limit(MEMBERS_PER_BATCH)
    .execute();
  return rows.map(({ member_id }) => member_id);
}

interface Batch {
  readonly period: PeriodRow;
  readonly rules: PeriodRules;
  readonly members: readonly string[];
}

async function storeStatements(deps: SettleDeps, tx: Tx, afterCommit: AfterCommit, { period, rules, members }: Batch): Promise<void> {
  const [plays, levels, carries] = [
    await readPlays(tx, members, period),
    await readLevels(tx, members, { ...period, rates: rules.rates }),
    await readCarries(tx, members),
  ];
  const now = deps.clock.now();
  const rows = members.flatMap((memberId): NewStatement[] => {
    const { level, stake: levelStake } = levels.get(memberId) ?? { level: 1, stake: null };
    const carriedIn = carries.get(memberId) ?? 0n;
    const { rates, coin } = rules;
    const result = computeCashback({ rates, level, plays: plays.get(memberId) ?? [], carriedIn, coin });
    // Play that was voided in its own period leaves nothing to show.
    if (result.lines.length === 0) return [];
    const waits = result.amount > 0n && !rules.automatic;
    return [
      {
        member_id: memberId,
        period_start: period.starts,
        period_end: period.ends,
        currency: rules.currency,
        level,
        level_stake: levelStake?.toString() ?? null,
        lines: storeLines(result.lines),
        valid: result.valid.toString(),
        carried_in: carriedIn.toString(),
        gross: result.gross.toString(),
        carried_out: result.carriedOut.toString(),
        amount: result.amount.toString(),
        state: result.amount === 0n ? 'nothing' : waits ? 'claimable' : 'due',
        claim_until: waits ? new Date(now.getTime() + rules.claimDays * DAY_MS) : null,
        claimed_at: null,
        transfer_id: null,
        created_at: now,
        paid_at: null,
      },
    ];
  });
  if (rows.length === 0) return;
  const stored = await tx.insertInto('cashback_statement').values(rows).returningAll().execute();
  await storeCarries(tx, rows);
  for (const row of stored) if (row.state === 'claimable') await noticeClaimable(deps, tx, afterCommit, row);
}

/** What the next period of each member starts with. */
async function storeCarries(tx: Tx, rows: readonly NewStatement[]): Promise<void> {
  const changed = rows.filter(({ carried_in, carried_out }) => carried_in !== carried_out);
  if (changed.length === 0) return;
  await tx
    .insertInto('cashback_carry')
    .values(changed.map(({ member_id, carried_out }) => ({ member_id, carried: carried_out })))
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ carried: sql<string>`excluded.carried` }))
    .execute();
}
