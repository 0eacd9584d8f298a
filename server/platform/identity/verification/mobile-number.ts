import { readMobileNumber as read } from '../../../net/phone-auth/read-mobile-number.ts';
import { Refusal } from '../../base/refusal.ts';

export { countryOfNumber } from '../../../net/phone-auth/read-mobile-number.ts';

/** The entered number as E.164, if it can receive messages; refuses with `mobile_invalid` or `mobile_missing`. */
export function readMobileNumber(countryDialingCode: string, mobile: string): string {
  const number = read(countryDialingCode, mobile);
  if (number === 'mobile_missing' || number === 'mobile_invalid') throw new Refusal(number);
  return number;
}
