import { randomBytes, randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { REMEMBER_ME_HOURS } from '../../../../shared/constants.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { Remembered } from './contracts.ts';
import type { RememberTokenTable } from './tables.ts';

export type RememberToken = Selectable<RememberTokenTable>;

const TOKEN = /^[\w-]{43}$/;

/** First token of a new family; its successors have the same end. */
export function startFamily(tx: Tx, memberId: string, now: Date): Promise<Remembered> {
  return insertToken(tx, memberId, randomUUID(), now, new Date(now.getTime() + REMEMBER_ME_HOURS * HOUR_MS));
}

/** Replaces the token of a family; null if the family has ended. */
export async function continueFamily(tx: Tx, memberId: string, family: string, now: Date): Promise<Remembered | null> {
  const alive = await tx
    .selectFrom('remember_token')
    .select('expires_at')
    .where('family', '=', family)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  if (!alive) return null;
  await tx.updateTable('remember_token').set({ used_at: now }).where('family', '=', family).where('used_at', 'is', null).execute();
  return insertToken(tx, memberId, family, now, alive.expires_at);
}

/** Undefined for an unknown token or another merchant's. */
export function findToken(executor: Executor, merchant: string, token: string): Promise<RememberToken | undefined> {
  if (!TOKEN.test(token)) return Promise.resolve(undefined);
  return executor
    .selectFrom('remember_token')
    .innerJoin('member', 'member.id', 'remember_token.member_id')
    .selectAll('remember_token')
    .where('remember_token.token_hash', '=', hashOfToken(token))
    .where('member.merchant', '=', merchant)
    .executeTakeFirst();
}

export async function setUsed(tx: Tx, { token_hash }: RememberToken, usedAt: Date | null): Promise<void> {
  await tx.updateTable('remember_token').set({ used_at: usedAt }).where('token_hash', '=', token_hash).execute();
}

/** End of a family that has signed in before; undefined for a new family. */
export async function endOfUsedFamily(tx: Tx, family: string): Promise<Date | undefined> {
  const used = await tx
    .selectFrom('remember_token')
    .select('expires_at')
    .where('family', '=', family)
    .where('used_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return used?.expires_at;
}

export async function revokeFamily(tx: Tx, family: string, now: Date): Promise<void> {
  await tx.updateTable('remember_token').set({ revoked_at: now }).where('family', '=', family).where('revoked_at', 'is', null).execute();
}

/** Revokes all families of the member, except the given one. */
export async function revokeFamilies(tx: Tx, memberId: string, exceptFamily: string | null, now: Date): Promise<void> {
  let revoking = tx
    .updateTable('remember_token')
    .set({ revoked_at: now })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null);
  if (exceptFamily !== null) revoking = revoking.where('family', '!=', exceptFamily);
  await revoking.execute();
}

/** Revokes those of the families without an open session. */
export async function revokeAbandoned(tx: Tx, families: readonly string[], now: Date): Promise<void> {
  if (families.length === 0) return;
  await tx
    .updateTable('remember_token')
    .set({ revoked_at: now })
    .where('family', 'in', families)
    .where('revoked_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('member_session')
            .select(sql`1`.as('one'))
            .whereRef('member_session.remember_family', '=', 'remember_token.family')
            .where('member_session.ended_at', 'is', null)
            .where('member_session.expires_at', '>', now),
        ),
      ),
    )
    .execute();
}

/** An expired token is refused like an unknown one, so it can be deleted. */
export async function sweepTokens(executor: Executor, now: Date): Promise<void> {
  await executor.deleteFrom('remember_token').where('expires_at', '<=', now).execute();
}

async function insertToken(tx: Tx, memberId: string, family: string, now: Date, expiresAt: Date): Promise<Remembered> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('remember_token')
    .values({
      token_hash: hashOfToken(token),
      family,
      member_id: memberId,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
      revoked_at: null,
    })
    .execute();
  return { token, expiresAt, family };
}
