import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { hashOfToken } from '../../../kit/token-hash.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { SocialIdentity, SocialName } from './contracts.ts';

const PURPOSE = 'oauth.registration';
/** Same duration as the portal's ticket. */
const REGISTRATION_MINUTES = 10;

const detailShape = v.object({
  provider: v.picklist(['google', 'facebook']),
  subject: v.string(),
  email: v.nullable(v.string()),
  emailVerified: v.boolean(),
});
export type PendingRegistration = v.InferOutput<typeof detailShape>;

/** Stores the identity of a person without an account until the registration form is completed. */
export async function storeRegistration(
  executor: Executor,
  secrets: Secrets,
  provider: SocialName,
  identity: SocialIdentity,
  now: Date,
): Promise<{ ticket: string; expiresAt: Date }> {
  const ticket = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + REGISTRATION_MINUTES * MINUTE_MS);
  await executor
    .insertInto('pending_sign_in')
    .values({
      ticket_hash: hashOfToken(ticket),
      member_id: null,
      reason: 'registration',
      detail: secrets.seal(PURPOSE, JSON.stringify({ provider, ...identity })),
      created_at: now,
      expires_at: expiresAt,
      ended_at: null,
    })
    .execute();
  return { ticket, expiresAt };
}

export async function findRegistration(
  executor: Executor,
  secrets: Secrets,
  ticket: string | null,
  now: Date,
): Promise<PendingRegistration | undefined> {
  const row = await executor
    .selectFrom('pending_sign_in')
    .select('detail')
    .where('ticket_hash', '=', hashOfToken(ticket ?? ''))
    .where('reason', '=', 'registration')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && v.parse(detailShape, JSON.parse(secrets.open(PURPOSE, row.detail)));
}

/** True for exactly one of several concurrent callers. */
export async function endRegistration(tx: Tx, ticket: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('pending_sign_in')
    .set({ ended_at: now })
    .where('ticket_hash', '=', hashOfToken(ticket))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
