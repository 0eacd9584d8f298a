import { type FieldRule, normaliseValue } from './check-field.ts';

/** Text fields of a registration. `confirmPassword` must equal `password`. */
export const REGISTER_FIELDS = [
  'username',
  'password',
  'confirmPassword',
  'payeeName',
  'email',
  'qqNum',
  'mobileNum',
  'recommenderId',
  'captcha',
  'verificationCode',
  'affiliateCode',
  'paymentPassword',
  'line',
  'whatsapp',
  'facebook',
  'wechat',
  'idNumber',
  'referralCode',
  'countryDialingCode',
  'birthday',
] as const;
export type RegisterField = (typeof REGISTER_FIELDS)[number];

export type RegisterValues = Readonly<Partial<Record<RegisterField, string | undefined>>>;

export interface RegistrationRules {
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly minimumAge: number;
  /** The mobile tab also requires a password. */
  readonly mobileWithPassword?: boolean;
}

export interface RegistrationKind {
  /** The tab: by user name, or by mobile number and code. */
  readonly form?: 'username' | 'mobile';
  /** A third-party service has verified the number, so no code is required. */
  readonly phoneVerified?: boolean;
}

/** Rule of a mandatory field for which the merchant has none. */
export const ANY_VALUE: FieldRule = { enabled: true, required: true, acceptedPattern: '*', patternId: 0, minLength: 1, maxLength: 255 };

/** True for a field of the form; other submitted fields are not stored. */
export function isRequestedField(
  field: RegisterField,
  rules: RegistrationRules,
  values: RegisterValues,
  kind: RegistrationKind = {},
): boolean {
  return ruleOf(field, rules, values, kind) !== undefined;
}

/** The rule of a field on this form; undefined if the form does not have it. */
export function ruleOf(
  field: RegisterField,
  rules: RegistrationRules,
  values: RegisterValues,
  kind: RegistrationKind,
): FieldRule | undefined {
  const rule = rules.fields[field];
  const enabledRule = rule?.enabled ? rule : undefined;
  const requirement = requirementOf(field, rules, values, kind);
  if (requirement === 'always') return { ...(rule ?? ANY_VALUE), enabled: true, required: true };
  if (requirement === 'when-shown') return enabledRule && { ...enabledRule, required: true };
  return requirement === 'as-ruled' ? enabledRule : undefined;
}

type Requirement = 'always' | 'when-shown' | 'as-ruled' | 'never';

function requirementOf(field: RegisterField, rules: RegistrationRules, values: RegisterValues, kind: RegistrationKind): Requirement {
  const onMobile = kind.form === 'mobile';
  const withPassword = !onMobile || rules.mobileWithPassword !== false;
  const withNumber = onMobile || (rules.fields.mobileNum?.enabled === true && normaliseValue(values.mobileNum) !== '');
  switch (field) {
    case 'username':
      return onMobile ? 'never' : 'always';
    case 'password':
      return withPassword ? 'always' : 'never';
    case 'confirmPassword':
      return withPassword ? 'as-ruled' : 'never';
    case 'mobileNum':
      return onMobile ? 'always' : 'as-ruled';
    case 'countryDialingCode':
      return withNumber ? 'always' : 'never';
    case 'verificationCode':
      return codeRequirement(onMobile, withNumber, rules, kind);
    case 'paymentPassword':
      return 'when-shown';
    default:
      return 'as-ruled';
  }
}

/** A code belongs to a number: without a number no code is required, unless the merchant always requires one. */
function codeRequirement(onMobile: boolean, withNumber: boolean, rules: RegistrationRules, kind: RegistrationKind): Requirement {
  if (kind.phoneVerified || !(onMobile || rules.fields.mobileNum?.enabled)) return 'never';
  if (onMobile) return 'always';
  return withNumber ? 'when-shown' : 'as-ruled';
}
