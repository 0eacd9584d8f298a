import type { Translate } from '../../../shared/i18n/translate.ts';
import { type FieldRule, fieldTextKey } from '../../../shared/rules/check-field.ts';
import type { FieldErrors } from './use-form.ts';

/** Used if registration is closed and has no rule; the platform's rule decides. */
const ANY: FieldRule = { enabled: true, required: true, acceptedPattern: '*', patternId: 0, minLength: 6, maxLength: 64 };

export function passwordRule(fields: Readonly<Record<string, FieldRule>>): FieldRule {
  return fields.password ?? ANY;
}

/** Errors of a new password and its repetition. If the rules fail to load, only the platform checks. */
export async function newPasswordErrors(
  t: Translate,
  rule: FieldRule,
  password: string,
  confirmation: string,
  username: string,
): Promise<FieldErrors> {
  const rules = await import('../../../shared/rules/check-registration.ts').catch(() => null);
  const problems = Object.entries(rules?.checkNewPassword(rule, password, confirmation, username) ?? {});
  return Object.fromEntries(problems.map(([field, problem]) => [field, t(fieldTextKey(problem), problem.params)]));
}
