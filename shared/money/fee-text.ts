import type { Translate } from '../i18n/translate.ts';
import { amountText, type CurrencyView } from './amount-text.ts';
import { parseWireAmount } from './money.ts';

/** A fee on the wire: a fixed part, and hundredths of a percent of the amount. */
export interface WireFee {
  readonly fixed: string;
  readonly basisPoints: number;
}

/** The rule of a fee in words. Needs the texts `feeNone`, `feeShare` and `feeBoth` of withdrawals. */
export function feeText(t: Translate, fee: WireFee, currency: CurrencyView): string {
  const fixed = amountText(fee.fixed, currency);
  const percent = (fee.basisPoints / 100).toFixed(2);
  const hasFixed = parseWireAmount(fee.fixed) !== 0n;
  if (fee.basisPoints === 0) return hasFixed ? fixed : t('withdrawal.feeNone');
  return hasFixed ? t('withdrawal.feeBoth', { fixed, percent }) : t('withdrawal.feeShare', { percent });
}
