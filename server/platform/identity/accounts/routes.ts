import { memberInfo, passwordEmail, passwordReset, passwordVerification } from '../../../../shared/api/accounts/contract.ts';
import { affiliateCheck, memberRegister, memberRegisterMobile } from '../../../../shared/api/register/contract.ts';
import { freePlayLogin } from '../../../../shared/api/sign-in/contract.ts';
import type { Database } from '../../base/db/index.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { presentMember, presentSignIn } from '../sign-in/index.ts';
import { findAffiliate } from './affiliates.ts';
import type { Accounts } from './service.ts';

export interface AccountRouteDeps {
  readonly db: Database;
  readonly merchant: string;
  readonly accounts: Accounts;
}

export function accountRoutes({ db, merchant, accounts }: AccountRouteDeps): readonly BoundCall[] {
  return [
    bind(memberRegister, async (caller, { body }) => presentSignIn(await accounts.register('username', body, caller))),
    bind(memberRegisterMobile, async (caller, { body }) => presentSignIn(await accounts.register('mobile', body, caller))),
    bind(freePlayLogin, async (caller, { body }) => presentSignIn(await accounts.freePlay(body, caller))),
    /** `domain` comes from the browser; the origin of the request decides. */
    bind(affiliateCheck, async ({ siteOrigin }, { query }) => {
      const affiliate = await findAffiliate(db, { merchant, code: query.code, siteOrigin });
      if (!affiliate) throw new Refusal('affiliate_invalid');
      return { code: affiliate.code };
    }),
    bind(passwordEmail, (caller, { body }) => accounts.requestByEmail(body, caller)),
    bind(passwordReset, async (caller, { body }) => ({ account: await accounts.setByEmail(body, caller) })),
    bind(passwordVerification, async (caller, { body }) => ({ account: await accounts.setByPhone(body, caller) })),
    bind(memberInfo, async ({ actor }) => presentMember(await accounts.member(actor.memberId))),
  ];
}
