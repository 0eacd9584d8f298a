import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Types of numbers that receive messages; in some countries landlines cannot be distinguished from mobiles. */
const MOBILE_TYPES: readonly unknown[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

export type MobileProblem = 'mobile_missing' | 'mobile_invalid';

/**
 * The entered number as E.164, or the refusal. The dialling code comes from the list; a number entered with a code must have the same one.
 * Numbers that receive no messages, and premium numbers, are invalid.
 */
export function readMobileNumber(countryDialingCode: string, mobile: string): `+${string}` | MobileProblem {
  const dialling = countryDialingCode.normalize('NFKC').replace(/\D/g, '').replace(/^00/, '');
  const input = mobile.normalize('NFKC').trim();
  if (input === '') return 'mobile_missing';
  const number = /^[1-9]\d{0,2}$/.test(dialling) ? parse(input, dialling) : undefined;
  if (!number?.isValid() || number.countryCallingCode !== dialling || number.ext !== undefined) return 'mobile_invalid';
  return MOBILE_TYPES.includes(number.getType()) ? (number.number as `+${string}`) : 'mobile_invalid';
}

/** Country (ISO 3166) of an E.164 number; undefined for satellite, premium and other non-geographic numbers. */
export function countryOfNumber(number: string): string | undefined {
  return parsePhoneNumberFromString(number)?.country;
}

function parse(input: string, dialling: string): PhoneNumber | undefined {
  const digits = input.replace(/[\s().\-/]/g, '');
  // The parser would find a number in any text, so other characters are refused.
  if (!/^\+?\d{4,20}$/.test(digits)) return undefined;
  try {
    return parsePhoneNumberFromString(digits, { defaultCallingCode: dialling });
  } catch {
    // No country has this dialling code.
    return undefined;
  }
}
