import { sql } from 'kysely';
import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { paymentPasswordChange } from '../../../../shared/api/payout-accounts/calls.ts';
import { normaliseValue } from '../../../../shared/rules/check-field.ts';
import { checkPaymentPassword } from '../../../../shared/rules/payment-password.ts';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, type Executor, inTransaction, type Tx } from '../../base/db/index.ts';
import { type FieldRefusal, Refusal } from '../../base/refusal.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { Messages } from '../../notify/messages/index.ts';
import { recordEvent } from '../members/index.ts';
import type { Payee, PaymentPasswordAdmin } from './contracts.ts';
import { type HashDeps, hashPaymentPassword, isPaymentPassword } from './hash.ts';
import { clearTries, countRight, countWrongTry, LOCK_MINUTES, lockedFor, MAX_TRIES, releaseTry, reserveTry } from './tries.ts';

export interface PaymentPasswordDeps extends HashDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly inbox: Inbox;
  readonly messages: Pick<Messages, 'notify'>;
}

type Form = BodyOf<typeof paymentPasswordChange>;

export function createPaymentPassword(deps: PaymentPasswordDeps): PaymentPasswordAdmin {
  const { db } = deps;
  return {
    isSet: async (executor, memberId) => (await read(executor, memberId))?.payment_hash != null,
    async changedAt(executor, memberId) {
      const row = await read(executor, memberId);
      return row?.payment_hash == null ? null : row.payment_changed_at;
    },
    async check(memberId, entered) {
      const stored = (await read(db, memberId))?.payment_hash;
      if (stored == null) throw new Refusal('payment_password_missing');
      await compare(deps, memberId, stored, entered);
    },
    change: (payee, form) => change(deps, payee, form),
    remove: (tx, afterCommit, memberId) => remove(deps, tx, afterCommit, memberId),
  };
}

async function change(deps: PaymentPasswordDeps, payee: Payee, form: Form): Promise<void> {
  const { memberId } = payee.actor;
  const stored = (await read(deps.db, memberId))?.payment_hash ?? null;
  const isReset = stored !== null && form.forgotten;
  checkForm(form, stored !== null && !isReset);
  if (stored !== null && !isReset) await compare(deps, memberId, stored, form.oldPaymentPassword ?? '');
  const digits = normaliseValue(form.paymentPassword);
  if (stored !== null && (await isPaymentPassword(deps, stored, digits)))
    throw refused({ paymentPassword: { code: 'field_password_same' } });
  const hash = await hashPaymentPassword(deps, digits);
  await inTransaction(deps.db, async (tx, afterCommit) => {
    await storeHash(tx, deps, { memberId, stored, hash, isReset });
    const kind = stored === null ? 'payment_password_set' : isReset ? 'payment_password_reset' : 'payment_password_changed';
    await note(tx, deps, payee, kind);
    await notifyMember(deps, tx, afterCommit, memberId);
  });
}

async function remove(deps: PaymentPasswordDeps, tx: Tx, afterCommit: AfterCommit, memberId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('member')
    .set({ payment_hash: null, payment_changed_at: null, payment_reset_at: deps.clock.now() })
    .where('id', '=', memberId)
    .where('merchant', '=', deps.merchant)
    .where('payment_hash', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await clearTries(tx, memberId);
  await notifyMember(deps, tx, afterCommit, memberId);
  return true;
}

async function notifyMember({ messages, inbox }: PaymentPasswordDeps, tx: Tx, afterCommit: AfterCommit, memberId: string): Promise<void> {
  await messages.notify(tx, memberId, 'payment_password_changed');
  await inbox.post(tx, { memberId, template: 'payment_password_changed', href: '/member/securityCenter' }, afterCommit);
}

/** Refuses with all invalid fields at once. */
function checkForm({ oldPaymentPassword, paymentPassword, confirmPaymentPassword }: Form, requiresOld: boolean): void {
  const problem = checkPaymentPassword(paymentPassword);
  const fields: Record<string, FieldRefusal> = {
    ...(requiresOld && normaliseValue(oldPaymentPassword) === '' && { oldPaymentPassword: { code: 'field_required' } }),
    ...(problem && { paymentPassword: problem }),
    ...(normaliseValue(confirmPaymentPassword) !== normaliseValue(paymentPassword) && {
      confirmPaymentPassword: { code: 'field_mismatch' },
    }),
  };
  if (Object.keys(fields).length > 0) throw refused(fields);
}

/** One counted try. A try that was not compared is released. */
async function compare(deps: PaymentPasswordDeps, memberId: string, stored: string, entered: string): Promise<void> {
  const { db, clock } = deps;
  const id = await reserveTry(db, memberId, clock.now());
  const right = await isPaymentPassword(deps, stored, normaliseValue(entered)).catch(async (error: unknown) => {
    await releaseTry(db, memberId, id);
    throw error;
  });
  if (right) return countRight(db, memberId, id);
  const wrongCount = await countWrongTry(db, memberId, id);
  throw wrongCount < MAX_TRIES ? new Refusal('payment_password_wrong') : lockedFor(LOCK_MINUTES);
}

/** A password set concurrently must not be overwritten by the person it was meant to lock out. */
async function storeHash(
  tx: Tx,
  { clock }: PaymentPasswordDeps,
  { memberId, stored, hash, isReset }: { memberId: string; stored: string | null; hash: string; isReset: boolean },
): Promise<void> {
  const now = clock.now();
  const { numUpdatedRows } = await tx
    .updateTable('member')
    .set({
      payment_hash: hash,
      payment_changed_at: now,
      // Also for the first one after an operator removed it; before that no money could be moved.
      payment_reset_at: sql<Date | null>`case when ${isReset} or (payment_hash is null and payment_reset_at is not null)
        then ${now.toISOString()}::timestamptz else payment_reset_at end`,
    })
    .where('id', '=', memberId)
    .where('payment_hash', 'is not distinct from', stored)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('payment_password_wrong');
  await clearTries(tx, memberId);
}

function note(tx: Tx, { merchant, clock }: PaymentPasswordDeps, { actor, clientAddress, country }: Payee, kind: string) {
  return recordEvent(tx, { merchant, memberId: actor.memberId, kind, clientAddress, country, at: clock.now() });
}

function read(executor: Executor, memberId: string) {
  return executor.selectFrom('member').select(['payment_hash', 'payment_changed_at']).where('id', '=', memberId).executeTakeFirst();
}

function refused(fields: Readonly<Record<string, FieldRefusal>>): Refusal {
  return new Refusal('invalid_fields', {}, fields);
}
