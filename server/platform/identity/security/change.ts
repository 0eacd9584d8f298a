import type { Actor } from '../../base/actor.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import type { CallContext } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Messages } from '../../notify/messages/index.ts';
import type { FactorsDeps } from '../factors/index.ts';
import { recordEvent } from '../members/index.ts';
import { lockMember, type Sessions } from '../sessions/index.ts';
import type { Codes } from '../verification/index.ts';

/** The member who changes factors. */
export type Owner = Pick<CallContext, 'clientAddress' | 'country' | 'language' | 'siteOrigin' | 'userAgent' | 'deviceToken'> & {
  readonly actor: Actor;
};

export interface ChangeDeps extends FactorsDeps {
  readonly codes: Codes;
  readonly messages: Messages;
  readonly sessions: Pick<Sessions, 'end' | 'isAlive'>;
}

export type FactorChange =
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_codes_renewed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'mobile_changed'
  | 'email_changed';

/** Adds the change to the account's history, in the same transaction. */
export function noteChange(tx: Tx, { merchant, clock }: ChangeDeps, { actor, clientAddress, country }: Owner, kind: FactorChange) {
  return recordEvent(tx, { merchant, memberId: actor.memberId, kind, clientAddress, country, at: clock.now() });
}

/** Serialises changes of factors. Refuses if an earlier change has ended this session. */
export async function lockOwner(tx: Tx, { sessions }: ChangeDeps, { actor }: Owner): Promise<void> {
  await lockMember(tx, actor.memberId);
  if (!(await sessions.isAlive(tx, actor.sessionId))) throw new Refusal('unauthorized');
}

/**
 * Call it after adding a factor. Ends all other sessions, pending second steps and started setups: they were authorised by the password
 * only.
 */
export async function revokeOtherAccess(
  tx: Tx,
  afterCommit: AfterCommit,
  { sessions, clock }: ChangeDeps,
  { actor }: Owner,
): Promise<void> {
  const { memberId, sessionId } = actor;
  await sessions.end(tx, afterCommit, memberId, { except: sessionId });
  await tx
    .updateTable('pending_sign_in')
    .set({ ended_at: clock.now() })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute();
  await tx.deleteFrom('totp_enrolment').where('member_id', '=', memberId).where('session_id', '!=', sessionId).execute();
  await tx.deleteFrom('passkey_challenge').where('member_id', '=', memberId).where('session_id', '!=', sessionId).execute();
}
