import type { Selectable } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { HOUSE } from '../../ledger/index.ts';
import { type PayDeps, payStatement, type StatementRow, WAGES_ACCOUNT, wagesBalance } from './pay.ts';
import type { WageTables } from './tables.ts';

export type HeldWage = StatementRow & { readonly account: string };
export type WageFunding = Selectable<WageTables['wage_funding']>;

/** Account of the merchant's own money, which funds the account of wages. */
const OPERATIONS = 'operations';

/** What operators decide about wages. Approvals of several operators are counted by the caller. */
export interface WageDesk {
  balance(executor: Executor, currency: string): Promise<Units>;
  /** Wages that the account does not cover. */
  unfunded(executor: Executor): Promise<{ readonly count: number; readonly units: Units; readonly oldest: Date | null }>;
  /** The oldest first. */
  held(executor: Executor, slice: { readonly offset: number; readonly limit: number }): Promise<readonly HeldWage[]>;
  /** Undefined: unknown, or decided in the meantime. */
  lockHeld(tx: Tx, id: string): Promise<StatementRow | undefined>;
  /** Pays a locked wage, or leaves it unfunded: it is paid once the account covers it. */
  approve(tx: Tx, afterCommit: AfterCommit, row: StatementRow): Promise<'paid' | 'unfunded'>;
  reject(tx: Tx, row: StatementRow): Promise<void>;
  /** The same id, amount and reason propose once. */
  proposeFunding(tx: Tx, order: { id: string; units: Units; currency: string; reason: string }): Promise<WageFunding>;
  /** Undefined: unknown, or decided in the meantime. */
  lockFunding(tx: Tx, id: string): Promise<WageFunding | undefined>;
  fund(tx: Tx, afterCommit: AfterCommit, row: WageFunding): Promise<void>;
  rejectFunding(tx: Tx, row: WageFunding): Promise<void>;
  /** Waiting ones first, then the newest. */
  fundings(executor: Executor): Promise<readonly WageFunding[]>;
}

const LISTED_FUNDINGS = 20;

export function createWageDesk(deps: PayDeps): WageDesk {
  return {
    balance: wagesBalance,
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
    async proposeFunding(tx, { id, units, currency, reason }) {
      const row = { id, units: units.toString(), currency, reason, status: 'waiting' as const };
      const made = await tx
        .insertInto('wage_funding')
        .values({ ...row, transfer_id: null, created_at: deps.clock.now(), closed_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      const known = made ?? (await tx.selectFrom('wage_funding').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
      if (BigInt(known.units) !== units || known.reason !== reason) throw new Refusal('reference_conflict');
      return known;
    },
    lockFunding: (tx, id) =>
      tx.selectFrom('wage_funding').selectAll().where('id', '=', id).where('status', '=', 'waiting').forUpdate().executeTakeFirst(),
    async fund(tx, afterCommit, { id, units, currency }) {
      const legs = [
        { owner: HOUSE, kind: WAGES_ACCOUNT, units: BigInt(units) },
        { owner: HOUSE, kind: OPERATIONS, units: -BigInt(units) },
      ];
      const order = { reference: `wage-funding:${id}`, kind: 'wage-funding', currency, realm: 'real', memberId: null, legs } as const;
      const result = await deps.wallet.transfer(tx, order, afterCommit);
      if (result.outcome !== 'posted') throw new Error(`wage funding ${id} was not posted: ${result.outcome}`);
      await close(tx, id, { status: 'posted', transfer_id: result.transferId, closed_at: deps.clock.now() });
    },
    rejectFunding: (tx, { id }) => close(tx, id, { status: 'rejected', closed_at: deps.clock.now() }),
    fundings: (executor) =>
      executor
        .selectFrom('wage_funding')
        .selectAll()
        .orderBy(({ eb }) => eb('status', '=', 'waiting'), 'desc')
        .orderBy('created_at', 'desc')
        .limit(LISTED_FUNDINGS)
        .execute(),
  };
}

async function close(
  tx: Tx,
  id: string,
  change: Pick<WageFunding, 'status' | 'closed_at'> & { readonly transfer_id?: string },
): Promise<void> {
  await tx.updateTable('wage_funding').set(change).where('id', '=', id).execute();
}
