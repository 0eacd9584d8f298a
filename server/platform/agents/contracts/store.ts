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

/** Contracts that are valid or requested, of an agent and of those directly below. */
export function openContracts(executor: Executor, kind: WageKind, agentId: string): Promise<readonly ListedContract[]> {
  return executor
    .selectFrom('agent_contract as c')
    .innerJoin('member as m', 'm.id', 'c.agent_id')
    .selectAll('c')
    .select('m.account')
    .where('c.kind', '=', kind)
    .where('c.state', 'in', ['active', 'requested'])
    .where(({ eb, or }) => or([eb('c.agent_id', '=', agentId), eb('c.upline_id', '=', agentId)]))
    .orderBy('m.account')
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
