import { CLASSED_DIGITS, PRIZE_CLASSES, type PrizeClass, type PrizeClassName } from '../../rules/prize-classes.ts';
import { ordersOf, winningValues } from './digit-values.ts';
import type { ClassRule, DigitRule } from './rules.ts';

/** What the classes pay relative to each other: big all five of them, small the first three. */
const WEIGHTS: Readonly<Record<ClassRule['pays'], Readonly<Partial<Record<PrizeClassName, bigint>>>>> = {
  big: { first: 2_000n, second: 1_000n, third: 490n, starter: 250n, consolation: 60n },
  small: { first: 3_000n, second: 2_000n, third: 800n },
};

/** The classes that a bet is paid for, with their relative prizes. */
export function paidClasses({ pays }: Pick<ClassRule, 'pays'>): readonly (PrizeClass & { readonly weight: bigint })[] {
  return PRIZE_CLASSES.flatMap((one) => {
    const weight = WEIGHTS[pays][one.name];
    return weight === undefined ? [] : [{ ...one, weight }];
  });
}

const AS_DIGITS: Readonly<Record<ClassRule['bets'], 'number' | 'box' | 'roll'>> = {
  straight: 'number',
  box: 'box',
  ibox: 'box',
  roll: 'roll',
};

/** How a bet is compared with the number of one prize. */
export function digitRuleOf({ bets }: Pick<ClassRule, 'bets'>): DigitRule {
  return { kind: AS_DIGITS[bets], starts: [0], length: CLASSED_DIGITS };
}

/** The numbers that a bet stands for. */
export function coveredNumbers(rule: Pick<ClassRule, 'bets'>, bet: string): readonly string[] {
  return winningValues(digitRuleOf(rule), bet);
}

/** How many times the stake of a bet its player pays. */
export function stakesOf({ bets }: Pick<ClassRule, 'bets'>, bet: string): number {
  if (bets === 'box') return ordersOf(bet).length;
  return bets === 'roll' ? 10 : 1;
}
