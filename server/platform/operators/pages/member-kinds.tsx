import { MEMBER_TYPE } from '../../../../shared/constants.ts';
import { Badge } from './parts.tsx';
import { type TextKey, tx } from './texts.ts';

export function MemberState({ member: { status } }: { readonly member: { readonly status: 'active' | 'blocked' } }) {
  return status === 'active' ? <Badge tone="pos">{tx('active')}</Badge> : <Badge tone="neg">{tx('locked')}</Badge>;
}

const TYPE_TEXTS: Readonly<Record<number, TextKey>> = {
  [MEMBER_TYPE.member]: 'member',
  [MEMBER_TYPE.agent]: 'memberType_agent',
  [MEMBER_TYPE.masterAgent]: 'memberType_masterAgent',
  [MEMBER_TYPE.trial]: 'memberType_trial',
  [MEMBER_TYPE.seniorAgent]: 'memberType_seniorAgent',
  [MEMBER_TYPE.topAgent]: 'memberType_topAgent',
};

/** An unknown type is shown as its number. */
export function memberType(type: number): string {
  const text = TYPE_TEXTS[type];
  return text === undefined ? String(type) : tx(text);
}
