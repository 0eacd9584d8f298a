import type { Executor, Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import { findById, type MemberRow } from '../members/index.ts';
import type { SocialName } from './contracts.ts';

interface Identity {
  readonly merchant: string;
  readonly provider: SocialName;
  readonly subject: string;
}

/**
 * The member linked to a provider's subject. Never matched by e-mail address: otherwise control of an address at a provider would give
 * access to every account with that address.
 */
export async function findByIdentity(executor: Executor, secrets: Secrets, identity: Identity): Promise<MemberRow | undefined> {
  const row = await executor
    .selectFrom('member_identity')
    .select('member_id')
    .where('merchant', '=', identity.merchant)
    .where('provider', '=', identity.provider)
    .where('subject_key', '=', keyOf(secrets, identity))
    .executeTakeFirst();
  const member = row && (await findById(executor, row.member_id));
  return member?.status === 'active' ? member : undefined;
}

/** False if the subject was linked meanwhile. */
export async function addIdentity(tx: Tx, secrets: Secrets, identity: Identity, memberId: string, now: Date): Promise<boolean> {
  const { merchant, provider } = identity;
  const added = await tx
    .insertInto('member_identity')
    .values({ merchant, provider, subject_key: keyOf(secrets, identity), member_id: memberId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

function keyOf(secrets: Secrets, { provider, subject }: Identity): string {
  return secrets.keyOf(`identity.${provider}`, subject);
}
