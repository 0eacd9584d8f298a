import * as v from 'valibot';
import type { TermsInput } from '../../../../shared/api/agent-contracts/schemas.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { WindowKind } from '../../../../shared/rules/wage-windows.ts';
import type { DividendPeriod, WageKind, WageTerms } from '../../../../shared/rules/wages.ts';
import { Refusal } from '../../base/refusal.ts';
import { typedAmount } from '../../base/typed-amount.ts';
import { toUnits } from '../../merchant/index.ts';

/** Units as decimal digits: JSON has no bigint. */
const units = v.pipe(
  v.string(),
  v.regex(/^\d{1,18}$/),
  v.transform((text) => BigInt(text)),
);
const storedTerms = v.object({
  tiers: v.array(v.object({ rateBp: v.number(), minValidBet: units, minProfit: units, minActive: v.number() })),
  minSingleBet: units,
  carryNegative: v.boolean(),
  ownPlay: v.boolean(),
});

export function readTerms(stored: unknown): WageTerms {
  return v.parse(storedTerms, stored);
}

export function storeTerms(terms: WageTerms): string {
  return JSON.stringify(terms, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** The windows in which a contract is settled. */
export function windowKindOf(kind: WageKind, period: DividendPeriod | null): WindowKind {
  if (kind === 'dividend') return period ?? 'M';
  return ({ daily: 'D', hourly: 'hour', realtime: 'five-minutes' } as const)[kind];
}

/** Refuses with `contract_terms` what does not fit together: rates must rise, and conditions must not fall. */
export function checkTerms(kind: WageKind, input: TermsInput, betSteps: readonly number[], currency: string): WageTerms {
  const amount = (text: string) => (text === '0' ? 0n : typedAmount(text, currency));
  const tiers = input.tiers.map((tier) => ({
    rateBp: tier.rateBp,
    minValidBet: amount(tier.minValidBet),
    minProfit: amount(tier.minProfit),
    minActive: tier.minActive,
  }));
  const minSingleBet = amount(input.minSingleBet);
  const isStep = minSingleBet === 0n || betSteps.some((step) => toUnits(step) === minSingleBet);
  const rises = tiers.every((tier, index) => {
    const below = tiers[index - 1];
    return (
      !below ||
      (tier.rateBp > below.rateBp &&
        tier.minValidBet >= below.minValidBet &&
        tier.minProfit >= below.minProfit &&
        tier.minActive >= below.minActive)
    );
  });
  if (!rises || !isStep || (kind !== 'realtime' && minSingleBet !== 0n)) throw new Refusal('contract_terms');
  return { tiers, minSingleBet, carryNegative: kind !== 'dividend' || input.carryNegative, ownPlay: input.ownPlay };
}

export function topRate({ tiers }: WageTerms): number {
  return tiers.at(-1)?.rateBp ?? 0;
}

export function presentTerms(terms: WageTerms) {
  return {
    tiers: terms.tiers.map(({ rateBp, minValidBet, minProfit, minActive }) => ({
      rateBp,
      minValidBet: toWire(minValidBet),
      minProfit: toWire(minProfit),
      minActive,
    })),
    minSingleBet: toWire(terms.minSingleBet),
    carryNegative: terms.carryNegative,
    ownPlay: terms.ownPlay,
  };
}
