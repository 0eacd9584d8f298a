import type { DownlineKind } from '../../../../shared/api/agent-tree/constants.ts';
import { AGENT_TYPES, MEMBER_TYPE } from '../../../../shared/constants.ts';
import { parseRate, rateText } from '../../../../shared/rules/rate.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { AgentRules } from '../../merchant/index.ts';
import { depthOf, uplineOf } from './tree.ts';

/** Terms of an agent, or of a member with a rate. */
export interface Terms {
  /** Basis points. */
  readonly rebateBp: number;
  readonly mayRegister: boolean;
  readonly mayAddAgents: boolean;
}

/** Of an account without a profile: agents of before this table may do everything, at no rate. */
const NO_PROFILE: Terms = { rebateBp: 0, mayRegister: true, mayAddAgents: true };

export const isAgentType = (type: number): boolean => AGENT_TYPES.includes(type);
export const typeOfKind = (kind: DownlineKind): number => (kind === 'agent' ? MEMBER_TYPE.agent : MEMBER_TYPE.member);
export const kindOfType = (type: number): DownlineKind => (isAgentType(type) ? 'agent' : 'member');

export async function termsOf(executor: Executor, memberId: string): Promise<Terms> {
  const row = await executor
    .selectFrom('agent_profile')
    .select(['rebate_bp as rebateBp', 'may_register as mayRegister', 'may_add_agents as mayAddAgents'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row ?? NO_PROFILE;
}

/** Reads a typed percentage; refuses with the field `rebate`. */
export function readRate(text: string): number {
  const basisPoints = parseRate(text);
  if (basisPoints === undefined) throw new Refusal('invalid_fields', {}, { rebate: { code: 'field_rate' } });
  return basisPoints;
}

/** The highest rate of an account below this upline; without one that of the merchant. */
async function rateCeiling(executor: Executor, uplineId: string | undefined, rules: AgentRules): Promise<number> {
  return uplineId === undefined ? rules.rebateCeiling : (await termsOf(executor, uplineId)).rebateBp;
}

/** Refuses a rate above the upline's. Call it under the lock of the tree. */
export async function requireRate(executor: Executor, uplineId: string | undefined, rebateBp: number, rules: AgentRules): Promise<void> {
  const max = await rateCeiling(executor, uplineId, rules);
  if (rebateBp > max) throw rateAbove(max);
}

function rateAbove(max: number): Refusal {
  const params = { max: rateText(max) };
  return new Refusal('agent_rate_above', params, { rebate: { code: 'field_rate_max', params } });
}

/** Levels of agents that fit below this account, itself not counted; negative for an agent beyond the merchant's depth. */
export async function levelsLeft(executor: Executor, agentId: string, rules: AgentRules): Promise<number> {
  return rules.depth - 1 - (await depthOf(executor, agentId));
}

/**
 * Stores the terms of a member and makes it an agent of that type, or keeps a member one. Takes the lock of the tree: a rate is at most that
 * of the upline, and at least those below.
 */
export async function writeTerms(
  tx: Tx,
  rules: AgentRules,
  { memberId, terms, by, now }: { readonly memberId: string; readonly terms: Terms; readonly by: string; readonly now: Date },
): Promise<void> {
  await requireRate(tx, await uplineOf(tx, memberId), terms.rebateBp, rules);
  const below = await highestBelow(tx, memberId);
  if (below > terms.rebateBp) throw new Refusal('agent_rate_below', { min: rateText(below) });
  const row = { rebate_bp: terms.rebateBp, may_register: terms.mayRegister, may_add_agents: terms.mayAddAgents };
  await tx
    .insertInto('agent_profile')
    .values({ member_id: memberId, ...row, made_by: by, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ ...row, updated_at: now }))
    .execute();
}

async function highestBelow(executor: Executor, memberId: string): Promise<number> {
  const { max } = await executor
    .selectFrom('member')
    .innerJoin('agent_profile', 'agent_profile.member_id', 'member.id')
    .select(({ fn }) => fn.max('agent_profile.rebate_bp').as('max'))
    .where('member.agent_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return max ?? 0;
}
