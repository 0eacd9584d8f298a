import { sql } from 'kysely';
import { MAX_COMMENT, type PromotionBlock } from '../../../../shared/api/promotions/constants.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import { protectionRefusal } from '../../protection/responsible-gaming/index.ts';
import { mayBeOffered } from '../may-be-offered.ts';
import { isForMember } from './audience.ts';
import { PLAY_CONSUMER, type PromotionDeps } from './contracts.ts';
import { countedAt } from './count.ts';
import { claimUntil, costOf, type EntryRow, hasRoom, type PromotionRow, statusOf } from './rules.ts';

/** Purpose of the sealed comment of an application. */
export const COMMENT_SEAL = 'promotion.comment';

export interface Application {
  readonly comment: string;
  /** Ids of new uploads of the member. */
  readonly images: readonly string[];
}

/** Joins a promotion whose reward is earned afterwards. */
export async function join(deps: PromotionDeps, memberId: string, id: string): Promise<EntryRow> {
  await deps.facts.add(deps.db, PLAY_CONSUMER);
  return inTransaction(deps.db, async (tx, afterCommit) => {
    const promotion = await open(deps, tx, memberId, id, ['deposit', 'stake', 'cashback']);
    const entry = await insert(deps, tx, afterCommit, { promotion, memberId, state: 'joined' });
    return promotion.block === 'deposit' ? entry : startAtPlay(deps, tx, afterCommit, promotion, entry);
  });
}

/** Play of the period from before the member joined counts too; the consumer of facts counts the rest. */
async function startAtPlay(deps: PromotionDeps, tx: Tx, afterCommit: AfterCommit, promotion: PromotionRow, entry: EntryRow) {
  const counted = await countedAt(tx, promotion, entry.member_id);
  if (counted === 0n) return entry;
  const isReached = promotion.block === 'stake' && counted >= BigInt(promotion.target);
  const row = await tx
    .updateTable('promotion_entry')
    .set({
      counted: counted.toString(),
      ...(isReached && { state: 'claimable' as const, claim_until: claimUntil(promotion, deps.clock.now()) }),
    })
    .where('id', '=', entry.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await deps.centre.publish(tx, afterCommit, entry.member_id);
  return row;
}

/** Applies for a gift. Refuses a long comment with `invalid_fields`, pictures as `Uploads.claim` does. */
export async function apply(deps: PromotionDeps, memberId: string, id: string, { comment, images }: Application): Promise<EntryRow> {
  const text = comment.trim();
  if ([...text].length > MAX_COMMENT)
    throw new Refusal('invalid_fields', {}, { comment: { code: 'field_length', params: { length: `0–${MAX_COMMENT}` } } });
  return inTransaction(deps.db, async (tx, afterCommit) => {
    const promotion = await open(deps, tx, memberId, id, ['cash']);
    await deps.uploads.claim(tx, memberId, 'promotion', images);
    const sealed = text === '' ? null : deps.secrets.seal(COMMENT_SEAL, text);
    return insert(deps, tx, afterCommit, { promotion, memberId, state: 'applying', sealed, images });
  });
}

/** Enters a promotion that needs a claim only. The caller has locked the wallet; the entry is to be paid. */
export async function enterForClaim(
  deps: PromotionDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  memberId: string,
  id: string,
): Promise<EntryRow> {
  const promotion = await openUnder(deps, tx, memberId, id, ['points']);
  return insert(deps, tx, afterCommit, { promotion, memberId, state: 'due' });
}

async function open(deps: PromotionDeps, tx: Tx, memberId: string, id: string, blocks: readonly PromotionBlock[]): Promise<PromotionRow> {
  // The wallet first: a break that begins at the same time waits for it, or is seen here.
  await deps.wallet.lockWallets(tx, [memberId]);
  return openUnder(deps, tx, memberId, id, blocks);
}

/** The promotion, locked, if the member can enter it now; otherwise a refusal with the reason. */
async function openUnder(deps: PromotionDeps, tx: Tx, memberId: string, id: string, blocks: readonly PromotionBlock[]) {
  const { settings } = await readMerchant(tx, deps.merchant);
  if (settings.features.promotions !== true) throw new Refusal('promotion_closed');
  const resting = await deps.protection.resting(tx, memberId);
  if (resting) throw protectionRefusal(resting);
  if (!(await mayBeOffered(deps.protection, tx, memberId))) throw new Refusal('promotion_paused');
  // Play is counted before the member joins, or sees the member.
  await sql`select 1 from promotion_clock for share`.execute(tx);
  const promotion = await tx
    .selectFrom('promotion')
    .selectAll()
    .where('id', '=', id)
    .where('state', '<>', 'draft')
    .forUpdate()
    .executeTakeFirst();
  if (!promotion) throw new Refusal('promotion_not_found');
  const entry = await tx
    .selectFrom('promotion_entry')
    .select('id')
    .where('promotion_id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (entry) throw new Refusal('promotion_joined');
  const now = deps.clock.now();
  if (!blocks.includes(promotion.block)) throw new Refusal('promotion_other_way');
  const status = statusOf(promotion, null, now);
  if (status === 'coming_soon') throw new Refusal('promotion_not_begun');
  if (status === 'close') throw new Refusal(isOver(promotion, now) || hasRoom(promotion) ? 'promotion_closed' : 'promotion_budget_used');
  if (!(await isFor(deps, tx, promotion, memberId))) throw new Refusal('promotion_not_for_you');
  return promotion;
}

function isOver({ state, ends_at }: PromotionRow, now: Date): boolean {
  return state === 'stopped' || ends_at <= now;
}

async function isFor({ inTeam, clock }: PromotionDeps, tx: Tx, { id }: PromotionRow, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from promotion p join member m on m.id = ${memberId} where p.id = ${id} and ${isForMember(inTeam, clock.now())}`.execute(tx);
  return rows.length > 0;
}

interface NewEntry {
  readonly promotion: PromotionRow;
  readonly memberId: string;
  readonly state: 'joined' | 'applying' | 'due';
  readonly sealed?: string | null;
  readonly images?: readonly string[];
}

/** Sets the reward aside. The lock of the promotion is held: neither the budget nor the entry can be taken twice. */
async function insert(deps: PromotionDeps, tx: Tx, afterCommit: AfterCommit, { promotion, memberId, state, sealed, images }: NewEntry) {
  const now = deps.clock.now();
  const { id, amount, points, tickets, currency, reserved } = promotion;
  await tx
    .updateTable('promotion')
    .set({ reserved: (BigInt(reserved) + costOf(promotion)).toString() })
    .where('id', '=', id)
    .execute();
  const entry = await tx
    .insertInto('promotion_entry')
    .values({
      promotion_id: id,
      member_id: memberId,
      state,
      amount,
      points,
      tickets,
      currency,
      sealed_comment: sealed ?? null,
      images: [...(images ?? [])],
      joined_at: now,
      claim_until: null,
      claimed_at: state === 'due' ? now : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishOpen(deps, tx, afterCommit, memberId);
  return entry;
}

/** The number of the badge, after the commit. */
export async function publishOpen(deps: Pick<PromotionDeps, 'countOpen' | 'hub'>, tx: Tx, afterCommit: AfterCommit, memberId: string) {
  const count = await deps.countOpen(tx, memberId);
  afterCommit(() => deps.hub.publish(memberId, { type: 'promotions', count }));
}
