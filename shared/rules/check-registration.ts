import { checkField, type FieldProblem, type FieldRule, normaliseValue } from './check-field.ts';
import { isCommonPassword } from './common-passwords.ts';
import { REGISTER_FIELDS, type RegisterField } from './register-fields.ts';

export type RegisterValues = Readonly<Partial<Record<RegisterField, string>>>;
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/**
 * Every refused field of a registration, in the order of the form; none when it may go ahead. Fields without an enabled
 * rule are not looked at. Whether a user name is taken only the platform knows.
 */
export function checkRegistration(
  settings: { readonly fields: Readonly<Record<string, FieldRule>>; readonly minimumAge: number },
  values: RegisterValues,
  today: Date,
): FieldProblems {
  const problems: Record<string, FieldProblem> = {};
  for (const field of REGISTER_FIELDS) {
    const rule = settings.fields[field];
    const problem = rule?.enabled ? (checkField(rule, values[field]) ?? beyondRule(field, values, settings.minimumAge, today)) : undefined;
    if (problem) problems[field] = problem;
  }
  return confirmsPassword(values) ? problems : { ...problems, confirmPassword: { code: 'field_mismatch' } };
}

/** The same for a new password alone. */
export function checkNewPassword(rule: FieldRule, password: string, confirmation: string, username: string): FieldProblems {
  const problem = checkField({ ...rule, required: true }, password) ?? passwordProblem(password, username);
  const mismatch: FieldProblems =
    normaliseValue(confirmation) === normaliseValue(password) ? {} : { confirmNewPassword: { code: 'field_mismatch' } };
  return problem ? { newPassword: problem, ...mismatch } : mismatch;
}

/** A form without the second field sends none; one that has it must repeat the first. */
function confirmsPassword({ password, confirmPassword }: RegisterValues): boolean {
  return confirmPassword === undefined || normaliseValue(confirmPassword) === normaliseValue(password);
}

function beyondRule(field: RegisterField, values: RegisterValues, minimumAge: number, today: Date): FieldProblem | undefined {
  if (field === 'password') return passwordProblem(values.password ?? '', normaliseValue(values.username));
  if (field === 'birthday' && normaliseValue(values.birthday) !== '')
    return birthdayProblem(normaliseValue(values.birthday), minimumAge, today);
  return undefined;
}

function passwordProblem(password: string, username: string): FieldProblem | undefined {
  return isCommonPassword(normaliseValue(password), username) ? { code: 'field_password_common' } : undefined;
}

/** Accepts both date patterns; a day that the calendar does not have, or that is still to come, is a wrong format. */
function birthdayProblem(text: string, minimumAge: number, today: Date): FieldProblem | undefined {
  const [first = '', second = '', third = ''] = text.split('-');
  const [year, month, day] = first.length === 4 ? [first, second, third] : [third, first, second];
  const born = new Date(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(born.getTime()) || born.getUTCDate() !== Number(day) || born > today) return { code: 'field_format' };
  const adult = new Date(Date.UTC(born.getUTCFullYear() + minimumAge, born.getUTCMonth(), born.getUTCDate()));
  return adult > today ? { code: 'field_under_age', params: { age: minimumAge } } : undefined;
}
