import { randomBytes } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import type { Executor, Tx } from '../base/db/index.ts';
import type { Passwords } from '../identity/members/index.ts';
import type { Role } from './roles.ts';

export interface OperatorAccountDeps {
  readonly clock: Clock;
  readonly merchant: string;
  readonly passwords: Pick<Passwords, 'hash'>;
}

export interface OperatorAccounts {
  /** Resolves with the operator's id; undefined if the name is taken. */
  add(executor: Executor, operator: { name: string; role: Role; password: string; mustChange: boolean }): Promise<string | undefined>;
  /**
   * For an operator who has lost both factors: sets a first password, removes authenticator and lock, and ends all sessions. Resolves with
   * the operator's id; undefined if the name is unknown or disabled.
   */
  reset(tx: Tx, operator: { readonly name: string; readonly password: string }): Promise<string | undefined>;
}

export function createOperatorAccounts({ clock, merchant, passwords }: OperatorAccountDeps): OperatorAccounts {
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
  };
}
