import { feeOf } from '../../../shared/money/fee.ts';
import { parseWireAmount, payableUnit, toWire, type Units } from '../../../shared/money/money.ts';
import { typedUnits } from '../../../shared/money/typed-amount.ts';
import type { WithdrawOptions } from './props.ts';

export function units(wire: string): Units {
  return parseWireAmount(wire) ?? 0n;
}

type Fees = Pick<WithdrawOptions, 'fee' | 'feeFree'>;

/** The fee of the next withdrawal: none while withdrawals of the month without one are left. */
function nextFee({ fee, feeFree }: Fees): WithdrawOptions['fee'] {
  return feeFree && feeFree.left > 0 ? { fixed: '0.0000', basisPoints: 0 } : fee;
}

/** What the request names as the fee that is shown, so that a higher one is refused. */
export function shownFee(options: Fees): string {
  const { fixed, basisPoints } = nextFee(options);
  return `${fixed} ${basisPoints}`;
}

type Limits = Pick<WithdrawOptions, 'available' | 'maxAmount' | 'today' | 'currency'>;

/** Fee and net amount of a typed amount in wire form, computed as by the platform; undefined if the amount would be refused. */
export function costOf(
  typed: string,
  { fee, feeFree, minAmount, ...limits }: Limits & Fees & Pick<WithdrawOptions, 'minAmount'>,
): { fee: string; net: string } | undefined {
  const amount = typedUnits(typed, limits.currency);
  if (amount === undefined || amount < units(minAmount) || amount > maxAmountOf(limits)) return undefined;
  const { fixed, basisPoints } = nextFee({ fee, ...(feeFree && { feeFree }) });
  const cost = feeOf(amount, { fixed: units(fixed), basisPoints }, limits.currency);
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
