import { sql } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type PayDeps, payStatement, type StatementRow } from './pay.ts';

export type HeldWage = StatementRow & { readonly account: string };

/** What operators decide about wages. Approvals of several operators are counted by the caller. */
export interface WageDesk {
  /** Wages that the account does not cover. */
  unfunded(executor: Executor): Promise<{ readonly count: number; readonly units: Units; readonly oldest: Date | null }>;
  /** The oldest first. */
  held(executor: Executor, slice: { readonly offset: number; readonly limit: number }): Promise<readonly HeldWage[]>;
  /** Undefined: unknown, or decided in the meantime. */
  lockHeld(tx: Tx, id: string): Promise<StatementRow | undefined>;
  /** Pays a locked wage, or leaves it unfunded: it is paid once the account covers it. */
  approve(tx: Tx, afterCommit: AfterCommit, row: StatementRow): Promise<'paid' | 'unfunded'>;
  reject(tx: Tx, row: StatementRow): Promise<void>;
}

/** Refuses an agent with wages that are not paid, or with a contract whose last window is not settled. */
export async function requireAllPaid(tx: Tx, agentId: string): Promise<void> {
  const { rows } = await sql<{ unpaid: boolean }>`
    select exists (select from wage_statement where agent_id = ${agentId} and state in ('due', 'unfunded', 'held'))
        or exists (
          select from agent_contract c join wage_progress p
              on p.stream = case when c.period is null then c.kind else c.kind || '-' || c.period end and p.settled_until < c.valid_until
           where c.agent_id = ${agentId} and c.valid_until > c.valid_from) as unpaid`.execute(tx);
  if (rows[0]?.unpaid === true) throw new Refusal('agent_demote_wages');
}

export function createWageDesk(deps: PayDeps): WageDesk {
  return {
    async unfunded(executor) {
      const row = await executor
        .selectFrom('wage_statement')
        .select(({ fn }) => [fn.countAll<string>().as('count'), fn.sum<string>('amount').as('units'), fn.min('created_at').as('oldest')])
        .where('state', '=', 'unfunded')
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), units: BigInt(row.units ?? 0), oldest: row.oldest };
    },
    held: (executor, { offset, limit }) =>
      executor
        .selectFrom('wage_statement as s')
        .innerJoin('member as m', 'm.id', 's.agent_id')
        .selectAll('s')
        .select('m.account')
        .where('s.state', '=', 'held')
        .orderBy('s.id')
        .offset(offset)
        .limit(limit)
        .execute(),
    lockHeld: (tx, id) =>
      tx.selectFrom('wage_statement').selectAll().where('id', '=', id).where('state', '=', 'held').forUpdate().executeTakeFirst(),
    async approve(tx, afterCommit, row) {
      await deps.wallet.lockWallets(tx, [row.agent_id]);
      return (await payStatement(deps, tx, afterCommit, row)) ? 'paid' : 'unfunded';
    },
    async reject(tx, { id }) {
      await tx.updateTable('wage_statement').set({ state: 'rejected' }).where('id', '=', id).execute();
    },
  };
}
