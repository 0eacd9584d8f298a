import { AGENT_TYPES, MEMBER_TYPE } from '../../../../shared/constants.ts';
import type { Executor } from '../../base/db/index.ts';
import { accountKey } from '../members/index.ts';

/**
 * The agent of a new member with a recommender, given by user name or id: the recommender if that is an agent, otherwise the agent of the
 * recommending member. Undefined if there is no such account or it has no agent. Visitors can write any id into an address, so an unknown
 * one never refuses a registration.
 */
export async function findRecommendingAgent(
  executor: Executor,
  { merchant, recommender }: { readonly merchant: string; readonly recommender: string },
): Promise<string | undefined> {
  const found = await executor
    .selectFrom('member')
    .leftJoin('member as agent', 'agent.id', 'member.agent_id')
    .select(['member.id', 'member.type', 'agent.id as agentId', 'agent.type as agentType', 'agent.status as agentStatus'])
    .where('member.merchant', '=', merchant)
    .where('member.status', '=', 'active')
    .where((is) => is.or([is('member.account_key', '=', accountKey(recommender)), is('member.id', '=', recommender)]))
    .executeTakeFirst();
  if (!found) return undefined;
  if (isAgent(found.type)) return found.id;
  const passesOn = found.type === MEMBER_TYPE.member && found.agentStatus === 'active' && isAgent(found.agentType);
  return passesOn ? (found.agentId ?? undefined) : undefined;
}

function isAgent(type: number | null): boolean {
  return type !== null && AGENT_TYPES.includes(type);
}
