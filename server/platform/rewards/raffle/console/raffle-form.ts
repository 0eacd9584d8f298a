import * as v from 'valibot';
import {
  LEAST_DRAW_MINUTES,
  MAX_PRIZE_KINDS,
  MAX_PRIZES,
  MAX_RAFFLE_TITLE,
  MAX_TICKETS,
} from '../../../../../shared/api/raffles/constants.ts';
import { GAME_CATEGORIES } from '../../../../../shared/constants.ts';
import { LANGUAGES } from '../../../../../shared/i18n/languages.ts';
import { parseInputAmount, payableUnit } from '../../../../../shared/money/money.ts';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import { instantOf, OperatorError, reason, timeField } from '../../../operators/index.ts';
import type { RaffleDraft } from '../desk.ts';

const number = v.pipe(v.string(), v.trim(), v.regex(/^\d{0,5}$/), v.transform(Number));
const amount = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(16)), '');
const fields = {
  /** Empty: a new one. */
  id: v.pipe(v.string(), v.regex(/^[\w-]{0,64}$/)),
  from: timeField,
  to: timeField,
  draw: timeField,
  claimDays: v.pipe(number, v.minValue(1), v.maxValue(365)),
  minLevel: v.pipe(number, v.minValue(1), v.maxValue(20)),
  maxTickets: v.pipe(number, v.minValue(1), v.maxValue(MAX_TICKETS)),
  categories: v.optional(v.pipe(v.string(), v.trim(), v.toUpperCase(), v.maxLength(400)), ''),
  stakeStep: amount,
  depositLeast: amount,
  prizes: v.pipe(v.string(), v.trim(), v.maxLength(400)),
};
export const raffleForm = v.objectWithRest({ ...fields, reason }, v.pipe(v.string(), v.maxLength(200)));
type Fields = v.InferOutput<typeof raffleForm>;

export interface RaffleFormContext {
  readonly timeZone: string;
  readonly now: Date;
  readonly currency: string;
  readonly required: string;
}

/** The rule of the form, or the first field that is wrong. */
export function raffleRuleOf(form: Fields, { timeZone, now, currency, required }: RaffleFormContext): RaffleDraft {
  const starts = instantOf(form.from, timeZone) ?? now;
  const [ends, draws] = [instantOf(form.to, timeZone), instantOf(form.draw, timeZone)];
  if (ends === null || ends <= starts) throw new OperatorError('timesEndEarly', {}, 'to');
  if (draws === null || draws.getTime() < ends.getTime() + LEAST_DRAW_MINUTES * MINUTE_MS)
    throw new OperatorError('raffleDrawEarly', { minutes: LEAST_DRAW_MINUTES }, 'draw');
  const [step, least] = [money(form.stakeStep, currency, 'stakeStep'), money(form.depositLeast, currency, 'depositLeast')];
  if (step === 0n && least === 0n) throw new OperatorError('raffleNoTickets', {}, 'stakeStep');
  return {
    titles: titlesOf(form, required),
    starts_at: starts,
    ends_at: ends,
    draws_at: draws,
    claim_days: form.claimDays,
    min_level: form.minLevel,
    categories: step === 0n ? [] : categoriesOf(form.categories),
    stake_step: step.toString(),
    deposit_least: least.toString(),
    max_tickets: form.maxTickets,
    prizes: prizesOf(form.prizes, currency),
  };
}

/** Zero: empty. */
function money(typed: string, currency: string, field: string): bigint {
  if (typed === '') return 0n;
  const units = parseInputAmount(typed) ?? 0n;
  if (units <= 0n) throw new OperatorError('goodsAmount', {}, field);
  if (units % payableUnit(currency) !== 0n) throw new OperatorError('amountNotWhole', { currency }, field);
  return units;
}

/** "100 x 1, 10 x 5": the highest first, each amount once. */
function prizesOf(typed: string, currency: string): RaffleDraft['prizes'] {
  const kinds = typed
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const [, text = '', count = ''] = /^([\d.]{1,16})\s*[x×*]\s*(\d{1,3})$/i.exec(one) ?? [];
      const units = money(text, currency, 'prizes');
      if (units === 0n || Number(count) < 1) throw new OperatorError('rafflePrizes', {}, 'prizes');
      return { units, count: Number(count) };
    })
    .toSorted((one, other) => (one.units > other.units ? -1 : 1));
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  const isTwice = new Set(kinds.map(({ units }) => units)).size < kinds.length;
  if (kinds.length === 0 || kinds.length > MAX_PRIZE_KINDS || total > MAX_PRIZES || isTwice)
    throw new OperatorError('rafflePrizes', {}, 'prizes');
  return kinds.map(({ units, count }) => ({ amount: units.toString(), count }));
}

function categoriesOf(typed: string): string[] {
  const all = [...new Set(typed.split(/[\s,]+/).filter(Boolean))];
  if (!all.every((code) => GAME_CATEGORIES.some((one) => one === code))) throw new OperatorError('promotionCodes', {}, 'categories');
  return all;
}

function titlesOf(form: Readonly<Record<string, unknown>>, required: string): Record<string, string> {
  const titles: Record<string, string> = {};
  for (const { code } of LANGUAGES) {
    const title = String(form[`title-${code}`] ?? '').trim();
    if ([...title].length > MAX_RAFFLE_TITLE) throw new OperatorError('contentTooLong', { field: `title-${code}` }, `title-${code}`);
    if (title !== '') titles[code] = title;
  }
  if (!titles[required]) throw new OperatorError('contentUntitled', { language: required }, `title-${required}`);
  return titles;
}
