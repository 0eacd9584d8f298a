import { checkField, type FieldProblem, type FieldRule, normaliseValue } from './check-field.ts';
import { isCommonPassword } from './common-passwords.ts';
import { weakPaymentPassword } from './payment-password.ts';
import {
  ANY_VALUE,
  isRequestedField,
  REGISTER_FIELDS,
  type RegisterField,
  type RegisterValues,
  type RegistrationKind,
  type RegistrationRules,
  ruleOf,
} from './register-fields.ts';

export { isRequestedField, type RegisterValues, type RegistrationKind, type RegistrationRules };
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/**
 * All refused fields of a registration, in the order of the form; empty if it is valid. Fields outside the form are
 * ignored. Only the platform knows whether a user name or number is taken.
 */
export function checkRegistration(
  rules: RegistrationRules,
  typed: RegisterValues,
  today: Date,
  kind: RegistrationKind = {},
): FieldProblems {
  const values = { ...typed, confirmPassword: typed.confirmPassword ?? typed.password };
  const problems: Record<string, FieldProblem> = {};
  for (const field of REGISTER_FIELDS) {
    const rule = ruleOf(field, rules, values, kind);
    const problem = rule && (checkField(rule, values[field]) ?? beyondRule(field, values, rules.minimumAge, today));
    if (problem) problems[field] = problem;
  }
  const unasked = !isRequestedField('password', rules, values, kind);
  return unasked || confirmsPassword(values) ? problems : { ...problems, confirmPassword: { code: 'field_mismatch' } };
}

/** The same for a new password; `rule` is the rule of the field `password`. */
export function checkNewPassword(rule: FieldRule | undefined, password: string, confirmation: string, username: string): FieldProblems {
  const problem = checkField({ ...(rule ?? ANY_VALUE), required: true }, password) ?? passwordProblem(password, username);
  const mismatch: FieldProblems =
    normaliseValue(confirmation) === normaliseValue(password) ? {} : { confirmNewPassword: { code: 'field_mismatch' } };
  return problem ? { newPassword: problem, ...mismatch } : mismatch;
}

/** A form without the second field does not send it; a form with it must repeat the password. */
function confirmsPassword({ password, confirmPassword }: RegisterValues): boolean {
  return normaliseValue(confirmPassword) === normaliseValue(password);
}

function beyondRule(field: RegisterField, values: RegisterValues, minimumAge: number, today: Date): FieldProblem | undefined {
  if (field === 'password') return passwordProblem(values.password ?? '', normaliseValue(values.username ?? values.mobileNum));
  if (field === 'paymentPassword')
    return passwordProblem(values.paymentPassword ?? '', normaliseValue(values.username)) ?? weakPaymentPassword(values.paymentPassword);
  if (field === 'birthday' && normaliseValue(values.birthday) !== '')
    return birthdayProblem(normaliseValue(values.birthday), minimumAge, today);
  return undefined;
}

function passwordProblem(password: string, username: string): FieldProblem | undefined {
  return isCommonPassword(normaliseValue(password), username) ? { code: 'field_password_common' } : undefined;
}

/** Accepts both date patterns. A day that does not exist or is in the future is malformed. */
export function birthdayProblem(text: string, minimumAge: number, today: Date): FieldProblem | undefined {
  const [first = '', second = '', third = ''] = text.split('-');
  const [year, month, day] = first.length === 4 ? [first, second, third] : [third, first, second];
  const born = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(born.getTime()) || born.getUTCDate() !== Number(day) || born > today) return { code: 'field_format' };
  const adult = new Date(Date.UTC(born.getUTCFullYear() + minimumAge, born.getUTCMonth(), born.getUTCDate()));
  return adult > today ? { code: 'field_under_age', params: { age: minimumAge } } : undefined;
}
