import { type Secret as OtpSecret, Secret, TOTP } from 'otpauth';
import type { Clock } from '../base/clock.ts';
import { type Database, inTransaction, type Tx } from '../base/db/index.ts';
import type { Secrets } from '../base/secrets.ts';
import { type LogDeps, writeOwnLog } from './log.ts';
import { countFailure, isLockedOut } from './operator-failures.ts';
import { lockOperator, type OperatorRow } from './operator-row.ts';
import { endOthers, isOpen, type OperatorSession } from './sessions.ts';

export interface AuthenticatorDeps extends LogDeps {
  readonly db: Database;
  readonly secrets: Secrets;
  /** The time of authenticator apps; default: `clock`. */
  readonly realTime?: Clock;
}

/** Purpose for sealing the secrets of authenticators. */
export const TOTP_SEAL = 'operator.totp';
const TOTP_FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

export interface Authenticators {
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

export function createAuthenticators(deps: AuthenticatorDeps): Authenticators {
  const { db, clock, secrets, realTime = clock } = deps;
  return {
    enrolment: (session, issuer) =>
      inTransaction(db, async (tx) => {
        const operator = await lockOperator(tx, session.operatorId);
        if (!operator || operator.totp_confirmed_at) return undefined;
        const pendingEnrolment = await enrolmentOf(tx, session);
        const secret = pendingEnrolment === null ? new Secret({ size: 20 }).base32 : secrets.open(TOTP_SEAL, pendingEnrolment);
        if (pendingEnrolment === null)
          await tx
            .updateTable('operator_session')
            .set({ enrolment: secrets.seal(TOTP_SEAL, secret) })
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
        const now = clock.now();
        if (!sealed || isLockedOut(operator, now)) return 'wrong';
        const step = unusedStepOf(operator, secrets.open(TOTP_SEAL, sealed), code, realTime.now());
        if (step === undefined) {
          await countFailure(tx, deps, operator, 'code.failed', address);
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
          await writeOwnLog(tx, deps, operator, 'app.confirmed', address);
        }
        await writeOwnLog(tx, deps, operator, 'signed-in', address);
        return 'right';
      }),
  };
}

async function enrolmentOf(tx: Tx, { tokenHash }: OperatorSession): Promise<string | null> {
  const row = await tx.selectFrom('operator_session').select('enrolment').where('token_hash', '=', tokenHash).executeTakeFirst();
  return row?.enrolment ?? null;
}

/** The time step of a code that is valid now and that the operator has not used; undefined otherwise. */
export function unusedStepOf(operator: Pick<OperatorRow, 'totp_last_step'>, secret: string, code: string, now: Date): number | undefined {
  const step = stepOf(secret, code, now);
  return step !== undefined && step > Number(operator.totp_last_step) ? step : undefined;
}

/** The 30-second time step of a code; undefined if it matches no step near the current time. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = new TOTP({ ...TOTP_FORM, secret: keyOf(secret) }).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / 30_000) + delta;
}

function keyOf(base32: string): OtpSecret {
  return Secret.fromBase32(base32);
}
