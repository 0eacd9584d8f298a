import type { Translate } from '../../../../shared/i18n/translate.ts';

/**
 * What is wrong with a mobile number, or nothing. Knows the lengths and first digits of every country; the platform checks
 * with the full tables. Where the tables do not load, the platform decides alone.
 */
export async function mobileProblem(t: Translate, countryDialingCode: string | undefined, mobileNum: string | undefined) {
  if (!mobileNum) return t('errors.mobile_missing');
  const phone = await import('libphonenumber-js/min').catch(() => null);
  if (!phone) return undefined;
  const number = phone.parsePhoneNumberFromString(mobileNum, { defaultCallingCode: countryDialingCode ?? '' });
  return number?.isValid() ? undefined : t('errors.field_mobile_invalid');
}
