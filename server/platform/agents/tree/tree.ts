import { sql } from 'kysely';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { AgentRules } from '../../merchant/index.ts';
import { maskName } from '../../play/games/index.ts';

/** Also in the triggers of migration 150. */
const TREE_LOCK = 5_180_241;

/**
 * Until the end of the transaction, `exclusive` keeps every other transaction from adding members below an upline and from changing uplines,
 * rates or flags; `shared` keeps them from changing uplines, rates and flags. Take it before locks on members.
 */
export async function lockTree(tx: Tx, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = mode === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`select ${lock}(${TREE_LOCK})`.execute(tx);
}

/** Whether the member is below the ancestor on any level; false for the ancestor itself. */
export async function isBelow(executor: Executor, ancestorId: string, memberId: string): Promise<boolean> {
  return ((await levelBelow(executor, ancestorId, memberId)) ?? 0) > 0;
}

/** Levels from the ancestor down to the member: 0 for the ancestor itself; undefined for a member who is not below. */
export async function levelBelow(executor: Executor, ancestorId: string, memberId: string): Promise<number | undefined> {
  const row = await executor
    .selectFrom('agent_closure')
    .select('depth')
    .where('member_id', '=', memberId)
    .where('ancestor_id', '=', ancestorId)
    .executeTakeFirst();
  return row?.depth;
}

/** Number of uplines: 0 for a member without one. */
export async function depthOf(executor: Executor, memberId: string): Promise<number> {
  const { depth } = await executor
    .selectFrom('agent_closure')
    .select(({ fn }) => fn.max('depth').as('depth'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return depth ?? 0;
}

/** The direct upline; undefined: none. */
export async function uplineOf(executor: Executor, memberId: string): Promise<string | undefined> {
  const row = await executor.selectFrom('member').select('agent_id').where('id', '=', memberId).executeTakeFirst();
  return row?.agent_id ?? undefined;
}

/** All uplines, the direct one first. */
export async function ancestorsOf(
  executor: Executor,
  memberId: string,
): Promise<readonly { readonly id: string; readonly depth: number }[]> {
  return executor
    .selectFrom('agent_closure')
    .select(['ancestor_id as id', 'depth'])
    .where('member_id', '=', memberId)
    .where('depth', '>', 0)
    .orderBy('depth')
    .execute();
}

/** The same at a past time, from the history of uplines and not from the closure. */
export async function ancestorsAt(
  executor: Executor,
  memberId: string,
  at: Date,
): Promise<readonly { readonly id: string; readonly depth: number }[]> {
  const { rows } = await sql<{ readonly id: string; readonly depth: number }>`
    with recursive up as (
      select parent_id as id, 1 as depth from agent_parent
       where member_id = ${memberId} and valid_from <= ${at} and (valid_until is null or valid_until > ${at})
      union all
      select p.parent_id, up.depth + 1 from up join agent_parent p on p.member_id = up.id
       where p.valid_from <= ${at} and (p.valid_until is null or p.valid_until > ${at})
    )
    select id, depth from up order by depth`.execute(executor);
  return rows;
}

/** A member as an agent sees it. */
export interface SeenMember {
  readonly id: string;
  /** Masked below the merchant's level (`agents.maskBelow`). */
  readonly name: string;
  /** Levels below the agent. */
  readonly level: number;
}

/** The account name of a member so many levels below the reader. */
export function visibleName(account: string, level: number, { maskBelow }: Pick<AgentRules, 'maskBelow'>): string {
  return level > maskBelow ? maskName(account) : account;
}

/** The member, if the agent may see it: the agent itself, or a member below within the merchant's depth (`agents.visibleDepth`). */
export async function seenBy(
  executor: Executor,
  agentId: string,
  memberId: string,
  rules: Pick<AgentRules, 'maskBelow' | 'visibleDepth'>,
): Promise<SeenMember | undefined> {
  const row = await visibleTo(executor, agentId, rules).where('member.id', '=', memberId).executeTakeFirst();
  return row && { id: row.id, name: visibleName(row.account, row.level, rules), level: row.level };
}

/**
 * The agent and the members below whom the agent may see, as a query to extend: `member` joined with `agent_closure`. Account names are not
 * masked yet (`visibleName`).
 */
export function visibleTo(executor: Executor, agentId: string, { visibleDepth }: Pick<AgentRules, 'visibleDepth'>) {
  return executor
    .selectFrom('agent_closure')
    .innerJoin('member', 'member.id', 'agent_closure.member_id')
    .select(['member.id', 'member.account', 'agent_closure.depth as level'])
    .where('agent_closure.ancestor_id', '=', agentId)
    .where('agent_closure.depth', '<=', visibleDepth);
}
