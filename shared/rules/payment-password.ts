import { checkField, type FieldProblem, type FieldRule, normaliseValue } from './check-field.ts';
import { isCommonPassword } from './common-passwords.ts';
import { PATTERNS } from './patterns.ts';

export const PAYMENT_PASSWORD_LENGTH = 6;
/** `patternId` of "digits only". */
const DIGITS = 4;
const RULE: FieldRule = {
  enabled: true,
  required: true,
  acceptedPattern: PATTERNS[DIGITS] ?? '*',
  patternId: DIGITS,
  minLength: PAYMENT_PASSWORD_LENGTH,
  maxLength: PAYMENT_PASSWORD_LENGTH,
};
/** Common choices besides sequences: one to three repeated digits, three pairs, and a mirrored half. */
const WEAK_SHAPES = [/^(\d{1,3})\1+$/, /^(\d)\1(\d)\2(\d)\3$/, /^(\d)(\d)(\d)\3\2\1$/];

/** A new payment password: six digits, not easily guessed. */
export function checkPaymentPassword(typed: string | undefined): FieldProblem | undefined {
  return checkField(RULE, typed) ?? weakPaymentPassword(typed);
}

export function weakPaymentPassword(typed: string | undefined): FieldProblem | undefined {
  const digits = normaliseValue(typed);
  const weak = isCommonPassword(digits, '') || WEAK_SHAPES.some((shape) => shape.test(digits));
  return weak ? { code: 'field_password_common' } : undefined;
}
