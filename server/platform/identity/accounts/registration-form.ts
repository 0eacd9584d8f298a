import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { memberRegister } from '../../../../shared/api/register/calls.ts';
import { normaliseValue } from '../../../../shared/rules/check-field.ts';
import {
  checkRegistration,
  type FieldProblems,
  isRequestedField,
  type RegistrationKind,
  type RegistrationRules,
} from '../../../../shared/rules/check-registration.ts';
import { REGISTER_FIELDS, type RegisterField } from '../../../../shared/rules/register-fields.ts';
import { Refusal } from '../../base/refusal.ts';
import { readEmail } from '../../notify/contacts/index.ts';
import type { Codes } from '../verification/index.ts';

export type RegistrationBody = BodyOf<typeof memberRegister>;
export type RegistrationTab = NonNullable<RegistrationKind['form']>;

/** A registration form that satisfies all rules; its proofs are not verified yet. */
export interface RegistrationForm {
  readonly account: string;
  /** Undefined if the merchant registers mobile numbers without a password. */
  readonly password: string | undefined;
  readonly paymentPassword: string | undefined;
  /** E.164. */
  readonly mobile: string | undefined;
  readonly email: string | undefined;
  /** Undefined if no code is required. */
  readonly verificationCode: string | undefined;
  readonly affiliateCode: string | undefined;
  readonly referralCode: string | undefined;
  /** The form shows the code, so the member can correct it. */
  readonly typesReferral: boolean;
  /** User name or id of the account that recommended the site: of the field, or of the address where the form has none. */
  readonly recommender: string | undefined;
  readonly profile: Readonly<Record<string, string>>;
}

/** Fields that are secrets or proofs, or have their own column. */
const NON_PROFILE_FIELDS: readonly RegisterField[] = [
  'username',
  'password',
  'confirmPassword',
  'email',
  'mobileNum',
  'countryDialingCode',
  'captcha',
  'verificationCode',
  'affiliateCode',
  'paymentPassword',
  'referralCode',
];

/** Applies the merchant's rules and refuses with all invalid fields at once. The invitation code of the link is always stored. */
export function readRegistration(
  rules: RegistrationRules,
  tab: RegistrationTab,
  body: RegistrationBody,
  { codes, today }: { codes: Codes; today: Date },
): RegistrationForm {
  const kind: RegistrationKind = { form: tab, phoneVerified: normaliseValue(body.firebaseIdToken) !== '' };
  const problems: Record<string, FieldProblems[string]> = { ...checkRegistration(rules, body, today, kind) };
  const requestedValue = (field: RegisterField) =>
    isRequestedField(field, rules, body, kind) ? normaliseValue(body[field]) || undefined : undefined;

  const mobileNum = requestedValue('mobileNum');
  const readable = mobileNum !== undefined && !problems.mobileNum && !problems.countryDialingCode;
  const mobile = readable ? readMobile(codes, requestedValue('countryDialingCode') ?? '', mobileNum) : undefined;
  if (readable && mobile === undefined) problems.mobileNum = { code: 'field_mobile_invalid' };
  const emailInput = requestedValue('email');
  const email = emailInput && readEmail(emailInput);
  if (emailInput && !email) problems.email ??= { code: 'field_format' };
  if (Object.keys(problems).length > 0) throw new Refusal('invalid_fields', {}, problems);

  return {
    account: tab === 'mobile' ? (mobile ?? '') : normaliseValue(body.username),
    password: requestedValue('password'),
    paymentPassword: requestedValue('paymentPassword'),
    mobile,
    email,
    verificationCode: requestedValue('verificationCode'),
    affiliateCode: normaliseValue(body.affiliateCode) || undefined,
    referralCode: normaliseValue(body.referralCode) || undefined,
    typesReferral: isRequestedField('referralCode', rules, body, kind),
    recommender: recommenderOf(body),
    profile: profileOf(body, requestedValue),
  };
}

/** Fields that the merchant requests. Fields without an enabled rule are dropped. */
function profileOf(body: RegistrationBody, requestedValue: (field: RegisterField) => string | undefined): Record<string, string> {
  const fields = REGISTER_FIELDS.filter((field) => !NON_PROFILE_FIELDS.includes(field)).map((field) => [field, requestedValue(field)]);
  const origin = [
    // Of the address, where the form does not show the field.
    ['recommenderId', fields.some(([name, value]) => name === 'recommenderId' && value) ? undefined : recommenderOf(body)],
    ['domain', body.domain],
    ['registerUrl', body.registerUrl],
    ['registerMethod', body.registerMethod],
  ];
  return Object.fromEntries([...fields, ...origin].filter(([, value]) => value !== undefined && value !== ''));
}

const RECOMMENDER = /^[A-Za-z0-9_-]{1,64}$/;

function recommenderOf({ recommenderId }: RegistrationBody): string | undefined {
  return RECOMMENDER.exec(normaliseValue(recommenderId))?.[0];
}

/** Undefined if it is not a number of that country. */
export function readMobile(codes: Codes, countryDialingCode: string, mobile: string): string | undefined {
  try {
    return codes.readMobile(countryDialingCode, mobile);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
