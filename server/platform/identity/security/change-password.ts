import type { memberPassword } from '../../../../shared/api/accounts/calls.ts';
import type { BodyOf } from '../../../../shared/api/client-call.ts';
import { WEAK_DEFAULT_PASSWORD } from '../../../../shared/constants.ts';
import { normaliseValue } from '../../../../shared/rules/check-field.ts';
import { checkNewPassword } from '../../../../shared/rules/check-registration.ts';
import type { Actor } from '../../base/actor.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Executor, inTransaction, type Tx } from '../../base/db/index.ts';
import type { Caller } from '../../base/http/index.ts';
import { type FieldRefusal, Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { Messages } from '../../notify/messages/index.ts';
import { findById, type MemberRow, type Passwords, recordEvent, setPassword } from '../members/index.ts';
import { lockMember, revokeFamilies, type Sessions } from '../sessions/index.ts';
import type { SignIn } from '../sign-in/index.ts';

export interface ChangePasswordDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly messages: Messages;
}

type Form = BodyOf<typeof memberPassword>;

/**
 * Sets a new password, authorised by the old one or by the single-use right of a sign-in that required a change (`change_until` of the
 * session). Revokes all other access of the member; this session stays.
 */
export async function changePassword(deps: ChangePasswordDeps, actor: Actor, caller: Caller, form: Form): Promise<void> {
  const { db, clock, merchant, passwords, sessions, messages } = deps;
  const member = await findById(db, actor.memberId);
  if (!member) throw new Refusal('unauthorized');
  if (member.free_play) throw new Refusal('in_need_true_account');
  const byTicket = await hasTicket(db, actor.sessionId, clock.now());
  if (!byTicket) await requireOldPassword(deps, actor, member, caller, form.oldPassword);
  await checkForm(deps, member, form);
  const hash = await passwords.hash(normaliseValue(form.newPassword));
  await inTransaction(db, async (tx, afterCommit) => {
    const now = clock.now();
    await lockMember(tx, member.id);
    await requireUnchanged(deps, tx, actor, member);
    if (byTicket && !(await spendTicket(tx, actor.sessionId, now))) throw oldPasswordMissing();
    await setPassword(tx, member.id, hash, now);
    await sessions.end(tx, afterCommit, member.id, { except: actor.sessionId });
    // Includes this browser's tokens: they were issued for the old password.
    await revokeFamilies(tx, member.id, null, now);
    await endPendingRequests(tx, member.id, now);
    const { clientAddress, country } = caller;
    await recordEvent(tx, { merchant, memberId: member.id, kind: 'password_changed', clientAddress, country, at: now });
    await messages.notify(tx, member.id, 'password_changed');
  });
}

/** A concurrent recovery also ends this session: its new password must not be overwritten by the person it was meant to lock out. */
async function requireUnchanged({ sessions }: ChangePasswordDeps, tx: Tx, { sessionId }: Actor, member: MemberRow): Promise<void> {
  if (!(await sessions.isAlive(tx, sessionId))) throw new Refusal('unauthorized');
  const now = await findById(tx, member.id);
  if (now?.password_hash !== member.password_hash) throw new Refusal('old_password_wrong');
}

async function requireOldPassword(
  { signIn }: ChangePasswordDeps,
  actor: Actor,
  member: MemberRow,
  caller: Caller,
  oldPassword: string | undefined,
): Promise<void> {
  if (oldPassword === undefined) throw oldPasswordMissing();
  if (!(await signIn.isPassword(actor.account, member, oldPassword, caller))) throw new Refusal('old_password_wrong');
}

async function checkForm({ db, merchant, passwords }: ChangePasswordDeps, member: MemberRow, form: Form): Promise<void> {
  const { newPassword, confirmNewPassword } = form;
  const rule = (await readMerchant(db, merchant)).settings.registration.fields.password;
  const problems = rule ? checkNewPassword(rule, newPassword, confirmNewPassword, member.account) : {};
  if (Object.keys(problems).length > 0) throw new Refusal('invalid_fields', {}, problems);
  // Independent of the merchant's rule: the next sign-in would require another change.
  if (normaliseValue(newPassword) === WEAK_DEFAULT_PASSWORD) throw refused({ code: 'field_password_common' });
  if (await passwords.verify(member.password_hash, normaliseValue(newPassword))) throw refused({ code: 'field_password_same' });
}

async function hasTicket(executor: Executor, sessionId: string, now: Date): Promise<boolean> {
  const row = await executor
    .selectFrom('member_session')
    .select('id')
    .where('id', '=', sessionId)
    .where('change_until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

async function spendTicket(tx: Tx, sessionId: string, now: Date): Promise<boolean> {
  const spent = await tx
    .updateTable('member_session')
    .set({ change_until: null })
    .where('id', '=', sessionId)
    .where('change_until', '>', now)
    .executeTakeFirst();
  return spent.numUpdatedRows > 0n;
}

/** Ends pending second steps and sent recovery links. */
async function endPendingRequests(tx: Tx, memberId: string, now: Date): Promise<void> {
  for (const table of ['pending_sign_in', 'password_reset'] as const)
    await tx.updateTable(table).set({ ended_at: now }).where('member_id', '=', memberId).where('ended_at', 'is', null).execute();
}

function oldPasswordMissing(): Refusal {
  return new Refusal('invalid_fields', {}, { oldPassword: { code: 'field_required' } });
}

function refused(problem: FieldRefusal): Refusal {
  return new Refusal('invalid_fields', {}, { newPassword: problem });
}
