import type { Translate } from '../../../../shared/i18n/translate.ts';

/**
 * Problem of a mobile number, or undefined. Knows the lengths and first digits of every country; the platform checks
 * with the full tables. If the tables fail to load, only the platform checks.
 */
export async function mobileProblem(t: Translate, countryDialingCode: string | undefined, mobileNum: string | undefined) {
  if (!mobileNum) return t('errors.mobile_missing');
  const phone = await import('libphonenumber-js/min').catch(() => null);
  if (!phone) return undefined;
  const number = phone.parsePhoneNumberFromString(mobileNum, { defaultCallingCode: countryDialingCode ?? '' });
  return number?.isValid() ? undefined : t('errors.field_mobile_invalid');
}
