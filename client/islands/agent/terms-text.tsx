import { percentText } from '../../../shared/api/agent-contracts/form.ts';
import type { TermsValue } from '../../../shared/api/agent-contracts/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { DividendPeriod, WageKind } from '../../../shared/rules/wages.ts';
import { moneyText } from '../../ui/money.tsx';
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
  readonly symbol: string;
}

const ZERO = /^0(?:\.0+)?$/;

/** What a contract pays, in sentences. */
export function TermsText({ t, kind, period, account, terms, symbol }: TermsProps) {
  const notes = [
    ZERO.test(terms.minSingleBet) ? '' : t('contracts.onlyBets', { amount: moneyText(terms.minSingleBet, symbol) }),
    kind === 'dividend' ? t(terms.carryNegative ? 'contracts.carried' : 'contracts.notCarried') : '',
    t(terms.ownPlay ? 'contracts.ownCounts' : 'contracts.ownNot', { account }),
  ];
  return (
    <div className={styles.terms}>
      <p>{t(`contracts.pays_${period ?? kind}`, { account })}</p>
      <ul>
        {terms.tiers.map((tier) => (
          <li key={tier.rateBp}>{tierText(t, tier, symbol)}</li>
        ))}
      </ul>
      <p>{notes.filter(Boolean).join(' ')}</p>
    </div>
  );
}

function tierText(t: Translate, tier: TermsValue['tiers'][number], symbol: string): string {
  const { rateBp, minValidBet, minProfit, minActive } = tier;
  const conditions = [
    ZERO.test(minValidBet) ? '' : t('contracts.condition_validBet', { amount: moneyText(minValidBet, symbol) }),
    ZERO.test(minProfit) ? '' : t('contracts.condition_profit', { amount: moneyText(minProfit, symbol) }),
    minActive === 0 ? '' : t('contracts.condition_active', { number: minActive }),
  ].filter(Boolean);
  const rate = percentText(rateBp);
  if (conditions.length === 0) return t('contracts.tierAlways', { rate });
  return t('contracts.tierFrom', { rate, conditions: conditions.reduce((first, second) => t('contracts.and', { first, second })) });
}
