import {
  contactConfirm,
  contactSend,
  passkeyAdd,
  passkeyRemove,
  passkeyStart,
  recoveryCodes,
  securityState,
  totpConfirm,
  totpRemove,
  totpStart,
} from '../../../shared/api/factor-calls.ts';
import { passkeyLogin, passkeyOptions } from '../../../shared/api/sign-in-calls.ts';
import { findById } from '../accounts/store.ts';
import { readMerchant } from '../content/index.ts';
import { inTransaction } from '../db/transaction.ts';
import { type BoundCall, bind, bindSigned } from '../http/binding.ts';
import type { Messages } from '../messages/contracts.ts';
import { Refusal } from '../refusal.ts';
import type { Sessions } from '../sessions/contracts.ts';
import type { SignIn } from '../sign-in/contracts.ts';
import { presentSignIn } from '../sign-in/present.ts';
import type { Codes } from '../verification/contracts.ts';
import type { Factors } from './contracts.ts';
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from './enrolment.ts';
import { confirmContact, sendContactCode } from './member-contacts.ts';
import { addPasskey, dropPasskey } from './member-passkeys.ts';
import { creationOptions, requestOptions } from './passkeys.ts';
import { readSecurityState, type SecurityStateDeps } from './security-state.ts';

export interface FactorRouteDeps extends SecurityStateDeps {
  readonly factors: Factors;
  readonly codes: Codes;
  readonly messages: Messages;
  readonly signIn: SignIn;
  readonly sessions: Sessions;
}

export function factorRoutes(deps: FactorRouteDeps): readonly BoundCall[] {
  return [...ownFactors(deps), ...ownContacts(deps), ...passkeySignIn(deps)];
}

function ownFactors(deps: FactorRouteDeps): readonly BoundCall[] {
  const { db, merchant } = deps;
  return [
    bindSigned(securityState, ({ actor }) => readSecurityState(deps, actor.memberId)),
    bindSigned(totpStart, (owner) => startTotp(deps, owner)),
    bindSigned(totpConfirm, async (owner, { body }) => ({ recoveryCodes: [...(await confirmTotp(deps, owner, body.code))] })),
    bindSigned(totpRemove, async (owner) => {
      await removeTotp(deps, owner);
      return {};
    }),
    bindSigned(recoveryCodes, async (owner) => ({ recoveryCodes: [...(await renewRecoveryCodes(deps, owner))] })),
    bindSigned(passkeyStart, async ({ actor, siteOrigin }) => {
      const brand = (await readMerchant(db, merchant)).settings.brandName;
      return { options: { ...(await creationOptions(deps, { owner: actor, account: actor.account, brand, siteOrigin })) } };
    }),
    bindSigned(passkeyAdd, async (owner, { body }) => ({ id: await addPasskey(deps, owner, body.proof, body.name) })),
    bindSigned(passkeyRemove, async (owner, { body }) => {
      await dropPasskey(deps, owner, body.id);
      return {};
    }),
  ];
}

function ownContacts(deps: FactorRouteDeps): readonly BoundCall[] {
  return [
    bindSigned(contactSend, async (owner, { body }) => {
      const { expiredMinutes, waitSeconds } = await sendContactCode(deps, owner, body);
      return { expiredMinutes, waitSeconds };
    }),
    bindSigned(contactConfirm, async (owner, { body: { verificationCode, ...contact } }) => {
      await confirmContact(deps, owner, { ...contact, code: verificationCode });
      return {};
    }),
  ];
}

function passkeySignIn(deps: FactorRouteDeps): readonly BoundCall[] {
  const { db, merchant, factors, signIn } = deps;
  return [
    // Also used for second steps and confirmations, when sign-in with passkeys is disabled.
    bind(passkeyOptions, async ({ siteOrigin }) => ({ options: { ...(await requestOptions(deps, siteOrigin)) } })),
    bind(passkeyLogin, async (caller, { body: { proof, remember } }) => {
      const { features } = (await readMerchant(db, merchant)).settings;
      if (!features.passkeyLogin) throw new Refusal('sign_in_method_off');
      const memberId = await factors.memberOfPasskey(proof, caller.siteOrigin);
      const member = memberId === null ? undefined : await findById(db, memberId);
      if (member?.status !== 'active') throw new Refusal('passkey_unknown');
      return presentSignIn(
        await inTransaction(db, (tx, afterCommit) => signIn.complete(tx, afterCommit, { member, path: 'passkey', caller, remember })),
      );
    }),
  ];
}
