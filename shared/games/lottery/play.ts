import type { PlayType, Rule } from './rules.ts';

export function play(
  id: string,
  name: string,
  how: string,
  rule: Rule,
  example: string,
  values: Readonly<Record<string, number>> = {},
): PlayType {
  return { id, name: { key: name, values }, how: { key: how, values }, rule, example };
}
