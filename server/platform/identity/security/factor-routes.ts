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
} from '../../../../shared/api/security/contract.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { Messages } from '../../notify/messages/index.ts';
import { creationOptions } from '../factors/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { Codes } from '../verification/index.ts';
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from './enrolment.ts';
import { confirmContact, sendContactCode } from './member-contacts.ts';
import { addPasskey, dropPasskey } from './member-passkeys.ts';
import { readSecurityState, type SecurityStateDeps } from './security-state.ts';

export interface FactorRouteDeps extends SecurityStateDeps {
  readonly codes: Codes;
  readonly messages: Messages;
  readonly sessions: Sessions;
}

export function factorRoutes(deps: FactorRouteDeps): readonly BoundCall[] {
  return [...ownFactors(deps), ...ownContacts(deps)];
}

function ownFactors(deps: FactorRouteDeps): readonly BoundCall[] {
  const { db, merchant } = deps;
  return [
    bind(securityState, ({ actor }) => readSecurityState(deps, actor.memberId)),
    bind(totpStart, (owner) => startTotp(deps, owner)),
    bind(totpConfirm, async (owner, { body }) => ({ recoveryCodes: [...(await confirmTotp(deps, owner, body.code))] })),
    bind(totpRemove, async (owner) => {
      await removeTotp(deps, owner);
      return {};
    }),
    bind(recoveryCodes, async (owner) => ({ recoveryCodes: [...(await renewRecoveryCodes(deps, owner))] })),
    bind(passkeyStart, async ({ actor, siteOrigin }) => {
      const brand = (await readMerchant(db, merchant)).settings.brandName;
      return { options: { ...(await creationOptions(deps, { owner: actor, account: actor.account, brand, siteOrigin })) } };
    }),
    bind(passkeyAdd, async (owner, { body }) => ({ id: await addPasskey(deps, owner, body.proof, body.name) })),
    bind(passkeyRemove, async (owner, { body }) => {
      await dropPasskey(deps, owner, body.id);
      return {};
    }),
  ];
}

function ownContacts(deps: FactorRouteDeps): readonly BoundCall[] {
  return [
    bind(contactSend, async (owner, { body }) => {
      const { expiredMinutes, waitSeconds } = await sendContactCode(deps, owner, body);
      return { expiredMinutes, waitSeconds };
    }),
    bind(contactConfirm, async (owner, { body: { verificationCode, ...contact } }) => {
      await confirmContact(deps, owner, { ...contact, code: verificationCode });
      return {};
    }),
  ];
}
