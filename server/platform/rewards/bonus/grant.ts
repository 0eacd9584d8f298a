import type { Insertable } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { BONUS, BONUS_HELD, WALLET } from '../../ledger/index.ts';
import { type MerchantSettings, policyOf, readMerchant } from '../../merchant/index.ts';
import { protectionRefusal } from '../../protection/responsible-gaming/index.ts';
import type { BonusDeps, BonusOrder, BonusRow } from './contracts.ts';
import { depositOrder } from './deposit-offers.ts';
import { findRunning, poolsOf } from './pools.ts';
import { isStopped } from './stops.ts';
import type { BonusTables } from './tables.ts';

/**
 * Offers a bonus to a member, who reads its cost and accepts it or not; the same reference offers once. Refuses a wagering above the ceiling of
 * the policy, members on a break, excluded or at a limit, and offers of operators to members whose bonuses are stopped. What a member has earned is
 * offered nevertheless: it can be accepted when the stop has ended.
 */
export async function grantBonus(deps: BonusDeps, tx: Tx, afterCommit: AfterCommit, order: BonusOrder): Promise<BonusRow> {
  const { settings } = await readMerchant(tx, deps.merchant);
  if (!isOffered(settings)) throw new Refusal('bonus_off');
  const most = policyOf(settings.protection, settings.currency).maxWagering;
  if (most !== null && order.wagering > most) throw new Refusal('bonus_wagering', { max: String(most) });
  await deps.wallet.lockWallets(tx, [order.memberId]);
  if (!(await mayReceive(deps, tx, order.memberId))) throw new Refusal('bonus_member_resting');
  if (order.source === 'operator' && (await isStopped(tx, order.memberId))) throw new Refusal('bonus_member_stopped');
  const row = await insertOffer(deps, tx, order, settings);
  await deps.centre.publish(tx, afterCommit, order.memberId);
  return row;
}

/** Bonus money is for the one wallet: a merchant with a wallet at each vendor has none. */
export function isOffered({ features, transfers }: Pick<MerchantSettings, 'features' | 'transfers'>): boolean {
  return features.bonus === true && transfers.isSingle;
}

/** Neither on a break, excluded nor blocked, nor at a limit of time, stakes or losses. */
export async function mayReceive({ protection }: Pick<BonusDeps, 'protection'>, executor: Executor, memberId: string): Promise<boolean> {
  const member = await executor.selectFrom('member').select('status').where('id', '=', memberId).executeTakeFirst();
  if (member?.status !== 'active' || !(await protection.mayBeAdvertised(executor, memberId))) return false;
  if (await protection.refusePlay(executor, memberId)) return false;
  const room = await protection.roomAtVendor(executor, memberId);
  return room === null || room > 0n;
}

async function insertOffer({ clock }: BonusDeps, tx: Tx, order: BonusOrder, { currency, bonus }: MerchantSettings): Promise<BonusRow> {
  const { memberId, source, reference, amount, wagering, days, maxBet, reason } = order;
  const row: Insertable<BonusTables['bonus']> = {
    member_id: memberId,
    currency,
    source,
    reference,
    rule: order.rule ?? null,
    reason,
    amount: amount.toString(),
    held: (order.held ?? 0n).toString(),
    wagering,
    required: (amount * BigInt(wagering)).toString(),
    weights: JSON.stringify(bonus.weights),
    max_bet: maxBet?.toString() ?? null,
    days,
    state: 'offered',
    offer_until: order.until,
    created_at: clock.now(),
    accepted_at: null,
    expires_at: null,
    ended_at: null,
  };
  await tx
    .insertInto('bonus')
    .values(row)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute();
  const known = await tx.selectFrom('bonus').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow();
  if (known.member_id !== memberId || BigInt(known.amount) !== amount || known.wagering !== wagering || known.reason !== reason)
    throw new Refusal('reference_conflict');
  return known;
}

/**
 * Starts a bonus with the terms of its offer: `offerId` is a stored one, or RULE:DEPOSIT. Bonus money arrives in its pool, and own money that
 * the member lets wait with it in another one. Of concurrent calls one accepts.
 */
export async function acceptBonus(
  deps: BonusDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { memberId, offerId }: { readonly memberId: string; readonly offerId: string },
): Promise<BonusRow> {
  const now = deps.clock.now();
  const { settings } = await readMerchant(tx, deps.merchant);
  if (!isOffered(settings)) throw new Refusal('bonus_off');
  await deps.wallet.lockWallets(tx, [memberId]);
  await refuseResting(deps, tx, memberId);
  if (await isStopped(tx, memberId)) throw new Refusal('bonus_stopped');
  const row = await lockOffer(deps, tx, { memberId, offerId, settings });
  if (row.state !== 'offered') throw new Refusal(row.state === 'expired' || row.state === 'withdrawn' ? 'bonus_offer_over' : 'bonus_taken');
  if (row.offer_until <= now) throw new Refusal('bonus_offer_over');
  if (await findRunning(tx, memberId)) throw new Refusal('bonus_running');

  const held = await start(deps, tx, afterCommit, row);
  const expiresAt = new Date(now.getTime() + row.days * DAY_MS);
  const change = { state: 'running', accepted_at: now, expires_at: expiresAt, held: held.toString() } as const;
  const running = await tx.updateTable('bonus').set(change).where('id', '=', row.id).returningAll().executeTakeFirstOrThrow();
  await deps.centre.publish(tx, afterCommit, memberId);
  return running;
}

async function refuseResting(deps: BonusDeps, tx: Tx, memberId: string): Promise<void> {
  const resting = (await deps.protection.resting(tx, memberId)) ?? (await deps.protection.refusePlay(tx, memberId));
  if (resting) throw protectionRefusal(resting);
  if (!(await mayReceive(deps, tx, memberId))) throw new Refusal('bonus_limit');
}

interface OfferOrder {
  readonly memberId: string;
  readonly offerId: string;
  readonly settings: MerchantSettings;
}

async function lockOffer(deps: BonusDeps, tx: Tx, { memberId, offerId, settings }: OfferOrder): Promise<BonusRow> {
  const [rule, depositId] = offerId.split(':');
  if (depositId !== undefined) {
    const order = await depositOrder(tx, { memberId, ruleId: rule ?? '', depositId, settings, now: deps.clock.now() });
    return insertOffer(deps, tx, order, settings);
  }
  const row = await tx
    .selectFrom('bonus')
    .selectAll()
    .where('id', '=', offerId)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('bonus_not_found');
  return row;
}

/** Moves the money; returns what of the member's own waits. */
async function start(deps: BonusDeps, tx: Tx, afterCommit: AfterCommit, row: BonusRow): Promise<Units> {
  const { id, member_id: memberId, currency } = row;
  await deps.wallet.setPools(tx, { memberId, currency, playable: 'pools' });
  const meta = { bonusId: id };
  const units = BigInt(row.amount);
  const order = { reference: `bonus:${id}:granted`, kind: 'bonus-granted', currency, memberId, units, to: BONUS, meta } as const;
  const { outcome } = await deps.fund.pay(tx, afterCommit, order);
  if (outcome !== 'paid') throw new Refusal('bonus_unfunded');
  const { real } = poolsOf(await deps.wallet.accounts(tx, memberId));
  const wanted = BigInt(row.held);
  const held = wanted < real ? wanted : real > 0n ? real : 0n;
  if (held === 0n) return 0n;
  const legs = [
    { owner: memberId, kind: WALLET, units: -held },
    { owner: memberId, kind: BONUS_HELD, units: held },
  ];
  const move = { reference: `bonus:${id}:held`, kind: 'bonus-held', currency, realm: 'real', memberId, legs, meta } as const;
  const result = await deps.wallet.transfer(tx, move, afterCommit);
  if (result.outcome !== 'posted') throw new Error(`${move.reference} was not posted: ${result.outcome}`);
  return held;
}
