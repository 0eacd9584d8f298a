import type { PayoutKind } from '../../../../shared/api/payout-accounts/constants.ts';

/** Account numbers and IBANs; mobile numbers, addresses and names of e-wallets. */
const SHAPES: Readonly<Record<PayoutKind, RegExp>> = {
  BANK: /^(?=(?:[A-Z]*\d){5})[A-Z0-9]{6,34}$/,
  EWALLET: /^(?:\+?\d{6,20}|[A-Za-z0-9][A-Za-z0-9._+]{3,30}(?:@[A-Za-z0-9.]{3,32})?)$/,
};
const VISIBLE_DIGITS = 4;

/** The number without spaces and hyphens; undefined if it is invalid. */
export function readNumber(kind: PayoutKind, input: string): string | undefined {
  const number = input.normalize('NFKC').replace(/[\s\u2010-\u2015-]/g, '');
  const read = kind === 'BANK' ? number.toUpperCase() : number;
  return SHAPES[kind].test(read) ? read : undefined;
}

/** "•••• 4321"; at most half of the number. */
export function maskNumber(number: string): string {
  return `•••• ${number.slice(-Math.min(VISIBLE_DIGITS, Math.floor(number.length / 2)))}`;
}

/**
 * Normalised name for comparison: banks write names in capitals, without accents and with single spaces. Only accents of Latin letters are
 * dropped; in other scripts marks are letters.
 */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .replace(/[đĐ]/g, 'd')
    .replace(/[\s.'\u2019\u2010-\u2015-]+/g, ' ')
    .trim()
    .toLowerCase();
}
