import type { Clock } from '../base/clock.ts';
import { type Database, inTransaction } from '../base/db/index.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Passwords } from '../identity/members/index.ts';
import { TOTP_SEAL, unusedStepOf } from './authenticators.ts';
import { type LogDeps, writeOwnLog } from './log.ts';
import { countFailure, isLockedOut } from './operator-failures.ts';
import { isWeakPassword, OPERATOR_PASSWORD_MIN } from './operator-password.ts';
import { findOperator, lockOperator, type OperatorRow } from './operator-row.ts';
import { endOthers, isOpen, type OperatorSession } from './sessions.ts';

export interface OperatorPasswordDeps extends LogDeps {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  /** The time of authenticator apps; default: `clock`. */
  readonly realTime?: Clock;
  /** The demo's password. It is refused if the site is reachable from other machines. */
  readonly knownPassword: string | undefined;
}

export interface OperatorPasswords extends PasswordChanges {
  /** The operator with this name and password. Undefined for a wrong password, a locked operator and an unknown name alike. */
  checkPassword(name: string, password: string, address: string): Promise<OperatorRow | undefined>;
}

export interface PasswordChanges {
  /** Sets the password in a session of stage `change` and ends the operator's other sessions. */
  setPassword(session: OperatorSession, password: string, address: string): Promise<'done' | 'short' | 'weak' | 'same' | 'ended'>;
  /**
   * Changes the password of a signed-in operator, who proves both factors again, and ends the operator's other sessions. Failures count like
   * those of the sign-in. Only the owner learns that the new password is the old one.
   */
  changePassword(session: OperatorSession, change: PasswordChange, address: string): Promise<PasswordChangeResult>;
}

export interface PasswordChange {
  readonly current: string;
  readonly code: string;
  readonly password: string;
}
export type PasswordChangeResult = 'done' | 'short' | 'weak' | 'same' | 'wrong' | 'ended';

export function createOperatorPasswords(deps: OperatorPasswordDeps): OperatorPasswords {
  return { checkPassword: createPasswordCheck(deps), ...createPasswordChanges(deps) };
}

function createPasswordCheck(deps: OperatorPasswordDeps): OperatorPasswords['checkPassword'] {
  const { db, clock, merchant, passwords, knownPassword } = deps;
  return async (name, password, address) => {
    const operator = await db
      .selectFrom('operator')
      .selectAll()
      .where('merchant', '=', merchant)
      .where('name', '=', name.toLowerCase())
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    const locked = operator !== undefined && isLockedOut(operator, clock.now());
    const right = await passwords.verify(locked ? undefined : operator?.password_hash, password);
    const known = knownPassword !== undefined && password === knownPassword;
    if (operator && right && !known) return operator;
    if (operator && !locked)
      await inTransaction(db, async (tx) => {
        const row = await lockOperator(tx, operator.id);
        if (row) await countFailure(tx, deps, row, right ? 'sign-in.known-password' : 'sign-in.failed', address);
      });
    return undefined;
  };
}

function createPasswordChanges(deps: OperatorPasswordDeps): PasswordChanges {
  const { db, clock, secrets, passwords, knownPassword, realTime = clock } = deps;
  return {
    async setPassword(session, password, address) {
      if ([...password].length < OPERATOR_PASSWORD_MIN) return 'short';
      if (password === knownPassword) return 'same';
      const operator = await findOperator(db, session.operatorId);
      if (operator && isWeakPassword(password, operator.name)) return 'weak';
      if (!operator || (await passwords.verify(operator.password_hash, password))) return 'same';
      const password_hash = await passwords.hash(password);
      return inTransaction(db, async (tx) => {
        await lockOperator(tx, operator.id);
        if (session.stage !== 'change' || !(await isOpen(tx, session))) return 'ended';
        await tx.updateTable('operator').set({ password_hash, must_change: false }).where('id', '=', operator.id).execute();
        await endOthers(tx, session);
        await writeOwnLog(tx, deps, operator, 'password.changed', address);
        return 'done';
      });
    },

    async changePassword(session, { current, code, password }, address) {
      if ([...password].length < OPERATOR_PASSWORD_MIN) return 'short';
      if (isWeakPassword(password, session.name)) return 'weak';
      const operator = await findOperator(db, session.operatorId);
      if (!operator) return 'ended';
      const right = await passwords.verify(operator.password_hash, current);
      const password_hash = await passwords.hash(password);
      // With the operator locked: of concurrent guesses no more are compared than the failure limit allows, and a code is used once.
      return inTransaction(db, async (tx) => {
        const row = await lockOperator(tx, operator.id);
        if (!row || row.disabled_at || session.stage !== 'in' || !(await isOpen(tx, session))) return 'ended';
        if (isLockedOut(row, clock.now()) || row.totp_secret === null) return 'wrong';
        const step = unusedStepOf(row, secrets.open(TOTP_SEAL, row.totp_secret), code, realTime.now());
        if (!right || step === undefined || row.password_hash !== operator.password_hash) {
          await countFailure(tx, deps, row, 'password.change-failed', address);
          return 'wrong';
        }
        if (password === current || password === knownPassword) return 'same';
        const change = { password_hash, must_change: false, totp_last_step: String(step), failures: 0, last_failure_at: null };
        await tx.updateTable('operator').set(change).where('id', '=', row.id).execute();
        await endOthers(tx, session);
        await writeOwnLog(tx, deps, row, 'password.changed', address);
        return 'done';
      });
    },
  };
}
