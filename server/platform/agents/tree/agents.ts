import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import type { Clock } from '../../base/clock.ts';
import type { Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { AdmitInvited } from '../../identity/accounts/index.ts';
import { type AgentRules, readMerchant } from '../../merchant/index.ts';
import { isAgentType, levelsLeft, requireRate, type Terms, termsOf, writeTerms } from './terms.ts';
import { depthOf, lockTree, uplineOf } from './tree.ts';

export interface AgentsDeps {
  readonly clock: Clock;
  readonly merchant: string;
}

/** Terms of an account that is opened below an agent, or without one. */
export interface OpenedAccount {
  readonly memberId: string;
  readonly type: number;
  readonly uplineId: string | undefined;
  readonly terms: Terms;
  /** `agent_profile.made_by`. */
  readonly by: string;
}

export interface Agents {
  /**
   * Stores the terms of an account that was just added, in the transaction that added it. Refuses a rate above the upline's and an agent below
   * the last level. Members without a rate get no profile.
   */
  admit(tx: Tx, account: OpenedAccount): Promise<void>;
  /** For registrations by an invitation. */
  readonly admitInvited: AdmitInvited;
  /** Makes a member an agent, or changes type and terms of an agent. Refuses trial accounts. */
  appoint(tx: Tx, memberId: string, appointment: { readonly type: number; readonly terms: Terms; readonly by: string }): Promise<void>;
}

const MEMBER_TERMS = { mayRegister: true, mayAddAgents: true } as const;

export function createAgents({ clock, merchant }: AgentsDeps): Agents {
  const rulesOf = async (tx: Tx): Promise<AgentRules> => (await readMerchant(tx, merchant)).settings.agents;

  const admit: Agents['admit'] = async (tx, { memberId, type, uplineId, terms, by }) => {
    const rules = await rulesOf(tx);
    await lockTree(tx, 'shared');
    await requireRate(tx, uplineId, terms.rebateBp, rules);
    if (isAgentType(type) && uplineId !== undefined && (await levelsLeft(tx, uplineId, rules)) < 1) throw depthReached(rules);
    if (isAgentType(type) || terms.rebateBp > 0) await writeTerms(tx, rules, { memberId, terms, by, now: clock.now() });
  };

  return {
    admit,
    async admitInvited(tx, { id, type }, code) {
      const link = await tx
        .selectFrom('affiliate_code')
        .select(['member_id', 'rebate_bp', 'type'])
        .where('merchant', '=', merchant)
        .where('code', '=', code)
        .executeTakeFirstOrThrow();
      const agent = await termsOf(tx, link.member_id);
      if (!agent.mayRegister || (isAgentType(type) && !agent.mayAddAgents)) throw new Refusal('affiliate_invalid');
      // The agent's rate may have become lower than that of the link.
      const terms = { ...MEMBER_TERMS, rebateBp: Math.min(link.rebate_bp, agent.rebateBp) };
      await admit(tx, { memberId: id, type, uplineId: link.member_id, terms, by: `link:${code}` });
    },
    async appoint(tx, memberId, { type, terms, by }) {
      await lockTree(tx, 'exclusive');
      const member = await tx
        .selectFrom('member')
        .select('type')
        .where('id', '=', memberId)
        .where('merchant', '=', merchant)
        .executeTakeFirst();
      if (!member || !isAgentType(type)) throw new Refusal('not_found');
      if (member.type === TRIAL_TYPE) throw new Refusal('in_need_true_account');
      const rules = await rulesOf(tx);
      if ((await depthOf(tx, memberId)) >= rules.depth) throw depthReached(rules);
      await writeTerms(tx, rules, { memberId, terms, by, now: clock.now() });
      await tx.updateTable('member').set({ type }).where('id', '=', memberId).execute();
    },
  };
}

/** Refuses an agent beyond the last level. */
export function depthReached({ depth }: Pick<AgentRules, 'depth'>): Refusal {
  return new Refusal('agent_depth_reached', { depth });
}

/** Whether the agent may open accounts, and of which kind. */
export async function rightsOf(tx: Tx, agentId: string, rules: AgentRules) {
  const terms = await termsOf(tx, agentId);
  return {
    ...terms,
    mayAddAgents: terms.mayAddAgents && (await levelsLeft(tx, agentId, rules)) > 0,
    uplineId: await uplineOf(tx, agentId),
  };
}
