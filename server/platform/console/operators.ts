import { randomBytes } from 'node:crypto';
import { type Secret as OtpSecret, Secret, TOTP } from 'otpauth';
import type { Clock } from '../base/clock.ts';
import { type Database, type Executor, inTransaction, type Tx } from '../base/db/index.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Passwords } from '../identity/members/index.ts';
import { writeLog } from './log.ts';
import { isWeakPassword, OPERATOR_PASSWORD_MIN } from './operator-password.ts';
import { lockOperator, type OperatorRow } from './operator-row.ts';
import type { Role } from './roles.ts';
import { endOthers, isOpen, type OperatorSession } from './sessions.ts';

export interface OperatorDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  /** The demo's password. It is refused if the site is reachable from other machines. */
  readonly knownPassword?: string | undefined;
}

/** GLI-19 B.2.3 and 2.5.3: three consecutive failures within 30 minutes lock the account for 30 minutes. */
const MOST_FAILURES = 3;
const LOCK_MS = 30 * 60_000;
const SEAL = 'operator.totp';
const TOTP_FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

export interface Operators {
  /** Resolves with the operator's id; undefined if the name is taken. */
  add(executor: Executor, operator: { name: string; role: Role; password: string; mustChange: boolean }): Promise<string | undefined>;
  /** The operator with this name and password. Undefined for a wrong password, a locked operator and an unknown name alike. */
  checkPassword(name: string, password: string, address: string): Promise<OperatorRow | undefined>;
  /** Sets the password in a session of stage `change` and ends the operator's other sessions. */
  setPassword(session: OperatorSession, password: string, address: string): Promise<'done' | 'short' | 'weak' | 'same' | 'ended'>;
  /**
   * Changes the password of a signed-in operator, who proves both factors again, and ends the operator's other sessions. Failures count like
   * those of the sign-in. Only the owner learns that the new password is the old one.
   */
  changePassword(session: OperatorSession, change: PasswordChange, address: string): Promise<PasswordChangeResult>;
  /**
   * For an operator who has lost both factors: sets a first password, removes authenticator and lock, and ends all sessions. Resolves with
   * the operator's id; undefined if the name is unknown or disabled.
   */
  reset(tx: Tx, operator: { readonly name: string; readonly password: string }): Promise<string | undefined>;
  /**
   * Secret of the authenticator that this session sets up; unchanged until the session ends. Undefined if an authenticator is set up
   * already.
   */
  enrolment(session: OperatorSession, issuer: string): Promise<{ secret: string; uri: string } | undefined>;
  /**
   * Accepts each code once. The first code completes the setup and ends the operator's other sessions. Failures count like password
   * failures.
   */
  checkCode(session: OperatorSession, code: string, address: string): Promise<'right' | 'wrong' | 'ended'>;
}

export interface PasswordChange {
  readonly current: string;
  readonly code: string;
  readonly password: string;
}
export type PasswordChangeResult = 'done' | 'short' | 'weak' | 'same' | 'wrong' | 'ended';

export async function hasOperators(db: Database, merchant: string): Promise<boolean> {
  return (await db.selectFrom('operator').select('id').where('merchant', '=', merchant).limit(1).executeTakeFirst()) !== undefined;
}

export function createOperators(deps: OperatorDeps): Operators {
  const { db, clock, merchant, secrets, passwords } = deps;
  const byId = (executor: Executor, id: string) =>
    executor.selectFrom('operator').selectAll().where('id', '=', id).where('disabled_at', 'is', null).executeTakeFirst();
  const isLocked = ({ locked_until }: Pick<OperatorRow, 'locked_until'>) => locked_until !== null && locked_until > clock.now();

  const enrolmentOf = async (tx: Tx, { tokenHash }: OperatorSession) =>
    (await tx.selectFrom('operator_session').select('enrolment').where('token_hash', '=', tokenHash).executeTakeFirst())?.enrolment ?? null;

  /** Log lines of the sign-in steps. */
  const logAction = (tx: Tx, { id, name }: Pick<OperatorRow, 'id' | 'name'>, action: string, address: string): Promise<void> =>
    writeLog(tx, deps, { operator: name, action, object: `operator:${id}`, reason: '', address });

  /** The operator must be locked. */
  async function fail(tx: Tx, row: OperatorRow, action: string, address: string): Promise<void> {
    const now = clock.now();
    const recent = row.last_failure_at !== null && now.getTime() - row.last_failure_at.getTime() < LOCK_MS;
    const failures = (recent ? row.failures : 0) + 1;
    const locks = failures >= MOST_FAILURES;
    await tx
      .updateTable('operator')
      .set({ failures: locks ? 0 : failures, last_failure_at: now, ...(locks && { locked_until: new Date(now.getTime() + LOCK_MS) }) })
      .where('id', '=', row.id)
      .execute();
    await logAction(tx, row, locks ? `${action}.locked` : action, address);
  }

  return {
    async add(executor, { name, role, password, mustChange }) {
      const existing = await executor
        .selectFrom('operator')
        .select('id')
        .where('merchant', '=', merchant)
        .where('name', '=', name.toLowerCase())
        .executeTakeFirst();
      if (existing) return undefined;
      const row = await executor
        .insertInto('operator')
        .values({
          id: `o_${randomBytes(12).toString('hex')}`,
          merchant,
          name: name.toLowerCase(),
          role,
          password_hash: await passwords.hash(password),
          must_change: mustChange,
          totp_secret: null,
          totp_confirmed_at: null,
          last_failure_at: null,
          locked_until: null,
          disabled_at: null,
          created_at: clock.now(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id;
    },

    async checkPassword(name, password, address) {
      const operator = await db
        .selectFrom('operator')
        .selectAll()
        .where('merchant', '=', merchant)
        .where('name', '=', name.toLowerCase())
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      const locked = operator !== undefined && isLocked(operator);
      const right = await passwords.verify(locked ? undefined : operator?.password_hash, password);
      const known = deps.knownPassword !== undefined && password === deps.knownPassword;
      if (operator && right && !known) return operator;
      if (operator && !locked)
        await inTransaction(db, async (tx) => {
          const row = await lockOperator(tx, operator.id);
          if (row) await fail(tx, row, right ? 'sign-in.known-password' : 'sign-in.failed', address);
        });
      return undefined;
    },

    async setPassword(session, password, address) {
      if ([...password].length < OPERATOR_PASSWORD_MIN) return 'short';
      if (password === deps.knownPassword) return 'same';
      const operator = await byId(db, session.operatorId);
      if (operator && isWeakPassword(password, operator.name)) return 'weak';
      if (!operator || (await passwords.verify(operator.password_hash, password))) return 'same';
      const password_hash = await passwords.hash(password);
      return inTransaction(db, async (tx) => {
        await lockOperator(tx, operator.id);
        if (session.stage !== 'change' || !(await isOpen(tx, session))) return 'ended';
        await tx.updateTable('operator').set({ password_hash, must_change: false }).where('id', '=', operator.id).execute();
        await endOthers(tx, session);
        await logAction(tx, operator, 'password.changed', address);
        return 'done';
      });
    },

    async changePassword(session, { current, code, password }, address) {
      if ([...password].length < OPERATOR_PASSWORD_MIN) return 'short';
      if (isWeakPassword(password, session.name)) return 'weak';
      const operator = await byId(db, session.operatorId);
      if (!operator) return 'ended';
      const right = await passwords.verify(operator.password_hash, current);
      const password_hash = await passwords.hash(password);
      // With the operator locked: of concurrent guesses no more are compared than the failure limit allows, and a code is used once.
      return inTransaction(db, async (tx) => {
        const row = await lockOperator(tx, operator.id);
        if (!row || row.disabled_at || session.stage !== 'in' || !(await isOpen(tx, session))) return 'ended';
        if (isLocked(row) || row.totp_secret === null) return 'wrong';
        const step = stepOf(secrets.open(SEAL, row.totp_secret), code, clock.now());
        const isFresh = step !== undefined && step > Number(row.totp_last_step);
        if (!right || !isFresh || row.password_hash !== operator.password_hash) {
          await fail(tx, row, 'password.change-failed', address);
          return 'wrong';
        }
        if (password === current || password === deps.knownPassword) return 'same';
        const change = { password_hash, must_change: false, totp_last_step: String(step), failures: 0, last_failure_at: null };
        await tx.updateTable('operator').set(change).where('id', '=', row.id).execute();
        await endOthers(tx, session);
        await logAction(tx, row, 'password.changed', address);
        return 'done';
      });
    },

    async reset(tx, { name, password }) {
      const row = await tx
        .updateTable('operator')
        .set({
          password_hash: await passwords.hash(password),
          must_change: true,
          totp_secret: null,
          totp_confirmed_at: null,
          totp_last_step: '-1',
          failures: 0,
          last_failure_at: null,
          locked_until: null,
        })
        .where('merchant', '=', merchant)
        .where('name', '=', name.toLowerCase())
        .where('disabled_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (row) await tx.deleteFrom('operator_session').where('operator_id', '=', row.id).execute();
      return row?.id;
    },

    enrolment: (session, issuer) =>
      inTransaction(db, async (tx) => {
        const operator = await lockOperator(tx, session.operatorId);
        if (!operator || operator.totp_confirmed_at) return undefined;
        const pendingEnrolment = await enrolmentOf(tx, session);
        const secret = pendingEnrolment === null ? new Secret({ size: 20 }).base32 : secrets.open(SEAL, pendingEnrolment);
        if (pendingEnrolment === null)
          await tx
            .updateTable('operator_session')
            .set({ enrolment: secrets.seal(SEAL, secret) })
            .where('token_hash', '=', session.tokenHash)
            .execute();
        return { secret, uri: new TOTP({ ...TOTP_FORM, issuer, label: operator.name, secret: keyOf(secret) }).toString() };
      }),

    // With the operator locked: of concurrent guesses no more are compared than the failure limit allows, and a code is used once.
    checkCode: (session, code, address) =>
      inTransaction(db, async (tx) => {
        const operator = await lockOperator(tx, session.operatorId);
        if (!operator || operator.disabled_at || !(await isOpen(tx, session))) return 'ended';
        const sealed = operator.totp_secret ?? (await enrolmentOf(tx, session));
        if (!sealed || isLocked(operator)) return 'wrong';
        const now = clock.now();
        const step = stepOf(secrets.open(SEAL, sealed), code, now);
        if (step === undefined || step <= Number(operator.totp_last_step)) {
          await fail(tx, operator, 'code.failed', address);
          return 'wrong';
        }
        await tx
          .updateTable('operator')
          .set({
            totp_secret: sealed,
            totp_last_step: String(step),
            totp_confirmed_at: operator.totp_confirmed_at ?? now,
            failures: 0,
            last_failure_at: null,
          })
          .where('id', '=', operator.id)
          .execute();
        if (!operator.totp_confirmed_at) {
          await endOthers(tx, session);
          await logAction(tx, operator, 'app.confirmed', address);
        }
        await logAction(tx, operator, 'signed-in', address);
        return 'right';
      }),
  };
}

/** The 30-second time step of a code; undefined if it matches no step near the current time. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = new TOTP({ ...TOTP_FORM, secret: keyOf(secret) }).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / 30_000) + delta;
}

function keyOf(base32: string): OtpSecret {
  return Secret.fromBase32(base32);
}
