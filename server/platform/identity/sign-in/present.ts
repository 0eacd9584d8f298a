import type { MemberInfo } from '../../../../shared/api/accounts/schemas.ts';
import type { LoginValue } from '../../../../shared/api/sign-in/schemas.ts';
import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { MemberRow } from '../members/index.ts';
import { presentAvatar } from '../profile/index.ts';
import type { SignInResult } from './contracts.ts';

/** Reply of all calls that sign in. */
export function presentSignIn(result: SignInResult): LoginValue {
  if (result.kind === 'pending') {
    const { ticket, reason, methods, mobile, email, expiresAt } = result;
    return { verification: { ticket, reason, methods: [...methods], mobile, email, expiresAt: expiresAt.toISOString() } };
  }
  const { session, member, firstTimeLogin, passwordExpired, mustChangePassword, deviceToken, remember } = result;
  return {
    token: session.token,
    expiresAt: session.expiresAt.toISOString(),
    firstTimeLogin,
    passwordExpired,
    mustChangePassword,
    member: presentMember(member),
    deviceToken,
    remember,
  };
}

export function presentMember(member: MemberRow): MemberInfo {
  const rank = member.type === TRIAL_TYPE ? null : member.rank;
  return {
    id: member.id,
    account: member.account,
    nickname: member.nickname,
    type: member.type,
    toUpline: member.agent_id !== null && member.type !== TRIAL_TYPE,
    clubLabel: rank && { ...rank, stake: toWire(BigInt(rank.stake)) },
    memberLabel: rank ? [{ labelName: rank.labelName }] : [],
    ...presentAvatar(member),
    currency: member.currency,
    lastLoginAt: member.previous_login_at?.toISOString() ?? null,
    lastLoginCountry: member.previous_login_country,
    mustChangePassword: member.must_change,
  };
}
