import { recordEvent } from '../accounts/account-events.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Tx } from '../db/database.ts';
import type { CallContext } from '../http/binding.ts';
import type { Messages } from '../messages/contracts.ts';
import type { Codes } from '../verification/contracts.ts';
import type { FactorsDeps } from './factors.ts';

/** Whoever changes how an account is protected. */
export type Owner = Pick<CallContext, 'clientAddress' | 'country' | 'language' | 'siteOrigin' | 'userAgent' | 'deviceToken'> & {
  readonly actor: Actor;
};

export interface ChangeDeps extends FactorsDeps {
  readonly codes: Codes;
  readonly messages: Messages;
}

export type FactorChange =
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_codes_renewed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'mobile_changed'
  | 'email_changed';

/** Writes a change into the history of the account, in the transaction of the change. */
export function noteChange(tx: Tx, { merchant, clock }: ChangeDeps, { actor, clientAddress, country }: Owner, kind: FactorChange) {
  return recordEvent(tx, { merchant, memberId: actor.memberId, kind, clientAddress, country, at: clock.now() });
}
