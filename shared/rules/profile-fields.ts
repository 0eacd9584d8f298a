import { checkField, type FieldProblem, type FieldRule, normaliseValue } from './check-field.ts';
import { birthdayProblem } from './check-registration.ts';
import { PATTERNS } from './patterns.ts';
import { PROFILE_FIELDS, type ProfileField } from './profile-field-names.ts';
import type { RegistrationRules } from './register-fields.ts';

export { PROFILE_FIELDS, type ProfileField };

/** Cannot be changed once set: payouts and identity checks depend on them. */
export const FIXED_FIELDS: readonly ProfileField[] = ['payeeName', 'birthday', 'idNumber'];

/** Pattern, minimum and maximum length of fields without a rule of the merchant's registration. */
const RULES: Readonly<Record<ProfileField, readonly [patternId: number, min: number, max: number]>> = {
  payeeName: [19, 2, 60],
  birthday: [11, 10, 10],
  nationality: [19, 2, 40],
  idNumber: [7, 5, 24],
  address: [0, 5, 160],
  occupation: [0, 2, 60],
  sourceOfIncome: [0, 2, 60],
  line: [9, 3, 32],
  whatsapp: [4, 7, 15],
  telegram: [9, 3, 32],
  zalo: [4, 7, 15],
  facebook: [0, 3, 64],
  wechat: [9, 3, 32],
  qqNum: [4, 5, 12],
};
/** Letters and digits of any script, separated by blanks, dots, underscores and hyphens. */
const NICKNAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]{0,18}[\p{L}\p{M}\p{N}])?$/u;
export const NICKNAME_MAX = 20;

/** The merchant's registration rule if there is one, so that both forms accept the same values. */
export function profileFieldRule(field: ProfileField, { fields }: Pick<RegistrationRules, 'fields'>): FieldRule {
  const [patternId, minLength, maxLength] = RULES[field];
  const usual = { acceptedPattern: PATTERNS[patternId] ?? '*', patternId, minLength, maxLength };
  return { ...usual, ...fields[field], enabled: true, required: false };
}

/** An empty value is valid: the fields are optional. */
export function checkProfileField(field: ProfileField, typed: string, rules: RegistrationRules, today: Date): FieldProblem | undefined {
  const problem = checkField(profileFieldRule(field, rules), typed);
  if (problem || field !== 'birthday' || normaliseValue(typed) === '') return problem;
  return birthdayProblem(normaliseValue(typed), rules.minimumAge, today);
}

export function checkNickname(typed: string): FieldProblem | undefined {
  const nickname = normaliseValue(typed);
  if (nickname === '') return { code: 'field_required' };
  return NICKNAME.test(nickname) ? undefined : { code: 'field_format' };
}
