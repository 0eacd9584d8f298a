import { wireToScreen } from '../../shared/money/money.ts';
import display from './display.module.css';

export interface MoneyProps {
  /** A wire amount ("1284.5000"). */
  readonly amount: string;
  readonly symbol: string;
  /** Shows the sign and its color; for results, not for balances. */
  readonly signed?: boolean;
}

/** An amount of money: separators, two decimals, tabular digits, isolated text direction. */
export function Money({ amount, symbol, signed = false }: MoneyProps) {
  const { text, tone } = formatAmount(amount, symbol, signed);
  return (
    <bdi className={display.money} data-sign={tone} dir="ltr">
      {text}
    </bdi>
  );
}

/** The same as plain text, for chart scales and labels. */
export function moneyText(amount: string, symbol: string): string {
  return formatAmount(amount, symbol, false).text;
}

function formatAmount(
  amount: string,
  symbol: string,
  signed: boolean,
): { readonly text: string; readonly tone: 'minus' | 'plus' | undefined } {
  const screen = wireToScreen(amount);
  const minus = screen.startsWith('-');
  const zero = /^-?[0.,]*$/.test(screen);
  const sign = minus ? '−' : signed && !zero ? '+' : '';
  const tone = signed && !zero ? (minus ? 'minus' : 'plus') : undefined;
  return { text: `${sign}${symbol}${minus ? screen.slice(1) : screen}`, tone };
}
