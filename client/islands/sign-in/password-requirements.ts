import { allowsAnything, checkField, type FieldRule } from '../../../shared/rules/check-field.ts';

export interface PasswordRequirement {
  /** Key in `auth`, or the text of the whole rule for patterns without separate requirements. */
  readonly key: 'tickLength' | 'tickLetter' | 'tickUpper' | 'tickLower' | 'tickDigit' | 'tickSymbol' | 'tickRule';
  readonly met: boolean;
}

const PARTS = {
  tickLetter: /[A-Za-z]/,
  tickUpper: /[A-Z]/,
  tickLower: /[a-z]/,
  tickDigit: /[0-9]/,
  tickSymbol: /[^A-Za-z0-9\s]/,
} as const;
type Part = keyof typeof PARTS;

const PARTS_OF_PATTERN: Readonly<Record<number, readonly Part[]>> = {
  5: ['tickLetter', 'tickDigit'],
  6: ['tickUpper', 'tickDigit'],
  18: ['tickUpper', 'tickLower', 'tickDigit', 'tickSymbol'],
};

/** Requirements of a password and whether the input meets them. */
export function passwordRequirements(rule: FieldRule, typed: string): readonly PasswordRequirement[] {
  if (allowsAnything(rule)) return [];
  const count = [...typed.trim()].length;
  const parts = PARTS_OF_PATTERN[rule.patternId];
  const length: PasswordRequirement = { key: 'tickLength', met: count >= rule.minLength && count <= rule.maxLength };
  if (parts) return [length, ...parts.map((key) => ({ key, met: PARTS[key].test(typed) }))];
  return rule.acceptedPattern === '*'
    ? [length]
    : [{ key: 'tickRule', met: count > 0 && checkField({ ...rule, required: true }, typed) === undefined }];
}
