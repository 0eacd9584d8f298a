import { type Insertable, sql } from 'kysely';
import { AGENT_TYPES, MEMBER_TYPE, TRIAL_TYPE } from '../../../../shared/constants.ts';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type AgentRules, readMerchant } from '../../merchant/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import { depthReached } from './agents.ts';
import type { AgentMoveTable } from './tables.ts';
import { isAgentType, requireRate, termsOf } from './terms.ts';
import { depthOf, isBelow, lockTree } from './tree.ts';

/** What higher features bind to an agent: contracts, wages. */
export interface AgentTies {
  /** Before the upline changes: refuses, or ends what the agent has with the present one. */
  leaveUpline(tx: Tx, afterCommit: AfterCommit, memberId: string, uplineId: string | undefined): Promise<void>;
  /** Refuses while the agent cannot become a member. */
  requireNone(tx: Tx, memberId: string): Promise<void>;
}

export interface MoveDeps {
  readonly clock: Clock;
  readonly merchant: string;
  readonly ties: AgentTies;
  readonly inbox: Pick<Inbox, 'post'>;
}

export interface MoveOrder {
  /** Chosen by the form, so that sending it twice requests once. */
  readonly id: string;
  readonly memberId: string;
  /** Undefined: without an upline. */
  readonly uplineId: string | undefined;
  readonly reason: string;
}

export interface Move {
  readonly id: string;
  readonly memberId: string;
  readonly kind: 'move' | 'demote';
  readonly fromId: string | null;
  readonly toId: string | null;
  readonly reason: string;
  readonly status: 'waiting' | 'done' | 'rejected';
  readonly createdAt: Date;
}

/** Changes of uplines by operators. The callers demand two of them (`console/agent-moves.tsx`). */
export interface Moves {
  /** Refuses what could not be carried out now, and a second request for the member. */
  request(tx: Tx, order: MoveOrder): Promise<void>;
  /** The agent is to become a member. Refuses while it has people below, contracts or unpaid wages, and a second request. */
  requestDemotion(tx: Tx, order: Omit<MoveOrder, 'uplineId'>): Promise<void>;
  /** Locks a waiting request. */
  lock(tx: Tx, id: string): Promise<Move>;
  /**
   * Changes the upline from now on and notifies the uplines, or makes the agent a member without links. Windows of wages that are closed are not changed. Checks
   * everything again.
   */
  carryOut(tx: Tx, afterCommit: AfterCommit, id: string): Promise<Move>;
  reject(tx: Tx, id: string): Promise<Move>;
  /** Waiting requests first, then the newest. */
  list(executor: Executor, slice: { readonly offset: number; readonly limit: number }): Promise<readonly Move[]>;
}

export function createMoves({ clock, merchant, ties, inbox }: MoveDeps): Moves {
  const rows = (executor: Executor) =>
    executor
      .selectFrom('agent_move')
      .select(['id', 'member_id as memberId', 'kind', 'from_id as fromId', 'to_id as toId', 'reason', 'status', 'created_at as createdAt'])
      .where('merchant', '=', merchant);
  const lock = async (tx: Tx, id: string): Promise<Move> => {
    const row = await rows(tx).where('id', '=', id).where('status', '=', 'waiting').forUpdate().executeTakeFirst();
    if (!row) throw new Refusal('not_found');
    return row;
  };
  const close = async (tx: Tx, move: Move, status: 'done' | 'rejected'): Promise<Move> => {
    await tx.updateTable('agent_move').set({ status, closed_at: clock.now() }).where('id', '=', move.id).execute();
    return { ...move, status };
  };
  const check = async (tx: Tx, memberId: string, uplineId: string | undefined) =>
    requireMovable(tx, merchant, (await readMerchant(tx, merchant)).settings.agents, memberId, uplineId);

  const add = async (tx: Tx, row: Pick<Insertable<AgentMoveTable>, 'id' | 'member_id' | 'kind' | 'from_id' | 'to_id' | 'reason'>) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('agent_move')
      .values({ ...row, merchant, created_at: clock.now(), closed_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('agent_move_waiting');
  };
  const checkDemotion = async (tx: Tx, memberId: string) => {
    const uplineId = await requireDemotable(tx, merchant, memberId);
    await ties.requireNone(tx, memberId);
    return uplineId;
  };

  return {
    lock,
    async request(tx, { id, memberId, uplineId, reason }) {
      await lockTree(tx, 'shared');
      const fromId = await check(tx, memberId, uplineId);
      if (fromId === (uplineId ?? null)) throw new Refusal('agent_move_same');
      await add(tx, { id, member_id: memberId, kind: 'move', from_id: fromId, to_id: uplineId ?? null, reason });
    },
    async requestDemotion(tx, { id, memberId, reason }) {
      await lockTree(tx, 'shared');
      const uplineId = await checkDemotion(tx, memberId);
      await add(tx, { id, member_id: memberId, kind: 'demote', from_id: uplineId, to_id: uplineId, reason });
    },
    async carryOut(tx, afterCommit, id) {
      await lockTree(tx, 'exclusive');
      const move = await lock(tx, id);
      if (move.kind === 'demote') {
        await checkDemotion(tx, move.memberId);
        await tx.updateTable('member').set({ type: MEMBER_TYPE.member }).where('id', '=', move.memberId).execute();
        await tx.updateTable('affiliate_code').set({ active: false }).where('member_id', '=', move.memberId).execute();
        return close(tx, move, 'done');
      }
      await check(tx, move.memberId, move.toId ?? undefined);
      await ties.leaveUpline(tx, afterCommit, move.memberId, move.toId ?? undefined);
      // Read under the lock, so that the history is in the order of the changes.
      await sql`select set_config('agents.at', ${clock.now().toISOString()}, true)`.execute(tx);
      const { account } = await tx
        .updateTable('member')
        .set({ agent_id: move.toId })
        .where('id', '=', move.memberId)
        .returning('account')
        .executeTakeFirstOrThrow();
      await notifyUplines(inbox, tx, afterCommit, move, account);
      return close(tx, move, 'done');
    },
    reject: async (tx, id) => close(tx, await lock(tx, id), 'rejected'),
    list: (executor, { offset, limit }) =>
      rows(executor)
        .orderBy(({ eb }) => eb('status', '=', 'waiting'), 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute(),
  };
}

/** The moved agent is notified by the contracts that end. */
async function notifyUplines(inbox: MoveDeps['inbox'], tx: Tx, afterCommit: AfterCommit, move: Move, account: string): Promise<void> {
  if (move.fromId !== null) await inbox.post(tx, { memberId: move.fromId, template: 'team_left', params: { account } }, afterCommit);
  if (move.toId === null) return;
  const href = `/agent/agentTeamManagement?search=${encodeURIComponent(account)}`;
  await inbox.post(tx, { memberId: move.toId, template: 'team_joined', params: { account }, href }, afterCommit);
}

/** Refuses a cycle, a tree that is too deep, a rate above the new upline's, and an upline that is no agent. Returns the present upline. */
async function requireMovable(
  tx: Tx,
  merchant: string,
  rules: AgentRules,
  memberId: string,
  uplineId: string | undefined,
): Promise<string | null> {
  const found = await tx
    .selectFrom('member')
    .select(['id', 'type', 'agent_id'])
    .where('merchant', '=', merchant)
    .where('id', 'in', uplineId === undefined ? [memberId] : [memberId, uplineId])
    .execute();
  const [member, upline] = [memberId, uplineId].map((id) => found.find((one) => one.id === id));
  if (!member || member.type === TRIAL_TYPE) throw new Refusal('not_found');
  if (uplineId !== undefined && (!upline || !isAgentType(upline.type))) throw new Refusal('agent_move_no_agent');
  if (uplineId === memberId || (uplineId !== undefined && (await isBelow(tx, memberId, uplineId)))) throw new Refusal('agent_move_cycle');
  const above = uplineId === undefined ? 0 : (await depthOf(tx, uplineId)) + 1;
  if (above + (await heightOfAgents(tx, memberId)) > rules.depth) throw depthReached(rules);
  await requireRate(tx, uplineId, (await termsOf(tx, memberId)).rebateBp, rules);
  return member.agent_id;
}

/** Refuses an account that is no agent, and one with people below. Returns the upline. */
async function requireDemotable(tx: Tx, merchant: string, memberId: string): Promise<string | null> {
  const member = await tx
    .selectFrom('member')
    .select(['type', 'agent_id'])
    .where('merchant', '=', merchant)
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (!member || !isAgentType(member.type)) throw new Refusal('agent_move_no_agent');
  const below = await tx.selectFrom('member').select('id').where('agent_id', '=', memberId).limit(1).executeTakeFirst();
  if (below) throw new Refusal('agent_demote_team');
  return member.agent_id;
}

/** Levels of agents of the subtree: 0 for a member without agents below. */
async function heightOfAgents(tx: Tx, memberId: string): Promise<number> {
  const { depth } = await tx
    .selectFrom('agent_closure')
    .innerJoin('member', 'member.id', 'agent_closure.member_id')
    .select(({ fn }) => fn.max('agent_closure.depth').as('depth'))
    .where('agent_closure.ancestor_id', '=', memberId)
    .where('member.type', 'in', AGENT_TYPES)
    .executeTakeFirstOrThrow();
  return depth === null ? 0 : depth + 1;
}
