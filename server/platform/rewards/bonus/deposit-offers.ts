import { sql } from 'kysely';
import { payableUnit, type Units } from '../../../../shared/money/money.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type DepositBonusRule, type MerchantSettings, toUnits } from '../../merchant/index.ts';
import type { BonusOrder } from './contracts.ts';

interface CreditedDeposit {
  readonly id: string;
  readonly amount: string;
  readonly fee: string;
  readonly credited_at: Date;
}

interface OfferReader {
  readonly memberId: string;
  readonly settings: Pick<MerchantSettings, 'bonus' | 'currency'>;
  readonly now: Date;
}

/** Bonuses that the member can accept for deposits of now, one for each rule, for the latest deposit that is large enough. */
export async function depositOffers(executor: Executor, { memberId, settings, now }: OfferReader): Promise<readonly BonusOrder[]> {
  const rules = await usableRules(executor, memberId, settings.bonus.deposits);
  const longest = Math.max(0, ...rules.map(({ claimHours }) => claimHours));
  if (longest === 0) return [];
  const since = new Date(now.getTime() - longest * HOUR_MS);
  const { rows } = await sql<CreditedDeposit>`
    select d.id, d.amount, d.fee, d.credited_at from deposit d
     where d.member_id = ${memberId} and d.status = 'credited' and d.reversed_amount = 0 and d.credited_at > ${since}
       and not exists (select from bonus b where b.reference = 'deposit:' || d.id)
     order by d.credited_at desc, d.id desc limit 50`.execute(executor);
  return rules.flatMap((rule) => {
    const order = rows
      .map((deposit) => orderOf(memberId, { rule, deposit, currency: settings.currency }))
      .find((one) => one !== undefined && one.until > now);
    return order ? [order] : [];
  });
}

/** Rules that the member has not used as often as they allow. */
export async function usableRules(
  executor: Executor,
  memberId: string,
  rules: readonly DepositBonusRule[],
): Promise<readonly DepositBonusRule[]> {
  if (rules.length === 0) return [];
  const { rows } = await sql<{ rule: string; count: number }>`
    select rule, count(*)::int as count from bonus where member_id = ${memberId} and source = 'deposit' group by rule`.execute(executor);
  const used = new Map(rows.map(({ rule, count }) => [rule, count]));
  return rules.filter(({ id, times }) => (used.get(id) ?? 0) < times);
}

/** The bonus of one deposit by one rule; refuses with a code. The caller has locked the wallet. */
export async function depositOrder(
  executor: Executor,
  { memberId, ruleId, depositId, settings, now }: OfferReader & { readonly ruleId: string; readonly depositId: string },
): Promise<BonusOrder> {
  const rule = settings.bonus.deposits.find(({ id }) => id === ruleId);
  const deposit = await executor
    .selectFrom('deposit')
    .select(['id', 'amount', 'fee', 'credited_at', 'status', 'reversed_amount'])
    .where('id', '=', depositId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!rule || !deposit) throw new Refusal('bonus_not_found');
  if (await executor.selectFrom('bonus').select('id').where('reference', '=', referenceOf(depositId)).executeTakeFirst())
    throw new Refusal('bonus_taken');
  const { credited_at } = deposit;
  if (deposit.status !== 'credited' || deposit.reversed_amount !== '0' || !credited_at) throw new Refusal('bonus_offer_over');
  const isUsable = (await usableRules(executor, memberId, [rule])).length > 0;
  const order = orderOf(memberId, { rule, deposit: { ...deposit, credited_at }, currency: settings.currency });
  if (!order || !isUsable || order.until <= now) throw new Refusal('bonus_offer_over');
  return order;
}

function referenceOf(depositId: string): string {
  return `deposit:${depositId}`;
}

interface DepositCase {
  readonly rule: DepositBonusRule;
  readonly deposit: CreditedDeposit;
  readonly currency: string;
}

/** Undefined: the deposit is too small. The bonus is rounded down to what the currency can pay. */
function orderOf(memberId: string, { rule, deposit, currency }: DepositCase): BonusOrder | undefined {
  const { id, amount, fee, credited_at } = deposit;
  const net = BigInt(amount) - BigInt(fee);
  const bonus = bonusOf(net, rule, currency);
  if (net < toUnits(rule.minimum) || bonus <= 0n) return undefined;
  return {
    memberId,
    source: 'deposit',
    reference: referenceOf(id),
    rule: rule.id,
    amount: bonus,
    wagering: rule.wagering,
    days: rule.days,
    maxBet: rule.maxBet === null ? null : toUnits(rule.maxBet),
    held: rule.holdsDeposit ? net : 0n,
    reason: '',
    until: new Date(credited_at.getTime() + rule.claimHours * HOUR_MS),
  };
}

function bonusOf(net: Units, { percent, max }: DepositBonusRule, currency: string): Units {
  const exact = (net * BigInt(percent)) / 100n;
  const limited = exact < toUnits(max) ? exact : toUnits(max);
  return limited - (limited % payableUnit(currency));
}

/** Address of an offer for `bonus.accept`: RULE:DEPOSIT. */
export function depositOfferId({ rule = '', reference }: BonusOrder): string {
  return `${rule}:${reference.slice(referenceOf('').length)}`;
}
