/**
 * Currencies whose amounts are paid and shown in whole units: those without decimals by ISO 4217, and those whose decimals neither prices nor
 * bank transfers have (HUF, IDR, KHR, LAK, MMK). The list is part of the product because `Intl` gives other figures in other browsers and
 * releases of Node, and the smallest amount that is paid must not change with them.
 */
const PAID_IN_WHOLE = /^(BIF|CLP|DJF|GNF|HUF|IDR|ISK|JPY|KHR|KMF|KRW|LAK|MMK|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF)$/;

/** Decimals with which amounts of a currency are entered, paid and shown: none or two. An unknown currency has two. */
export function paidDecimals(currency: string): 0 | 2 {
  return PAID_IN_WHOLE.test(currency) ? 0 : 2;
}
