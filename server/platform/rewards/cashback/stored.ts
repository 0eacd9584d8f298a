import { payableUnit } from '../../../../shared/money/money.ts';
import type { CashbackLine, CashbackRate, CashbackRates } from '../../../../shared/rules/cashback.ts';
import { cashbackRates, type MerchantSettings } from '../../merchant/index.ts';

/** The merchant's rules as a period used them, in JSON; amounts are units as text. */
interface StoredRules {
  readonly categories: CashbackRates['categories'];
  readonly vendors: CashbackRates['vendors'];
  readonly levels: readonly { readonly stake: string; readonly rateBp: number }[];
  readonly coin: string;
  readonly claimDays: number;
  readonly automatic: boolean;
  readonly currency: string;
}

export interface PeriodRules {
  readonly rates: CashbackRates;
  readonly coin: bigint;
  readonly claimDays: number;
  readonly automatic: boolean;
  readonly currency: string;
}

interface StoredLine extends CashbackRate {
  readonly vassalage: string;
  readonly category: string;
  readonly valid: string;
  readonly amount: string;
  /** Start of the earlier period (ISO) whose play was changed; null: play of this period. */
  readonly before: string | null;
}

/** Undefined: the merchant has no cashback. */
export function rulesOf(settings: MerchantSettings): PeriodRules | undefined {
  if (settings.features.manualRebate !== true) return undefined;
  const { claimDays, automatic } = settings.cashback;
  return { rates: cashbackRates(settings), coin: payableUnit(settings.currency), claimDays, automatic, currency: settings.currency };
}

export function storeRules({ rates, coin, claimDays, automatic, currency }: PeriodRules): string {
  const levels = rates.levels.map(({ stake, rateBp }) => ({ stake: stake.toString(), rateBp }));
  const stored: StoredRules = {
    categories: rates.categories,
    vendors: rates.vendors,
    levels,
    coin: coin.toString(),
    claimDays,
    automatic,
    currency,
  };
  return JSON.stringify(stored);
}

/** Undefined: the merchant had no cashback. */
export function readRules(stored: unknown): PeriodRules | undefined {
  if (stored === null) return undefined;
  const { categories, vendors, levels, coin, claimDays, automatic, currency } = stored as StoredRules;
  const rates = { categories, vendors, levels: levels.map(({ stake, rateBp }) => ({ stake: BigInt(stake), rateBp })) };
  return { rates, coin: BigInt(coin), claimDays, automatic, currency };
}

export function storeLines(lines: readonly CashbackLine[]): string {
  const stored = lines.map(
    ({ vassalage, category, valid, amount, rate, before }): StoredLine => ({
      vassalage,
      category,
      valid: valid.toString(),
      amount: amount.toString(),
      before: before ? new Date(before.periodStart).toISOString() : null,
      gameBp: rate.gameBp,
      levelBp: rate.levelBp,
      rateBp: rate.rateBp,
    }),
  );
  return JSON.stringify(stored);
}

export function readLines(stored: unknown): CashbackLine[] {
  return (stored as readonly StoredLine[]).map(({ vassalage, category, valid, amount, before, gameBp, levelBp, rateBp }) => {
    const rate = { gameBp, levelBp, rateBp };
    return {
      vassalage,
      category,
      valid: BigInt(valid),
      amount: BigInt(amount),
      rate,
      before: before === null ? undefined : { periodStart: Date.parse(before), rate },
    };
  });
}
