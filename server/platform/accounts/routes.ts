import {
  type MemberInfo,
  memberInfo,
  memberPassword,
  memberRegister,
  sessionKeys,
  sessionLogin,
  sessionLogout,
} from '../../../shared/api/account-calls.ts';
import { type BoundCall, bind, bindSigned } from '../http/binding.ts';
import type { PayloadKeys } from './payload-keys.ts';
import type { Accounts, SignedIn } from './service.ts';
import type { MemberRow } from './store.ts';

export interface AccountRouteDeps {
  readonly accounts: Accounts;
  readonly payloadKeys: PayloadKeys;
}

export function accountRoutes({ accounts, payloadKeys }: AccountRouteDeps): readonly BoundCall[] {
  return [
    bind(sessionKeys, async () => ({ keys: [...(await payloadKeys.publicKeys())] })),
    bind(sessionLogin, async (context, { body }) => presentSignedIn(await accounts.login(body, context))),
    bind(memberRegister, async (context, { body }) => {
      const { agreed, domain: _domain, registerUrl: _url, registerMethod: _method, login: _login, ...values } = body;
      return presentSignedIn(await accounts.register({ values, agreed }, context));
    }),
    bindSigned(sessionLogout, async ({ actor }) => {
      await accounts.logout(actor);
      return {};
    }),
    bindSigned(memberInfo, async ({ actor }) => presentMember(await accounts.member(actor.memberId))),
    bindSigned(memberPassword, async ({ actor }, { body }) => {
      await accounts.changePassword(actor, body);
      return {};
    }),
  ];
}

function presentSignedIn({ session, member, firstTimeLogin, passwordExpired }: SignedIn) {
  return {
    token: session.token,
    expiresAt: session.expiresAt.toISOString(),
    firstTimeLogin,
    passwordExpired,
    member: presentMember(member),
  };
}

function presentMember(member: MemberRow): MemberInfo {
  return {
    id: member.id,
    account: member.account,
    nickname: member.nickname,
    type: member.type,
    toUpline: false,
    clubLabel: null,
    memberLabel: [],
    avatar: '',
    avatarType: 'STATIC',
    currency: member.currency,
    lastLoginAt: member.previous_login_at?.toISOString() ?? null,
  };
}
