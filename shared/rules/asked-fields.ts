import { type FieldRule, normaliseValue } from './check-field.ts';
import type { RegisterField } from './register-fields.ts';

export type RegisterValues = Readonly<Partial<Record<RegisterField, string>>>;

export interface RegistrationRules {
  readonly fields: Readonly<Record<string, FieldRule>>;
  readonly minimumAge: number;
  /** The mobile tab asks for a password too. */
  readonly mobileWithPassword?: boolean;
}

export interface RegistrationKind {
  /** The tab: by user name, or by mobile number and code. */
  readonly form?: 'username' | 'mobile';
  /** A third-party service vouches for the number, so that no code of ours is asked for. */
  readonly phoneVerified?: boolean;
}

/** Takes the place of a rule that the merchant has not written for a field that a form cannot do without. */
export const ANY_VALUE: FieldRule = { enabled: true, required: true, acceptedPattern: '*', patternId: 0, minLength: 1, maxLength: 255 };

/** True for a field that the form asks for; nothing else that comes with it is kept. */
export function isAskedFor(field: RegisterField, rules: RegistrationRules, values: RegisterValues, kind: RegistrationKind = {}): boolean {
  return ruleOf(field, rules, values, kind) !== undefined;
}

/** The rule that holds for a field on this form; undefined where it is not asked for (specification, section 5). */
export function ruleOf(
  field: RegisterField,
  rules: RegistrationRules,
  values: RegisterValues,
  kind: RegistrationKind,
): FieldRule | undefined {
  const rule = rules.fields[field];
  const shown = rule?.enabled ? rule : undefined;
  const need = needOf(field, rules, values, kind);
  if (need === 'always') return { ...(rule ?? ANY_VALUE), enabled: true, required: true };
  if (need === 'when-shown') return shown && { ...shown, required: true };
  return need === 'as-ruled' ? shown : undefined;
}

type Need = 'always' | 'when-shown' | 'as-ruled' | 'never';

function needOf(field: RegisterField, rules: RegistrationRules, values: RegisterValues, kind: RegistrationKind): Need {
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
      return codeNeed(onMobile, withNumber, rules, kind);
    case 'paymentPassword':
      return 'when-shown';
    default:
      return 'as-ruled';
  }
}

/** A code belongs to a number: whoever gives none needs none, unless the merchant wants one from everybody. */
function codeNeed(onMobile: boolean, withNumber: boolean, rules: RegistrationRules, kind: RegistrationKind): Need {
  if (kind.phoneVerified || !(onMobile || rules.fields.mobileNum?.enabled)) return 'never';
  if (onMobile) return 'always';
  return withNumber ? 'when-shown' : 'as-ruled';
}
