import { Secret, TOTP } from 'otpauth';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';

/** Parameters that every authenticator app supports. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Tolerated time steps in both directions. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const PURPOSE = 'member_totp.secret';
/** Validity of a started setup, in minutes. */
const ENROL_MINUTES = 15;

export interface Enrolment {
  /** Base32. */
  readonly secret: string;
  /** Content of the QR code; apps show both names. */
  readonly uri: string;
}

interface Enrolling {
  readonly memberId: string;
  readonly sessionId: string;
  readonly account: string;
  readonly issuer: string;
  readonly now: Date;
}

interface Pending {
  readonly memberId: string;
  readonly sessionId: string;
  readonly sealed: string;
  readonly step: number;
  readonly now: Date;
}

/**
 * Null if an app is set up already. The secret belongs to the session: a reloaded page shows the same one, another session gets another.
 */
export async function startEnrolment(executor: Executor, secrets: Secrets, enrolling: Enrolling): Promise<Enrolment | null> {
  if (await hasTotp(executor, enrolling.memberId)) return null;
  const newSecret = secrets.seal(PURPOSE, new Secret({ size: SECRET_BYTES }).base32);
  const row = await executor
    .insertInto('totp_enrolment')
    .values({ session_id: enrolling.sessionId, member_id: enrolling.memberId, secret: newSecret, created_at: enrolling.now })
    .onConflict((conflict) =>
      conflict.column('session_id').doUpdateSet((eb) => {
        const isOpen = eb('totp_enrolment.created_at', '>', enrolSince(enrolling.now));
        return {
          secret: eb.case().when(isOpen).then(eb.ref('totp_enrolment.secret')).else(newSecret).end(),
          created_at: eb.case().when(isOpen).then(eb.ref('totp_enrolment.created_at')).else(enrolling.now).end(),
        };
      }),
    )
    .returning('secret')
    .executeTakeFirstOrThrow();
  const secret = secrets.open(PURPOSE, row.secret);
  return { secret, uri: totpOf(secret, enrolling).toString() };
}

/** Secret of the session's setup, while it is valid. */
export function pendingTotp(executor: Executor, sessionId: string, now: Date) {
  return executor
    .selectFrom('totp_enrolment')
    .select('secret')
    .where('session_id', '=', sessionId)
    .where('created_at', '>', enrolSince(now))
    .executeTakeFirst();
}

/** False if the setup was completed or replaced meanwhile. The time step of its code is consumed. */
export async function finishEnrolment(executor: Executor, { memberId, sessionId, sealed, step, now }: Pending): Promise<boolean> {
  const ended = await executor
    .deleteFrom('totp_enrolment')
    .where('session_id', '=', sessionId)
    .where('secret', '=', sealed)
    .returning('created_at')
    .executeTakeFirst();
  if (!ended) return false;
  const added = await executor
    .insertInto('member_totp')
    .values({ member_id: memberId, secret: sealed, created_at: ended.created_at, confirmed_at: now, last_step: step.toString() })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .returning('member_id')
    .executeTakeFirst();
  return added !== undefined;
}

async function hasTotp(executor: Executor, memberId: string): Promise<boolean> {
  const row = await executor.selectFrom('member_totp').select('member_id').where('member_id', '=', memberId).executeTakeFirst();
  return row !== undefined;
}

/** True once per time step: the same code or an older one is rejected afterwards. */
export async function consumeTotp(executor: Executor, secrets: Secrets, memberId: string, code: string, now: Date): Promise<boolean> {
  const row = await executor.selectFrom('member_totp').select('secret').where('member_id', '=', memberId).executeTakeFirst();
  const step = row && stepOf(secrets, row.secret, code, now);
  if (step === undefined) return false;
  const { numUpdatedRows } = await executor
    .updateTable('member_totp')
    .set({ last_step: step.toString() })
    .where('member_id', '=', memberId)
    .where('last_step', '<', step.toString())
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The 30-second time step of a code; undefined if it matches no step near the current time. */
export function stepOf(secrets: Secrets, sealed: string, code: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = totpOf(secrets.open(PURPOSE, sealed));
  const delta = totp.validate({ token, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: now.getTime() }) + delta;
}

export async function sweepEnrolments(executor: Executor, now: Date): Promise<void> {
  await executor.deleteFrom('totp_enrolment').where('created_at', '<=', enrolSince(now)).execute();
}

function totpOf(secret: string, names?: { readonly issuer: string; readonly account: string }): TOTP {
  return new TOTP({ ...FORM, secret: Secret.fromBase32(secret), ...(names && { issuer: names.issuer, label: names.account }) });
}

function enrolSince(now: Date): Date {
  return new Date(now.getTime() - ENROL_MINUTES * MINUTE_MS);
}
