import { percentText } from '../../../shared/api/agent-contracts/form.ts';
import type { TermsValue } from '../../../shared/api/agent-contracts/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import type { DividendPeriod, WageKind } from '../../../shared/rules/wages.ts';
import styles from './contracts.module.css';

/** Locale keys of this file. */
export const TERMS_TEXTS: readonly string[] = [
  ...['pays_D', 'pays_W', 'pays_H', 'pays_M', 'pays_daily', 'pays_hourly', 'pays_realtime', 'tierAlways', 'tierFrom', 'and'],
  ...['condition_validBet', 'condition_profit', 'condition_active', 'ownCounts', 'ownNot', 'onlyBets', 'carried', 'notCarried'],
].map((key) => `contracts.${key}`);

interface TermsProps {
  readonly t: Translate;
  readonly kind: WageKind;
  readonly period: DividendPeriod | null;
  /** The agent who is paid. */
  readonly account: string;
  readonly terms: TermsValue;
  readonly currency: CurrencyView;
}

const ZERO = /^0(?:\.0+)?$/;

/** What a contract pays, in sentences. */
export function TermsText({ t, kind, period, account, terms, currency }: TermsProps) {
  const notes = [
    ZERO.test(terms.minSingleBet) ? '' : t('contracts.onlyBets', { amount: amountText(terms.minSingleBet, currency) }),
    kind === 'dividend' ? t(terms.carryNegative ? 'contracts.carried' : 'contracts.notCarried') : '',
    t(terms.ownPlay ? 'contracts.ownCounts' : 'contracts.ownNot', { account }),
  ];
  return (
    <div className={styles.terms}>
      <p>{t(`contracts.pays_${period ?? kind}`, { account })}</p>
      <ul>
        {terms.tiers.map((tier) => (
          <li key={tier.rateBp}>{tierText(t, tier, currency)}</li>
        ))}
      </ul>
      <p>{notes.filter(Boolean).join(' ')}</p>
    </div>
  );
}

function tierText(t: Translate, tier: TermsValue['tiers'][number], currency: CurrencyView): string {
  const { rateBp, minValidBet, minProfit, minActive } = tier;
  const conditions = [
    ZERO.test(minValidBet) ? '' : t('contracts.condition_validBet', { amount: amountText(minValidBet, currency) }),
    ZERO.test(minProfit) ? '' : t('contracts.condition_profit', { amount: amountText(minProfit, currency) }),
    minActive === 0 ? '' : t('contracts.condition_active', { number: minActive }),
  ].filter(Boolean);
  const rate = percentText(rateBp);
  if (conditions.length === 0) return t('contracts.tierAlways', { rate });
  return t('contracts.tierFrom', { rate, conditions: conditions.reduce((first, second) => t('contracts.and', { first, second })) });
}
