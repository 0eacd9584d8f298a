import { randomBytes } from 'node:crypto';
import { type Secret as OtpSecret, Secret, TOTP } from 'otpauth';
import type { Passwords } from '../accounts/index.ts';
import type { Clock } from '../clock.ts';
import type { Database, Executor, Tx } from '../db/database.ts';
import type { OperatorTable } from '../db/schema/console.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Secrets } from '../secrets.ts';
import { writeLog } from './log.ts';
import type { Role } from './roles.ts';

export interface OperatorDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  /** Signs nobody in: that of the demo, where the site is reached from elsewhere. */
  readonly knownPassword?: string | undefined;
}

export type OperatorRow = Omit<OperatorTable, 'totp_last_step' | 'failures'> & { totp_last_step: string; failures: number };

/** GLI-19 B.2.3 and 2.5.3: three failures in a row within half an hour lock for half an hour. */
const MOST_FAILURES = 3;
const LOCK_MS = 30 * 60_000;
export const OPERATOR_PASSWORD_MIN = 12;
const SEAL = 'operator.totp';
const TOTP_FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

export interface Operators {
  /** Resolves with the operator's id; undefined when there is one of that name already. */
  add(executor: Executor, operator: { name: string; role: Role; password: string; mustChange: boolean }): Promise<string | undefined>;
  /** The operator of a right name and password. Undefined alike for a wrong one, a locked one and one that does not exist. */
  checkPassword(name: string, password: string, address: string): Promise<OperatorRow | undefined>;
  setPassword(operatorId: string, password: string, address: string): Promise<'done' | 'short' | 'same'>;
  /** The secret of the app that is being set up; the same until it is confirmed. Undefined when one is set up already. */
  enrolment(operatorId: string, issuer: string): Promise<{ secret: string; uri: string } | undefined>;
  /** True once for a code of the app; a setup that waits is confirmed by it. Failures count as those of the password do. */
  checkCode(operatorId: string, code: string, address: string): Promise<boolean>;
}

export function createOperators(deps: OperatorDeps): Operators {
  const { db, clock, merchant, secrets, passwords } = deps;
  const byId = (executor: Executor, id: string) =>
    executor.selectFrom('operator').selectAll().where('id', '=', id).where('disabled_at', 'is', null).executeTakeFirst();
  const isLocked = ({ locked_until }: Pick<OperatorRow, 'locked_until'>) => locked_until !== null && locked_until > clock.now();

  const lock = (tx: Tx, id: string) => tx.selectFrom('operator').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

  /** Of what an operator does at the door. */
  const tell = (tx: Tx, { id, name }: Pick<OperatorRow, 'id' | 'name'>, action: string, address: string): Promise<void> =>
    writeLog(tx, deps, { operator: name, action, object: `operator:${id}`, reason: '', address });

  /** Counts a failure of a locked operator. */
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
    await tell(tx, row, locks ? `${action}.locked` : action, address);
  }

  return {
    async add(executor, { name, role, password, mustChange }) {
      const taken = await executor
        .selectFrom('operator')
        .select('id')
        .where('merchant', '=', merchant)
        .where('name', '=', name.toLowerCase())
        .executeTakeFirst();
      if (taken) return undefined;
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
          const row = await lock(tx, operator.id);
          if (row) await fail(tx, row, right ? 'sign-in.known-password' : 'sign-in.failed', address);
        });
      return undefined;
    },

    async setPassword(operatorId, password, address) {
      if ([...password].length < OPERATOR_PASSWORD_MIN) return 'short';
      if (password === deps.knownPassword) return 'same';
      const operator = await byId(db, operatorId);
      if (!operator || (await passwords.verify(operator.password_hash, password))) return 'same';
      const password_hash = await passwords.hash(password);
      await inTransaction(db, async (tx) => {
        await tx.updateTable('operator').set({ password_hash, must_change: false }).where('id', '=', operatorId).execute();
        await tell(tx, operator, 'password.changed', address);
      });
      return 'done';
    },

    enrolment: (operatorId, issuer) =>
      inTransaction(db, async (tx) => {
        const operator = await tx.selectFrom('operator').selectAll().where('id', '=', operatorId).forUpdate().executeTakeFirst();
        if (!operator || operator.totp_confirmed_at) return undefined;
        const secret = operator.totp_secret ? secrets.open(SEAL, operator.totp_secret) : new Secret({ size: 20 }).base32;
        if (!operator.totp_secret)
          await tx
            .updateTable('operator')
            .set({ totp_secret: secrets.seal(SEAL, secret) })
            .where('id', '=', operatorId)
            .execute();
        return { secret, uri: new TOTP({ ...TOTP_FORM, issuer, label: operator.name, secret: keyOf(secret) }).toString() };
      }),

    // With the operator locked: of many guesses at once no more are compared than may fail, and of one code's uses one counts.
    checkCode: (operatorId, code, address) =>
      inTransaction(db, async (tx) => {
        const operator = await lock(tx, operatorId);
        if (!operator?.totp_secret || operator.disabled_at || isLocked(operator)) return false;
        const now = clock.now();
        const secret = secrets.open(SEAL, operator.totp_secret);
        const delta = new TOTP({ ...TOTP_FORM, secret: keyOf(secret) }).validate({ token: code, timestamp: now.getTime(), window: 1 });
        const step = delta === null ? undefined : Math.floor(now.getTime() / 30_000) + delta;
        if (step === undefined || step <= Number(operator.totp_last_step)) {
          await fail(tx, operator, 'code.failed', address);
          return false;
        }
        await tx
          .updateTable('operator')
          .set({
            totp_last_step: String(step),
            totp_confirmed_at: operator.totp_confirmed_at ?? now,
            failures: 0,
            last_failure_at: null,
          })
          .where('id', '=', operatorId)
          .execute();
        if (!operator.totp_confirmed_at) await tell(tx, operator, 'app.confirmed', address);
        await tell(tx, operator, 'signed-in', address);
        return true;
      }),
  };
}

function keyOf(base32: string): OtpSecret {
  return Secret.fromBase32(base32);
}
