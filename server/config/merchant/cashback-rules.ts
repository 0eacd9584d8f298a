import { STUDIO_GAMES, STUDIO_VENDORS } from '../../../shared/games/contract.ts';
import { CASHBACK_CEILING_BP } from '../../platform/merchant/index.ts';
import type { Problem } from './paths.ts';
import { problem, type Rule, type RuleInput } from './rule.ts';

type Finding = Problem | false;
type VendorRate = RuleInput['settings']['cashback']['vendorRates'][number];

const BUILT_IN: readonly string[] = STUDIO_VENDORS.map(({ code }) => code);

/** Cashback pays something where it is switched on, never more than the ceiling, and names vendors that exist. */
export const cashbackRule: Rule = {
  needs: ['settings.features', 'settings.vipLevels', 'settings.cashback', 'vendors', 'upstreams'],
  find: (input) => {
    if (input.file.upstreams) return [];
    const { features, vipLevels, cashback } = input.settings;
    const rates = [...Object.values(cashback.rates), ...cashback.vendorRates.map(({ rate }) => rate)];
    const isPaid = rates.some((rate) => (rate ?? 0) > 0) || vipLevels.some(({ rebatePercent }) => Number(rebatePercent) > 0);
    return [
      features.manualRebate === true &&
        !isPaid &&
        problem('settings.features.manualRebate', true, 'false, or a rate above 0 in settings.cashback or settings.vipLevels'),
      ...ceilingProblems(input),
      ...cashback.vendorRates.flatMap((rate, index) => vendorProblems(rate, `settings.cashback.vendorRates[${index}]`, input)),
    ];
  },
};

/** The rate of a game and the percentage of the highest level are paid together. */
function ceilingProblems({ settings: { vipLevels, cashback } }: RuleInput): readonly Finding[] {
  const levels = vipLevels.map(({ rebatePercent }) => Math.round(Number(rebatePercent) * 100));
  const level = Math.max(0, ...levels);
  const left = CASHBACK_CEILING_BP - level;
  const rates = [
    ...Object.entries(cashback.rates).map(([category, rate]) => [`settings.cashback.rates.${category}`, rate] as const),
    ...cashback.vendorRates.map(({ rate }, index) => [`settings.cashback.vendorRates[${index}].rate`, rate] as const),
  ];
  return [
    ...levels.map(
      (own, index) =>
        own > CASHBACK_CEILING_BP &&
        problem(`settings.vipLevels[${index}].rebatePercent`, vipLevels[index]?.rebatePercent, `at most "${percent(CASHBACK_CEILING_BP)}"`),
    ),
    ...rates.map(
      ([path, rate]) =>
        left >= 0 &&
        (rate ?? 0) > left &&
        problem(path, rate, `at most ${left}: with ${percent(level)} % of the highest level at most ${percent(CASHBACK_CEILING_BP)} %`),
    ),
  ];
}

/** Without providers in the file, those of the console may have other vendors: the start compares those with the database. */
function vendorProblems({ vendor, category }: VendorRate, at: string, { file }: RuleInput): readonly Finding[] {
  const providers = file.vendors?.providers;
  const known = [...BUILT_IN, ...(providers ?? []).flatMap(({ vendors }) => vendors.map(({ code }) => code))];
  const categories = [...new Set(STUDIO_GAMES.filter(({ vassalage }) => vassalage === vendor).map((game) => game.category))];
  return [
    providers !== undefined && !known.includes(vendor) && problem(`${at}.vendor`, vendor, `one of ${known.join(', ')}`),
    BUILT_IN.includes(vendor) &&
      category !== null &&
      !categories.includes(category) &&
      problem(`${at}.category`, category, `null, or a category of its games: ${categories.join(', ')}`),
  ];
}

function percent(rateBp: number): string {
  return (rateBp / 100).toFixed(2);
}
