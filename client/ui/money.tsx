import { amountText, type CurrencyView } from '../../shared/money/amount-text.ts';
import display from './display.module.css';

export interface MoneyProps {
  /** A wire amount ("1284.5000"). */
  readonly amount: string;
  readonly currency: CurrencyView;
  /** Shows the sign and its color; for results, not for balances. */
  readonly signed?: boolean;
  /** `exactText` where the amounts of a page add up. */
  readonly format?: (amount: string, currency: CurrencyView) => string;
}

/** An amount of money: separators, decimals of its currency, tabular digits, isolated text direction. */
export function Money({ amount, currency, signed = false, format = amountText }: MoneyProps) {
  const text = format(amount, currency);
  const sign = text.startsWith('−') ? 'minus' : /[1-9]/.test(text) ? 'plus' : undefined;
  return (
    <bdi className={display.money} data-sign={signed ? sign : undefined} dir="ltr">
      {signed && sign === 'plus' ? `+${text}` : text}
    </bdi>
  );
}
