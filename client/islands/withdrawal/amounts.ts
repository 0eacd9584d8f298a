import { feeOf } from '../../../shared/money/fee.ts';
import { parseWireAmount, payableUnit, toWire, type Units } from '../../../shared/money/money.ts';
import { typedUnits } from '../../../shared/money/typed-amount.ts';
import type { WithdrawOptions } from './props.ts';

export function units(wire: string): Units {
  return parseWireAmount(wire) ?? 0n;
}

type Limits = Pick<WithdrawOptions, 'available' | 'maxAmount' | 'today' | 'currency'>;

/** Fee and net amount of a typed amount in wire form, computed as by the platform; undefined if the amount would be refused. */
export function costOf(
  typed: string,
  { fee, minAmount, ...limits }: Limits & Pick<WithdrawOptions, 'fee' | 'minAmount'>,
): { fee: string; net: string } | undefined {
  const amount = typedUnits(typed, limits.currency);
  if (amount === undefined || amount < units(minAmount) || amount > maxAmountOf(limits)) return undefined;
  const cost = feeOf(amount, { fixed: units(fee.fixed), basisPoints: fee.basisPoints }, limits.currency);
  return cost < amount ? { fee: toWire(cost), net: toWire(amount - cost) } : undefined;
}

/** Maximum amount of a withdrawal now: available money within the limit per withdrawal and per day; payable in the currency. */
export function maxAmountOf(limits: Limits): Units {
  const limit = withinLimits(limits);
  return limit - (limit % payableUnit(limits.currency));
}

/** Money that stays in the wallet after the largest withdrawal, by reason; in wire form, without reasons that keep nothing. */
export function restOf({ locked, ...limits }: Limits & Pick<WithdrawOptions, 'locked'>) {
  const limit = withinLimits(limits);
  const parts: readonly (readonly ['Locked' | 'Limit' | 'Fraction', Units])[] = [
    ['Locked', units(locked)],
    ['Limit', units(limits.available) - limit],
    ['Fraction', limit % payableUnit(limits.currency)],
  ];
  return parts.filter(([, rest]) => rest > 0n).map(([reason, rest]) => ({ reason, amount: toWire(rest) }));
}

function withinLimits({ available, maxAmount, today }: Limits): Units {
  const left = units(today.maxAmount) - units(today.amount);
  const limit = [units(available), units(maxAmount), left].reduce((least, one) => (one < least ? one : least));
  return limit > 0n ? limit : 0n;
}

/** Completed part of the turnover in whole percent. */
export function turnoverPercent({ turnover }: Pick<WithdrawOptions, 'turnover'>): number {
  const [left, required] = [units(turnover.left), units(turnover.required)];
  return required === 0n ? 100 : Number(((required - left) * 100n) / required);
}
