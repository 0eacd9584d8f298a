import { AGENT_TYPES } from '../../../../shared/constants.ts';
import type { Clock } from '../../base/clock.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import { affiliateKey } from '../../identity/accounts/index.ts';

export interface ListedAgent {
  readonly id: string;
  readonly account: string;
  readonly type: number;
  readonly status: 'active' | 'blocked';
  readonly created_at: Date;
  /** Basis points; null: no terms yet. */
  readonly rebate_bp: number | null;
  /** Number of members below the agent. */
  readonly members: number;
  readonly codes: readonly { readonly code: string; readonly domain: string | null; readonly active: boolean }[];
}

/** Agents and their invitation codes as operators see and change them. */
export interface AgentDesk {
  /** All agents of the merchant, by account. */
  list(executor: Executor): Promise<readonly ListedAgent[]>;
  /** The agent of an active code; undefined: no such code. */
  activeCode(executor: Executor, entered: string): Promise<{ readonly code: string; readonly agentId: string } | undefined>;
  /** Gives an agent a code, for all visitors or those of one host. 'unknown': the account is no agent. */
  addCode(
    tx: Tx,
    code: { readonly agentId: string; readonly entered: string; readonly domain: string },
  ): Promise<'added' | 'taken' | 'unknown'>;
  /** False: the agent has no such code, or it is in this state already. */
  switchCode(tx: Tx, code: { readonly agentId: string; readonly entered: string; readonly active: boolean }): Promise<boolean>;
}

export function createAgentDesk({ clock, merchant }: { readonly clock: Clock; readonly merchant: string }): AgentDesk {
  return {
    list: (executor) => listAgents(executor, merchant),

    async activeCode(executor, entered) {
      const row = await executor
        .selectFrom('affiliate_code')
        .select(['code', 'member_id'])
        .where('merchant', '=', merchant)
        .where('code', '=', affiliateKey(entered))
        .where('active', '=', true)
        .executeTakeFirst();
      return row && { code: row.code, agentId: row.member_id };
    },

    async addCode(tx, { agentId, entered, domain }) {
      const agent = await tx
        .selectFrom('member')
        .select('id')
        .where('id', '=', agentId)
        .where('merchant', '=', merchant)
        .where('type', 'in', AGENT_TYPES)
        .executeTakeFirst();
      if (!agent) return 'unknown';
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('affiliate_code')
        .values({ merchant, code: affiliateKey(entered), member_id: agentId, domain: domain || null, created_at: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 0n ? 'taken' : 'added';
    },

    async switchCode(tx, { agentId, entered, active }) {
      const { numUpdatedRows } = await tx
        .updateTable('affiliate_code')
        .set({ active })
        .where('merchant', '=', merchant)
        .where('code', '=', affiliateKey(entered))
        .where('member_id', '=', agentId)
        .where('active', '=', !active)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

async function listAgents(executor: Executor, merchant: string): Promise<readonly ListedAgent[]> {
  const agents = await executor
    .selectFrom('member')
    .leftJoin('agent_profile', 'agent_profile.member_id', 'member.id')
    .select(['id', 'account', 'type', 'status', 'member.created_at', 'agent_profile.rebate_bp'])
    .select(({ selectFrom }) =>
      selectFrom('member as below')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('below.agent_id', '=', 'member.id')
        .as('members'),
    )
    .where('merchant', '=', merchant)
    .where('type', 'in', AGENT_TYPES)
    .orderBy('account')
    .execute();
  const codes = await executor
    .selectFrom('affiliate_code')
    .select(['code', 'member_id', 'domain', 'active'])
    .where('merchant', '=', merchant)
    .orderBy('code')
    .execute();
  return agents.map((agent) => ({
    ...agent,
    members: Number(agent.members ?? 0),
    codes: codes.filter(({ member_id }) => member_id === agent.id),
  }));
}
