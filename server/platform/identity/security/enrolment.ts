import { inTransaction } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import {
  codeTries,
  type Enrolment,
  finishEnrolment,
  pendingTotp,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  startEnrolment,
  stepOf,
} from '../factors/index.ts';
import { type ChangeDeps, lockOwner, noteChange, type Owner, revokeOtherAccess } from './change.ts';

/** Starts the setup of an authenticator app, or continues the one of this session. */
export async function startTotp({ db, clock, merchant, secrets }: ChangeDeps, { actor }: Owner): Promise<Enrolment> {
  const { settings } = await readMerchant(db, merchant);
  const { memberId, sessionId, account } = actor;
  const enrolment = await startEnrolment(db, secrets, { memberId, sessionId, account, issuer: settings.brandName, now: clock.now() });
  if (!enrolment) throw new Refusal('totp_already_on');
  return enrolment;
}

/** Completes the setup with a valid code and ends all other sessions. Returns the recovery codes. */
export async function confirmTotp(deps: ChangeDeps, owner: Owner, code: string): Promise<readonly string[]> {
  const { db, clock, secrets, messages, realTime = clock } = deps;
  const { memberId, sessionId } = owner.actor;
  const pending = await pendingTotp(db, sessionId, clock.now());
  if (!pending) throw new Refusal('totp_not_started');
  await codeTries.count(db, memberId, clock.now());
  const step = stepOf(secrets, pending.secret, code, realTime.now());
  if (step === undefined) throw new Refusal('invalid_fields', {}, { code: { code: 'field_code_wrong' } });
  return inTransaction(db, async (tx, afterCommit) => {
    await lockOwner(tx, deps, owner);
    const finished = await finishEnrolment(tx, { memberId, sessionId, sealed: pending.secret, step, now: clock.now() });
    if (!finished) throw new Refusal('totp_not_started');
    await codeTries.forget(tx, memberId);
    await revokeOtherAccess(tx, afterCommit, deps, owner);
    await noteChange(tx, deps, owner, 'totp_added');
    await messages.notify(tx, memberId, 'factor_added');
    return replaceRecoveryCodes(tx, secrets, memberId);
  });
}

/** Removes the app and its recovery codes; succeeds without an app, too. */
export async function removeTotp(deps: ChangeDeps, owner: Owner): Promise<void> {
  const { memberId } = owner.actor;
  await inTransaction(deps.db, async (tx) => {
    const removed = await tx.deleteFrom('member_totp').where('member_id', '=', memberId).returning('member_id').executeTakeFirst();
    await removeRecoveryCodes(tx, memberId);
    if (!removed) return;
    await noteChange(tx, deps, owner, 'totp_removed');
    await deps.messages.notify(tx, memberId, 'factor_removed');
  });
}

/** Replaces the recovery codes of a member with an app. */
export async function renewRecoveryCodes(deps: ChangeDeps, owner: Owner): Promise<readonly string[]> {
  const { memberId } = owner.actor;
  return inTransaction(deps.db, async (tx) => {
    const app = await tx.selectFrom('member_totp').select('member_id').where('member_id', '=', memberId).forUpdate().executeTakeFirst();
    if (!app) throw new Refusal('totp_not_started');
    await noteChange(tx, deps, owner, 'recovery_codes_renewed');
    await deps.messages.notify(tx, memberId, 'recovery_renewed');
    return replaceRecoveryCodes(tx, deps.secrets, memberId);
  });
}
