import { sql } from 'kysely';
import type { BonusOffer, BonusOverview, PastBonus, RunningBonus } from '../../../../shared/api/bonus/schemas.ts';
import type { GameCategory } from '../../../../shared/constants.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { type Pools, wageredPercent, wageringLeft } from '../../../../shared/rules/bonus.ts';
import type { Executor } from '../../base/db/index.ts';
import { type DepositBonusRule, type MerchantSettings, readMerchant, toUnits } from '../../merchant/index.ts';
import type { BonusDeps, BonusOrder, BonusRow } from './contracts.ts';
import { depositOfferId, depositOffers, usableRules } from './deposit-offers.ts';
import { isOffered, mayReceive } from './grant.ts';
import { poolsOf } from './pools.ts';
import { isStopped } from './stops.ts';

const MAX_PAST = 20;

/** Everything about the bonus of a member, without the movements. */
export async function readOverview(deps: BonusDeps, memberId: string): Promise<BonusOverview> {
  const { db } = deps;
  const now = deps.clock.now();
  const { settings } = await readMerchant(db, deps.merchant);
  const rows = await db.selectFrom('bonus').selectAll().where('member_id', '=', memberId).orderBy('id', 'desc').execute();
  const pools = poolsOf(await deps.wallet.accounts(db, memberId));
  const running = rows.find(({ state }) => state === 'running');
  const isPaused = !(await mayReceive(deps, db, memberId));
  const stopped = await isStopped(db, memberId);
  const isOpen = isOffered(settings) && !isPaused && !stopped;
  const rules = isOpen ? await usableRules(db, memberId, settings.bonus.deposits) : [];
  return {
    ...currencyView(settings.currency),
    paused: isPaused,
    stopped,
    real: toWire(pools.real),
    bonus: toWire(pools.bonus),
    held: toWire(pools.held),
    running: running ? presentRunning(running, pools, await inPlayOf(db, running.id)) : null,
    offers: isOpen ? await readOffers(db, { memberId, settings, now, rows }) : [],
    deposits: rules.map(presentRule),
    past: rows
      .filter(({ ended_at }) => ended_at !== null)
      .flatMap(presentPast)
      .slice(0, MAX_PAST),
    now: now.toISOString(),
  };
}

interface OfferReader {
  readonly memberId: string;
  readonly settings: MerchantSettings;
  readonly now: Date;
  /** All bonuses of the member. */
  readonly rows: readonly BonusRow[];
}

/** The soonest end first. */
export async function readOffers(executor: Executor, { memberId, settings, now, rows }: OfferReader): Promise<BonusOffer[]> {
  const stored = rows.filter(({ state, offer_until }) => state === 'offered' && offer_until > now).map(presentOffer);
  const ofDeposits = await depositOffers(executor, { memberId, settings, now });
  const offers = [...stored, ...ofDeposits.map((order) => presentOrder(order, settings))];
  return offers.toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until));
}

/** Bonus money in open bets, in units. */
async function inPlayOf(executor: Executor, bonusId: string): Promise<bigint> {
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(s.bonus), 0) as units from bonus_stake s
      join vendor_transaction t on t.provider = s.provider and t.transaction_id = s.transaction_id
     where s.bonus_id = ${bonusId}::bigint and t.state = 'accepted'`.execute(executor);
  return BigInt(rows[0]?.units ?? 0);
}

function presentRunning(row: BonusRow, { real, held, bonus }: Pools, inPlay: bigint): RunningBonus {
  const [wagered, required] = [BigInt(row.wagered), BigInt(row.required)];
  const left = wageringLeft(wagered, required);
  return {
    ...termsOf(row),
    bonusId: row.id,
    acceptedAt: row.accepted_at?.toISOString() ?? '',
    expiresAt: row.expires_at?.toISOString() ?? '',
    wagered: toWire(required - left),
    left: toWire(left),
    percent: wageredPercent(wagered, required),
    stays: toWire(real + held),
    givesUp: toWire(bonus),
    inPlay: toWire(inPlay),
  };
}

function termsOf({ source, amount, required, wagering, weights, max_bet, days, held, reason }: BonusRow) {
  return {
    source,
    wagering,
    days,
    reason,
    weights: weightsOf(weights),
    amount: toWire(BigInt(amount)),
    required: toWire(BigInt(required)),
    maxBet: max_bet === null ? null : toWire(BigInt(max_bet)),
    held: toWire(BigInt(held)),
  };
}

function weightsOf(weights: BonusRow['weights']) {
  return Object.entries(weights)
    .filter(([, percent]) => percent > 0)
    .map(([category, percent]) => ({ category: category as GameCategory, percent }));
}

function presentOffer(row: BonusRow): BonusOffer {
  return { ...termsOf(row), offerId: row.id, until: row.offer_until.toISOString() };
}

function presentOrder(order: BonusOrder, { bonus }: Pick<MerchantSettings, 'bonus'>): BonusOffer {
  const { source, wagering, days, reason, amount, maxBet, held = 0n, until } = order;
  return {
    source,
    wagering,
    days,
    reason,
    weights: weightsOf(bonus.weights),
    amount: toWire(amount),
    required: toWire(amount * BigInt(wagering)),
    maxBet: maxBet === null ? null : toWire(maxBet),
    held: toWire(held),
    offerId: depositOfferId(order),
    until: until.toISOString(),
  };
}

function presentRule({ percent, max, minimum, wagering, days, holdsDeposit }: DepositBonusRule) {
  return { percent, most: toWire(toUnits(max)), minimum: toWire(toUnits(minimum)), wagering, days, holdsDeposit };
}

/** Offers that were never accepted are no bonuses of the member. */
function presentPast(row: BonusRow): readonly PastBonus[] {
  if (row.ended_at === null || row.accepted_at === null) return [];
  return [
    {
      bonusId: row.id,
      source: row.source,
      state: row.state,
      amount: toWire(BigInt(row.amount)),
      converted: toWire(BigInt(row.converted)),
      givenUp: toWire(BigInt(row.given_up)),
      percent: wageredPercent(BigInt(row.wagered), BigInt(row.required)),
      endedAt: row.ended_at.toISOString(),
    },
  ];
}
