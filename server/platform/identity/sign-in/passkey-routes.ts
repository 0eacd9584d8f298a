import { passkeyLogin, passkeyOptions } from '../../../../shared/api/sign-in/contract.ts';
import { inTransaction } from '../../base/db/index.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import { type Factors, type FactorsDeps, requestOptions } from '../factors/index.ts';
import { findById } from '../members/index.ts';
import type { SignIn } from './contracts.ts';
import { presentSignIn } from './present.ts';
import { checkSide } from './side.ts';

export interface PasskeyRouteDeps extends FactorsDeps {
  readonly factors: Factors;
  readonly signIn: SignIn;
}

/** Sign-in with a passkey, and the challenge for all uses of passkeys. */
export function passkeyRoutes(deps: PasskeyRouteDeps): readonly BoundCall[] {
  const { db, merchant, factors, signIn } = deps;
  return [
    // Also used for second steps and confirmations, when sign-in with passkeys is disabled.
    bind(passkeyOptions, async ({ siteOrigin }) => ({ options: { ...(await requestOptions(deps, siteOrigin)) } })),
    bind(passkeyLogin, async (caller, { body: { proof, remember, side } }) => {
      const { features } = (await readMerchant(db, merchant)).settings;
      if (!features.passkeyLogin) throw new Refusal('sign_in_method_off');
      const memberId = await factors.memberOfPasskey(proof, caller.siteOrigin);
      const member = memberId === null ? undefined : await findById(db, memberId);
      if (member?.status !== 'active') throw new Refusal('passkey_unknown');
      checkSide(member, side);
      return presentSignIn(
        await inTransaction(db, (tx, afterCommit) => signIn.complete(tx, afterCommit, { member, path: 'passkey', caller, remember })),
      );
    }),
  ];
}
