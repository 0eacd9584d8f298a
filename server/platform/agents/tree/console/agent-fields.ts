import * as v from 'valibot';
import { AGENT_TYPES } from '../../../../../shared/constants.ts';
import { parseRate } from '../../../../../shared/rules/rate.ts';
import type { Executor } from '../../../base/db/index.ts';
import { findAccount, OperatorError } from '../../../operators/index.ts';
import { isAgentType, type Terms } from '../terms.ts';

/** What an agent may open: members and agents, members only, nothing. */
export const RIGHTS = ['all', 'members', 'none'] as const;
export const agentType = v.picklist(AGENT_TYPES.map(String));
export const optionalAccount = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64)), '');
/** Terms of an account below an agent, or of an agent; all optional. */
export const termsFields = {
  /** Percentage. */
  rebate: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(8)), '0'),
  rights: v.optional(v.picklist(RIGHTS), 'all'),
};

export function readTerms({ rebate, rights }: { readonly rebate: string; readonly rights: (typeof RIGHTS)[number] }): Terms {
  const rebateBp = parseRate(rebate);
  if (rebateBp === undefined) throw new OperatorError('agentRate', {}, 'rebate');
  return { rebateBp, mayRegister: rights !== 'none', mayAddAgents: rights === 'all' };
}

/** The id of an agent's account. Refuses unknown accounts and those of members. */
export async function findAgent(executor: Executor, merchant: string, account: string, field: string): Promise<string> {
  const { id, type } = await findAccount(executor, merchant, account, field);
  if (!isAgentType(type)) throw new OperatorError('accountNoAgent', {}, field);
  return id;
}
