import { feeOf } from '../../../shared/money/fee.ts';
import { isPayable, parseInputAmount, parseWireAmount, payableUnit, toWire, type Units } from '../../../shared/money/money.ts';
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
  const amount = parseInputAmount(typed.trim());
  const { currency } = limits;
  if (amount === undefined || !isPayable(amount, currency) || amount < units(minAmount) || amount > maxAmountOf(limits)) return undefined;
  const cost = feeOf(amount, { fixed: units(fee.fixed), basisPoints: fee.basisPoints }, currency);
  return cost < amount ? { fee: toWire(cost), net: toWire(amount - cost) } : undefined;
}

/** Maximum amount of a withdrawal now: available money within the limit per withdrawal and per day; payable in the currency. */
export function maxAmountOf({ available, maxAmount, today, currency }: Limits): Units {
  const left = units(today.maxAmount) - units(today.amount);
  const limit = [units(available), units(maxAmount), left].reduce((least, one) => (one < least ? one : least));
  return limit > 0n ? limit - (limit % payableUnit(currency)) : 0n;
}

/** Completed part of the turnover in whole percent. */
export function turnoverPercent({ turnover }: Pick<WithdrawOptions, 'turnover'>): number {
  const [left, required] = [units(turnover.left), units(turnover.required)];
  return required === 0n ? 100 : Number(((required - left) * 100n) / required);
}
