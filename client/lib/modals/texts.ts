import { PATTERNS } from '../../../shared/rules/patterns.ts';
import { REGISTER_FIELDS } from '../../../shared/rules/register-fields.ts';

const of = (area: string, names: string) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${area}.${name}`);

/** Locale keys of the sign-in, registration and sign-out modals. */
export const MODAL_TEXTS: readonly string[] = [
  ...of(
    'auth',
    `loginTitle registerTitle login username usernameRequired password passwordRequired noAccount createAccount haveAccount
    loginNeeded showPassword hidePassword capsLock agree terms registerClosed passwordExpiredTitle passwordExpiredText
    tickLength tickLetter tickUpper tickLower tickDigit tickSymbol`,
  ),
  ...REGISTER_FIELDS.filter((field) => !['captcha', 'verificationCode', 'countryDialingCode'].includes(field)).map(
    (field) => `auth.field_${field}`,
  ),
  ...of('header', 'signOut signOutTitle signOutText'),
  ...of('common', 'ok cancel close continue moveWindow optional notices'),
  ...of(
    'errors',
    `field_required field_length field_length_exact field_format field_mismatch field_password_common field_under_age terms_required
    too_many_requests upstream_unavailable`,
  ),
  ...PATTERNS.map((_, id) => `errors.rule_${id}`),
];
