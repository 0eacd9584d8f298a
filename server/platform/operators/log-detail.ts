import { toScreen } from '../../../shared/money/money.ts';

/** Fields of details that hold units of money. */
const AMOUNTS: ReadonlySet<string> = new Set(['units', 'amount', 'fee', 'net', 'paidAmount', 'reversed', 'sum']);
/** Limits of money; those of time are in minutes. */
const MONEY_LIMITS: readonly unknown[] = ['deposit', 'loss', 'stake'];

/** The detail of a log line for people: amounts in whole units. The stored line, which the chain proves, is not changed. */
export function detailText(detail: string, currency: string): string {
  if (detail === '{}') return '';
  const { kind, ...rest } = JSON.parse(detail) as Record<string, unknown>;
  const isLimit = MONEY_LIMITS.includes(kind) && 'period' in rest;
  const isAmount = (name: string) => AMOUNTS.has(name) || (isLimit && (name === 'before' || name === 'after'));
  const amount = (text: string) => toScreen(BigInt(text), currency);
  const shown = (name: string, value: unknown) =>
    isAmount(name) && typeof value === 'string' && /^-?\d+$/.test(value) ? amount(value) : value;
  return JSON.stringify(JSON.parse(detail), (name, value: unknown) => shown(name, value));
}
