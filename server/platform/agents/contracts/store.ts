import { type Selectable, sql } from 'kysely';
import { AGENT_TYPES } from '../../../../shared/constants.ts';
import type { WageKind } from '../../../../shared/rules/wages.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { ContractTables } from './tables.ts';

export type ContractRow = Selectable<ContractTables['agent_contract']>;
export type ListedContract = ContractRow & { readonly account: string };

/** Arbitrary number: one change of contracts at a time, so that the rates above and below are those that were checked. */
const CONTRACT_LOCK = 5_180_243;
export async function lockContracts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CONTRACT_LOCK})`.execute(tx);
}

/** Contracts that are requested, valid, or ended with a last window that is not over, of an agent and of those directly below. */
export function openContracts(executor: Executor, kind: WageKind, agentId: string, now: Date): Promise<readonly ListedContract[]> {
  return executor
    .selectFrom('agent_contract as c')
    .innerJoin('member as m', 'm.id', 'c.agent_id')
    .selectAll('c')
    .select('m.account')
    .where('c.kind', '=', kind)
    .where(({ eb, or, and }) =>
      or([eb('c.state', 'in', ['active', 'requested']), and([eb('c.state', '=', 'ended'), eb('c.valid_until', '>', now)])]),
    )
    .where(({ eb, or }) => or([eb('c.agent_id', '=', agentId), eb('c.upline_id', '=', agentId)]))
    .orderBy('m.account')
    .orderBy('c.version', 'desc')
    .execute();
}

export function findContract(executor: Executor, id: string, kind: WageKind): Promise<ContractRow | undefined> {
  return executor.selectFrom('agent_contract').selectAll().where('id', '=', id).where('kind', '=', kind).executeTakeFirst();
}

export function activeContract(executor: Executor, agentId: string, kind: WageKind): Promise<ContractRow | undefined> {
  return executor
    .selectFrom('agent_contract')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('kind', '=', kind)
    .where('state', '=', 'active')
    .executeTakeFirst();
}

export interface RunningFilter {
  readonly merchant: string;
  /** Account of the agent who is paid, as it is compared; undefined: of all agents. */
  readonly accountKey: string | undefined;
  readonly now: Date;
}

/** A contract with the accounts of both sides. Without `upline` it is one of the merchant. */
export type RunningContract = ListedContract & { readonly upline: string | null };

/** Requested and valid contracts, and those whose last window is not over, by account. */
export function listRunning(
  executor: Executor,
  { merchant, accountKey, now }: RunningFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly RunningContract[]> {
  return executor
    .selectFrom('agent_contract as c')
    .innerJoin('member as m', 'm.id', 'c.agent_id')
    .leftJoin('member as u', 'u.id', 'c.upline_id')
    .selectAll('c')
    .select(['m.account', 'u.account as upline'])
    .where('m.merchant', '=', merchant)
    .$if(accountKey !== undefined, (query) => query.where('m.account_key', '=', accountKey ?? ''))
    .where(({ eb, or, and }) =>
      or([eb('c.state', 'in', ['active', 'requested']), and([eb('c.state', '=', 'ended'), eb('c.valid_until', '>', now)])]),
    )
    .orderBy('m.account_key')
    .orderBy('c.kind')
    .orderBy('c.version', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** Requested and valid contracts of the agent, and those whose last window is not over. */
export function runningContracts(executor: Executor, agentId: string, now: Date): Promise<readonly ContractRow[]> {
  return executor
    .selectFrom('agent_contract')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where(({ eb, or, and }) =>
      or([eb('state', 'in', ['active', 'requested']), and([eb('state', '=', 'ended'), eb('valid_until', '>', now)])]),
    )
    .orderBy('kind')
    .execute();
}

/** Agents directly below: the only ones with whom an agent makes contracts. */
export function agentsBelow(executor: Executor, agentId: string): Promise<readonly { readonly id: string; readonly account: string }[]> {
  return executor
    .selectFrom('member')
    .select(['id', 'account'])
    .where('agent_id', '=', agentId)
    .where('type', 'in', AGENT_TYPES)
    .where('status', '=', 'active')
    .orderBy('account')
    .execute();
}

/** Valid and requested contracts of agents anywhere below, the nearest ones first. */
export function contractsBelow(executor: Executor, agentId: string, kind: WageKind): Promise<readonly ContractRow[]> {
  return executor
    .selectFrom('agent_closure as t')
    .innerJoin('agent_contract as c', 'c.agent_id', 't.member_id')
    .selectAll('c')
    .where('t.ancestor_id', '=', agentId)
    .where('t.depth', '>', 0)
    .where('c.kind', '=', kind)
    .where('c.state', 'in', ['active', 'requested'])
    .orderBy('t.depth')
    .orderBy('c.id')
    .execute();
}

export async function nextVersion(tx: Tx, agentId: string, kind: WageKind): Promise<number> {
  const row = await tx
    .selectFrom('agent_contract')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('agent_id', '=', agentId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return (row?.version ?? 0) + 1;
}

/** Ends a valid contract with its current window, or withdraws a requested one. */
export async function endContract(tx: Tx, row: ContractRow, until: Date, now: Date): Promise<void> {
  await tx
    .updateTable('agent_contract')
    .set({ state: 'ended', valid_until: row.state === 'active' ? until : null, decided_at: now })
    .where('id', '=', row.id)
    .execute();
}
