import { isPayable, parseInputAmount, parseWireAmount, toWire, type Units, wireToScreen } from '../../../shared/money/money.ts';
import type { WithdrawOptions } from './props.ts';

const BASIS = 10_000n;
const UNITS_PER_CENT = 100n;

export function units(wire: string): Units {
  return parseWireAmount(wire) ?? 0n;
}

type Limits = Pick<WithdrawOptions, 'available' | 'maxAmount' | 'today'>;

/** Fee and net amount of a typed amount in wire form, computed as by the platform; undefined if the amount would be refused. */
export function costOf(
  typed: string,
  { fee, minAmount, ...limits }: Limits & Pick<WithdrawOptions, 'fee' | 'minAmount'>,
): { fee: string; net: string } | undefined {
  const amount = parseInputAmount(typed.trim());
  if (amount === undefined || !isPayable(amount) || amount < units(minAmount) || amount > maxAmountOf(limits)) return undefined;
  const whole = units(fee.fixed) + (amount * BigInt(fee.basisPoints)) / BASIS;
  const cost = whole - (whole % UNITS_PER_CENT);
  return cost < amount ? { fee: toWire(cost), net: toWire(amount - cost) } : undefined;
}

/** Maximum amount of a withdrawal now: available money within the limit per withdrawal and per day; whole cents. */
export function maxAmountOf({ available, maxAmount, today }: Limits): Units {
  const left = units(today.maxAmount) - units(today.amount);
  const limit = [units(available), units(maxAmount), left].reduce((least, one) => (one < least ? one : least));
  return limit > 0n ? limit - (limit % UNITS_PER_CENT) : 0n;
}

/** A wire amount in the form that a person types. */
export function toInputText(wire: string): string {
  return wireToScreen(wire).replaceAll(',', '').replace(/\.00$/, '');
}

/** Completed part of the turnover in whole percent. */
export function turnoverPercent({ turnover }: Pick<WithdrawOptions, 'turnover'>): number {
  const [left, required] = [units(turnover.left), units(turnover.required)];
  return required === 0n ? 100 : Number(((required - left) * 100n) / required);
}
