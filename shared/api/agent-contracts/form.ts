import { parseWireAmount, type Units } from '../../money/money.ts';
import { paidDecimals } from '../../money/paid-decimals.ts';
import { plainAmount, typedUnits } from '../../money/typed-amount.ts';
import type { WageTerms } from '../../rules/wages.ts';
import { MAX_TIERS } from './constants.ts';
import type { TermsValue } from './schemas.ts';

/** Fields of the form of a contract: those of a tier end with its number, from 1. */
export type TermsFields = Readonly<Record<string, string>>;
export const TIER_FIELDS = ['rate', 'validBet', 'profit', 'active'] as const;

const PERCENT = /^\d{1,3}(?:[.,]\d{1,2})?$/;
const COUNT = /^\d{1,7}$/;
/** No rate. The platform refuses it with `contract_terms`, the code of terms that do not fit together. */
const NO_RATE = 0;

/** Hundredths of a percent of a typed percentage; zero if it is malformed. */
export function rateOf(text: string): number {
  return PERCENT.test(text) ? Math.round(Number(text.replace(',', '.')) * 100) : NO_RATE;
}

/** Terms of the form as the call takes them; tiers without any entry are left out. */
export function termsBody(fields: TermsFields, currency = '') {
  const tiers = tierFields(fields).map(({ rate, validBet, profit, active }) => ({
    rateBp: rateOf(rate),
    minValidBet: plainAmount(validBet, currency) || '0',
    minProfit: plainAmount(profit, currency) || '0',
    minActive: active || '0',
  }));
  return {
    tiers,
    minSingleBet: fields.minSingleBet || '0',
    carryNegative: isChecked(fields.carryNegative),
    ownPlay: isChecked(fields.ownPlay),
  };
}

/** The same as terms to compute with; undefined while an entry is missing or malformed. */
export function termsOfFields(fields: TermsFields, currency: string): WageTerms | undefined {
  const tiers = tierFields(fields).map(({ rate, validBet, profit, active }) => ({
    rateBp: rateOf(rate),
    minValidBet: condition(validBet, currency),
    minProfit: condition(profit, currency),
    minActive: COUNT.test(active || '0') ? Number(active) : undefined,
  }));
  const minSingleBet = condition(fields.minSingleBet ?? '', currency);
  const complete = tiers.flatMap(({ rateBp, minValidBet, minProfit, minActive }) =>
    rateBp === NO_RATE || minValidBet === undefined || minProfit === undefined || minActive === undefined
      ? []
      : [{ rateBp, minValidBet, minProfit, minActive }],
  );
  if (complete.length === 0 || complete.length < tiers.length || minSingleBet === undefined) return undefined;
  return { tiers: complete, minSingleBet, carryNegative: isChecked(fields.carryNegative), ownPlay: isChecked(fields.ownPlay) };
}

export type TermsProblem = 'rate' | 'amount' | 'whole' | 'count';

/** Fields of tiers with an entry that no contract can have, by name. `ceilingBp`: highest rate. */
export function termsProblems(fields: TermsFields, ceilingBp: number, currency: string): ReadonlyMap<string, TermsProblem> {
  const amountProblem = paidDecimals(currency) === 0 ? 'whole' : 'amount';
  const problems = new Map<string, TermsProblem>();
  for (let number = 1; number <= MAX_TIERS; number += 1) {
    const [rate = '', validBet = '', profit = '', active = ''] = TIER_FIELDS.map((name) => (fields[name + number] ?? '').trim());
    if (number > 1 && !rate && !validBet && !profit && !active) continue;
    const rateBp = rateOf(rate);
    if (rateBp === NO_RATE || rateBp > ceilingBp) problems.set(`rate${number}`, 'rate');
    if (condition(validBet, currency) === undefined) problems.set(`validBet${number}`, amountProblem);
    if (condition(profit, currency) === undefined) problems.set(`profit${number}`, amountProblem);
    if (active && !COUNT.test(active)) problems.set(`active${number}`, 'count');
  }
  return problems;
}

/** The form with the terms of a contract. */
export function fieldsOfTerms({ tiers, minSingleBet, carryNegative, ownPlay }: TermsValue): TermsFields {
  const fields = tiers.flatMap(({ rateBp, minValidBet, minProfit, minActive }, index) => [
    [`rate${index + 1}`, percentText(rateBp)],
    [`validBet${index + 1}`, amountText(minValidBet)],
    [`profit${index + 1}`, amountText(minProfit)],
    [`active${index + 1}`, minActive === 0 ? '' : String(minActive)],
  ]);
  return {
    ...Object.fromEntries(fields),
    minSingleBet: amountText(minSingleBet),
    carryNegative: String(carryNegative),
    ownPlay: String(ownPlay),
  };
}

/** The terms of a contract to compute with. */
export function wageTermsOf({ tiers, minSingleBet, carryNegative, ownPlay }: TermsValue): WageTerms {
  return {
    tiers: tiers.map(({ rateBp, minValidBet, minProfit, minActive }) => ({
      rateBp,
      minValidBet: units(minValidBet),
      minProfit: units(minProfit),
      minActive,
    })),
    minSingleBet: units(minSingleBet),
    carryNegative,
    ownPlay,
  };
}

/** Hundredths of a percent as text without needless zeros: 45 is "0.45", 3000 is "30". */
export function percentText(rateBp: number): string {
  return String(rateBp / 100);
}

export function isChecked(value: string | undefined): boolean {
  return value === 'true' || value === 'on';
}

function tierFields(fields: TermsFields) {
  return Array.from({ length: MAX_TIERS }, (_, index) => {
    const [rate = '', validBet = '', profit = '', active = ''] = TIER_FIELDS.map((name) => (fields[name + (index + 1)] ?? '').trim());
    return { rate, validBet, profit, active };
  }).filter((tier) => Object.values(tier).some(Boolean));
}

function condition(text: string, currency: string): Units | undefined {
  return text === '' || text === '0' ? 0n : typedUnits(text, currency);
}

function units(wire: string): Units {
  return parseWireAmount(wire) ?? 0n;
}

function amountText(wire: string): string {
  const text = wire.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  return text === '0' ? '' : text;
}
