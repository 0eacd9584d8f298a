import { AGENT_TYPES, MEMBER_TYPE, TRIAL_TYPE } from '../../../../shared/constants.ts';
import { Refusal } from '../../base/refusal.ts';
import type { MemberRow } from '../members/index.ts';

/** The agent side of the site accepts agents only. Reported only after correct credentials. */
export function checkSide({ type }: Pick<MemberRow, 'type'>, side: 'member' | 'agent'): void {
  const isAgent = AGENT_TYPES.includes(type);
  if (side === 'agent' && !isAgent) throw new Refusal('not_agent');
  if (!isAgent && type !== MEMBER_TYPE.member && type !== TRIAL_TYPE) throw new Refusal('not_member');
}
