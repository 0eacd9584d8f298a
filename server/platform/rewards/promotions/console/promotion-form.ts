import * as v from 'valibot';
import { MAX_WAGERING } from '../../../../../shared/api/bonus/constants.ts';
import {
  MAX_CASHBACK_SHARE,
  MAX_PROMOTION_TITLE,
  NO_CASHBACK_CATEGORY,
  PROMOTION_BLOCKS,
  PROMOTION_PART,
} from '../../../../../shared/api/promotions/constants.ts';
import { PROMOTION_TYPES } from '../../../../../shared/api/publishing/constants.ts';
import { GAME_CATEGORIES } from '../../../../../shared/constants.ts';
import { LANGUAGES } from '../../../../../shared/i18n/languages.ts';
import { parseInputAmount, payableUnit } from '../../../../../shared/money/money.ts';
import { parseWirePoints } from '../../../../../shared/money/points.ts';
import { instantOf, OperatorError, reason, timeField } from '../../../operators/index.ts';
import type { RaffleRow } from '../../raffle/index.ts';
import type { PromotionDraft } from '../desk.ts';

export const PROMOTION_PAYS = ['money', 'bonus', 'rounds', 'tickets'] as const;
const MOST_ROUNDS = 500;
const MAX_PAY_DAYS = 90;
const number = v.pipe(v.string(), v.trim(), v.regex(/^\d{0,5}$/), v.transform(Number));
const amount = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(16)), '');
const list = v.optional(v.pipe(v.string(), v.trim(), v.toUpperCase(), v.maxLength(400)), '');
const fields = {
  /** Empty: a new one. */
  id: v.pipe(v.string(), v.regex(/^[\w-]{0,64}$/)),
  block: v.picklist(PROMOTION_BLOCKS),
  type: v.picklist(PROMOTION_TYPES),
  from: timeField,
  to: timeField,
  claimDays: v.pipe(number, v.minValue(1), v.maxValue(365)),
  minLevel: v.pipe(number, v.minValue(1), v.maxValue(20)),
  newDays: v.pipe(number, v.maxValue(3_650)),
  agent: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64)), ''),
  countries: list,
  categories: list,
  target: amount,
  percent: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^(?:\d{1,3}(?:\.\d{1,2})?)?$/)), ''),
  amount,
  points: amount,
  budget: v.pipe(v.string(), v.trim(), v.maxLength(20)),
  pays: v.optional(v.picklist(PROMOTION_PAYS), 'money'),
  /** Of a bonus and of free rounds. */
  wagering: v.optional(number, '0'),
  payDays: v.optional(number, '0'),
  game: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(80)), ''),
  rounds: v.optional(number, '0'),
  stake: amount,
  raffle: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{0,64}$/)), ''),
  tickets: v.optional(number, '0'),
};
export const promotionForm = v.objectWithRest({ ...fields, reason }, v.pipe(v.string(), v.maxLength(200)));
type Fields = v.InferOutput<typeof promotionForm>;

export interface FormContext {
  readonly timeZone: string;
  readonly now: Date;
  readonly currency: string;
  readonly required: string;
  /** The id of the member of an account name; undefined: none. */
  agentOf(account: string): Promise<string | undefined>;
  /** The name of a slot; undefined: no game with the id, or no slot. */
  slotOf(gameId: string): Promise<string | undefined>;
  raffleOf(id: string): Promise<RaffleRow | undefined>;
}

/** The rule of the form, or the first field that is wrong. */
export async function ruleOf(form: Fields, context: FormContext): Promise<PromotionDraft> {
  const { block, type } = form;
  const [starts, ends] = [instantOf(form.from, context.timeZone) ?? context.now, instantOf(form.to, context.timeZone)];
  if (ends === null || ends <= starts) throw new OperatorError('timesEndEarly', {}, 'to');
  const agent = form.agent === '' ? null : await context.agentOf(form.agent);
  if (agent === undefined) throw new OperatorError('promotionAgent', {}, 'agent');
  const earns = block === 'deposit' || block === 'stake';
  const target = earns ? money(form.target, context.currency, 'target') : 0n;
  const gives = await givesOf(form, context, { starts, ends });
  const reward = rewardOf(form, gives, context.currency);
  if (block === 'stake' && reward.amount * BigInt(PROMOTION_PART) > target)
    throw new OperatorError('promotionPart', { part: PROMOTION_PART }, 'amount');
  return {
    block,
    type,
    titles: titlesOf(form, context.required),
    starts_at: starts,
    ends_at: ends,
    claim_days: form.claimDays,
    min_level: form.minLevel,
    new_days: form.newDays,
    agent_id: agent,
    countries: codes(form.countries, (code) => /^[A-Z]{2}$/.test(code), 'countries'),
    categories: categoriesOf(form),
    target: target.toString(),
    percent: block === 'deposit' || block === 'cashback' ? percentOf(form) : 0,
    amount: reward.amount.toString(),
    points: reward.points.toString(),
    tickets: reward.tickets,
    gives,
    budget: budgetOf(form.budget, reward, context.currency).toString(),
  };
}

interface Times {
  readonly starts: Date;
  readonly ends: Date;
}

/** Tickets of a raffle that gives them during the whole promotion, to all of its members. */
async function ticketsOf(form: Fields, context: FormContext, { starts, ends }: Times): Promise<PromotionDraft['gives']> {
  if (form.amount !== '') throw new OperatorError('promotionPays', {}, 'pays');
  const raffle = await context.raffleOf(form.raffle);
  const isRight =
    raffle?.state === 'live' &&
    raffle.starts_at <= starts &&
    raffle.ends_at >= ends &&
    raffle.currency === context.currency &&
    raffle.min_level <= form.minLevel;
  if (!isRight) throw new OperatorError('promotionRaffle', {}, 'raffle');
  if (form.tickets < 1 || form.tickets > raffle.max_tickets)
    throw new OperatorError('promotionTicketsRange', { most: raffle.max_tickets }, 'tickets');
  return { kind: 'tickets', raffleId: raffle.id, raffleTitles: raffle.titles, closesAt: raffle.ends_at.toISOString() };
}

/** What the promotion gives in place of money; null: money or points. */
async function givesOf(form: Fields, context: FormContext, times: Times): Promise<PromotionDraft['gives']> {
  const { pays, block, wagering, payDays: days } = form;
  if (pays === 'money') return null;
  const isShare = block === 'deposit' || block === 'cashback';
  if (block === 'points' || (isShare && pays !== 'bonus') || form.points !== '') throw new OperatorError('promotionPays', {}, 'pays');
  if (pays === 'tickets') return ticketsOf(form, context, times);
  if (days < 1 || days > MAX_PAY_DAYS) throw new OperatorError('promotionPayDays', { most: MAX_PAY_DAYS }, 'payDays');
  if (wagering > MAX_WAGERING || (pays === 'bonus' && wagering < 1))
    throw new OperatorError('promotionWagering', { most: MAX_WAGERING }, 'wagering');
  if (pays === 'bonus') return { kind: 'bonus', wagering, days };
  const gameName = await context.slotOf(form.game);
  if (gameName === undefined) throw new OperatorError('promotionGame', {}, 'game');
  if (form.rounds < 1 || form.rounds > MOST_ROUNDS) throw new OperatorError('promotionRounds', { most: MOST_ROUNDS }, 'rounds');
  const stake = money(form.stake, context.currency, 'stake').toString();
  return { kind: 'rounds', gameId: form.game, gameName, rounds: form.rounds, stake, days, wagering: wagering === 0 ? null : wagering };
}

interface Reward {
  readonly amount: bigint;
  readonly points: bigint;
  readonly tickets: number;
}

const NO_REWARD: Reward = { amount: 0n, points: 0n, tickets: 0 };

/** Points only where a block gives them, and one of both for stake; of free rounds all the stakes that they play. */
function rewardOf(
  { block, amount: typed, points: typedPoints, tickets }: Fields,
  gives: PromotionDraft['gives'],
  currency: string,
): Reward {
  if (gives?.kind === 'tickets') return { ...NO_REWARD, tickets };
  if (gives?.kind === 'rounds') return { ...NO_REWARD, amount: BigInt(gives.rounds) * BigInt(gives.stake) };
  const isPoints = block === 'points' || (block === 'stake' && typed === '');
  if (block === 'stake' && typed !== '' && typedPoints !== '') throw new OperatorError('promotionReward', {}, 'points');
  if (!isPoints) return { ...NO_REWARD, amount: money(typed, currency, 'amount') };
  return { ...NO_REWARD, points: pointsOf(typedPoints, 'points') };
}

function budgetOf(typed: string, { amount: most, points, tickets }: Reward, currency: string): bigint {
  const budget = tickets > 0 ? wholeOf(typed) : points > 0n ? pointsOf(typed, 'budget') : money(typed, currency, 'budget');
  if (budget < most + points + BigInt(tickets)) throw new OperatorError('promotionBudget', {}, 'budget');
  return budget;
}

function wholeOf(typed: string): bigint {
  return /^\d{1,9}$/.test(typed) ? BigInt(typed) : 0n;
}

function pointsOf(typed: string, field: string): bigint {
  const points = parseWirePoints(typed) ?? 0n;
  if (points <= 0n) throw new OperatorError('goodsPoints', {}, field);
  return points;
}

function money(typed: string, currency: string, field: string): bigint {
  const units = parseInputAmount(typed) ?? 0n;
  if (units <= 0n) throw new OperatorError('goodsAmount', {}, field);
  if (units % payableUnit(currency) !== 0n) throw new OperatorError('amountNotWhole', { currency }, field);
  return units;
}

function percentOf({ block, percent: typed }: Fields): number {
  const [percent, most] = [Math.round(Number(typed) * 100), block === 'cashback' ? MAX_CASHBACK_SHARE : 10_000];
  if (typed === '' || percent < 1 || percent > most) throw new OperatorError('promotionPercent', { most: most / 100 }, 'percent');
  return percent;
}

/** Games whose play counts; a block without play has none. */
function categoriesOf({ block, categories }: Fields): string[] {
  if (block !== 'stake' && block !== 'cashback') return [];
  const isKnown = (code: string) => GAME_CATEGORIES.some((one) => one === code) && (block === 'stake' || code !== NO_CASHBACK_CATEGORY);
  return codes(categories, isKnown, 'categories');
}

function codes(typed: string, isKnown: (code: string) => boolean, field: string): string[] {
  const all = [...new Set(typed.split(/[\s,]+/).filter(Boolean))];
  if (!all.every(isKnown)) throw new OperatorError('promotionCodes', {}, field);
  return all;
}

function titlesOf(form: Readonly<Record<string, unknown>>, required: string): Record<string, string> {
  const titles = Object.fromEntries(
    LANGUAGES.flatMap(({ code }) => {
      const title = String(form[`title-${code}`] ?? '').trim();
      if ([...title].length > MAX_PROMOTION_TITLE) throw new OperatorError('contentTooLong', { field: `title-${code}` }, `title-${code}`);
      return title === '' ? [] : [[code, title]];
    }),
  );
  if (!titles[required]) throw new OperatorError('contentUntitled', { language: required }, `title-${required}`);
  return titles;
}
