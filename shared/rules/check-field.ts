import type { FieldCode } from '../codes.ts';
import { matchesPattern } from './patterns.ts';

/** A rule of `setting.register` in wire form. */
export interface FieldRule {
  readonly enabled: boolean;
  readonly required: boolean;
  readonly acceptedPattern: string;
  readonly patternId: number;
  readonly minLength: number;
  readonly maxLength: number;
}

/** Reason why a value was refused. `params` are part of the text of `fieldTextKey`. */
export interface FieldProblem {
  readonly code: FieldCode;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Values are trimmed before they are compared, counted and stored. */
export function normaliseValue(value: string | undefined): string {
  return (value ?? '').trim();
}

/** The length is counted in characters, not in UTF-16 units. An empty value is refused only if it is required. */
export function checkField(rule: FieldRule, value: string | undefined): FieldProblem | undefined {
  const text = normaliseValue(value);
  if (text === '') return rule.required ? { code: 'field_required' } : undefined;
  const count = [...text].length;
  const fits = count >= rule.minLength && count <= rule.maxLength;
  if (fits && matchesPattern(rule.acceptedPattern, text)) return undefined;
  const exact = rule.minLength === rule.maxLength;
  const params = { pattern: rule.patternId, length: lengthText(rule) };
  return { code: fits ? 'field_format' : exact ? 'field_length_exact' : 'field_length', params };
}

/** Longest value that a rule can allow. */
export const LONGEST_VALUE = 255;

/** True for the rule of a platform that sets none: it needs no hint. */
export function allowsAnything({ acceptedPattern, minLength, maxLength }: FieldRule): boolean {
  return acceptedPattern === '*' && minLength <= 1 && maxLength >= LONGEST_VALUE;
}

/** "6–16", or "6" for an exact length. */
export function lengthText({ minLength, maxLength }: Pick<FieldRule, 'minLength' | 'maxLength'>): string {
  return minLength === maxLength ? `${minLength}` : `${minLength}–${maxLength}`;
}

/** Locale key of a refusal: a rule has one text for its pattern and its length together, chosen by `patternId`. */
export function fieldTextKey({ code, params }: FieldProblem): string {
  return params?.pattern === undefined ? `errors.${code}` : `errors.rule_${params.pattern}`;
}
