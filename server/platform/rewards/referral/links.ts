import type { Executor, Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Opponents } from '../../play/contests/index.ts';
import { type Link, linkedMembers, noteIdentity, TRAIT_KINDS } from '../../protection/links/index.ts';

export interface LinkDeps {
  readonly secrets: Secrets;
  /** Which traits two members share, without addresses of carriers. */
  readonly opponents: Pick<Opponents, 'shared'>;
}

/** The member who invited, and other friends of that member, if they may be the same person or household as the friend. */
export async function linksOf({ opponents }: LinkDeps, executor: Executor, friendId: string, referrerId: string): Promise<readonly Link[]> {
  const candidates = (await linkedMembers(executor, friendId, { kinds: TRAIT_KINDS })).map(({ memberId }) => memberId);
  if (candidates.length === 0) return [];
  const siblings = await executor
    .selectFrom('referral')
    .select('friend_id')
    .where('referrer_id', '=', referrerId)
    .where('friend_id', 'in', candidates)
    .execute();
  const related = new Set([referrerId, ...siblings.map(({ friend_id }) => friend_id)]);
  const links: Link[] = [];
  for (const memberId of candidates) {
    if (!related.has(memberId)) continue;
    const kinds = await opponents.shared(executor, friendId, memberId);
    if (kinds.length > 0) links.push({ memberId, kinds });
  }
  return links;
}

/** Stores what the accounts have now, before they are compared. In the order of the ids, as rows of members are locked. */
export async function noteBoth({ secrets }: LinkDeps, tx: Tx, memberIds: readonly string[], now: Date): Promise<void> {
  for (const id of memberIds.toSorted()) await noteIdentity(tx, secrets, id, now);
}
