import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import * as v from 'valibot';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { SignInPath } from './contracts.ts';
import type { StepReason } from './policy.ts';
import type { PendingSignInTable } from './tables.ts';

const LIFE_MS = 10 * MINUTE_MS;
const TRIES = 5;
const SEAL = 'pending_sign_in';

const SIGN_IN_PATHS = ['password', 'sms', 'code', 'passkey', 'remember', 'register', 'freeplay', 'oauth'] as const satisfies SignInPath[];
const detailValue = v.object({
  path: v.picklist(SIGN_IN_PATHS),
  remember: v.boolean(),
  weakDefault: v.boolean(),
  rememberFamily: v.nullable(v.string()),
});

/** State for continuing the sign-in. */
export type PendingDetail = v.InferOutput<typeof detailValue>;
export type PendingRow = Selectable<PendingSignInTable>;

/** 256 random bits, stored as a hash. The ticket allows nothing but completing this sign-in. */
export async function openTicket(
  tx: Tx,
  secrets: Secrets,
  { memberId, reason, detail }: { readonly memberId: string; readonly reason: StepReason; readonly detail: PendingDetail },
  now: Date,
): Promise<{ readonly ticket: string; readonly expiresAt: Date }> {
  const ticket = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + LIFE_MS);
  await tx
    .insertInto('pending_sign_in')
    .values({
      ticket_hash: hashOfToken(ticket),
      member_id: memberId,
      reason,
      detail: secrets.seal(SEAL, JSON.stringify(detail)),
      created_at: now,
      expires_at: expiresAt,
      ended_at: null,
    })
    .execute();
  return { ticket, expiresAt };
}

export function readDetail(secrets: Secrets, row: PendingRow): PendingDetail {
  return v.parse(detailValue, JSON.parse(secrets.open(SEAL, row.detail)));
}

export function findTicket(executor: Executor, ticket: string, now: Date): Promise<PendingRow | undefined> {
  return executor
    .selectFrom('pending_sign_in')
    .selectAll()
    .where('ticket_hash', '=', hashOfToken(ticket))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', TRIES)
    .executeTakeFirst();
}

/** Counts a try before the proof is checked. Undefined if the ticket is unknown, expired or used, or has no tries left. */
export function reserveStep(executor: Executor, ticket: string, now: Date): Promise<PendingRow | undefined> {
  return executor
    .updateTable('pending_sign_in')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('ticket_hash', '=', hashOfToken(ticket))
    .where('reason', '!=', 'registration')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', TRIES)
    .returningAll()
    .executeTakeFirst();
}

/** True once. */
export async function endTicket(tx: Tx, { ticket_hash }: PendingRow, now: Date): Promise<boolean> {
  const ended = await tx
    .updateTable('pending_sign_in')
    .set({ ended_at: now })
    .where('ticket_hash', '=', ticket_hash)
    .where('ended_at', 'is', null)
    .returning('ticket_hash')
    .executeTakeFirst();
  return ended !== undefined;
}

export async function sweepTickets(executor: Executor, now: Date): Promise<void> {
  await executor.deleteFrom('pending_sign_in').where('expires_at', '<=', now).execute();
}
