import { payableUnit, UNITS_PER_WHOLE } from '../../shared/money/money.ts';

/** How amounts of a currency are typed: the keyboard of phones, and an example of the form. */
export interface AmountInput {
  readonly inputMode: 'numeric' | 'decimal';
  readonly placeholder: '0' | '0.00';
}

/** Attributes of a field for amounts of the currency: without a decimal point where the currency has none. */
export function amountInput(currency: string): AmountInput {
  return payableUnit(currency) === UNITS_PER_WHOLE
    ? { inputMode: 'numeric', placeholder: '0' }
    : { inputMode: 'decimal', placeholder: '0.00' };
}
