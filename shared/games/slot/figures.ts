import type { SlotVariant } from '../catalogue.ts';
import { type Fraction, fraction } from '../fraction.ts';
import stored from './figures.json' with { type: 'json' };

/** Results of `npm run simulate -- --exact` over all combinations of stops; `figures.test.ts` recomputes parts of them. */
interface Stored {
  /** Exact return per unit staked, as "numerator/denominator". */
  readonly returned: string;
  /** Standard deviation of a round in stakes. */
  readonly deviation: string;
  /** Percentage of rounds whose first spin pays or starts a feature. */
  readonly hit: string;
  /** The largest round that the rules allow, in stakes. */
  readonly most: string;
  /** A partial sum for a quick check (`sliceOf`). */
  readonly slice: string;
}
const FIGURES: Readonly<Record<SlotVariant, Stored>> = stored;

/** Upper bounds of the volatility classes: the highest standard deviation of a round, in stakes, of each class. */
export const VOLATILITY_UP_TO = { low: 3, medium: 6, high: 12 } as const;
export type Volatility = keyof typeof VOLATILITY_UP_TO | 'very_high';

export interface SlotFacts extends Omit<Stored, 'returned' | 'slice'> {
  readonly volatility: Volatility;
}

export function slotReturn(variant: SlotVariant): Fraction {
  const [top = '0', bottom = '1'] = FIGURES[variant].returned.split('/');
  return fraction(BigInt(top), BigInt(bottom));
}

export function slotFacts(variant: SlotVariant): SlotFacts {
  const { deviation, hit, most } = FIGURES[variant];
  return { deviation, hit, most, volatility: volatilityOf(Number(deviation)) };
}

export function volatilityOf(deviation: number): Volatility {
  const { low, medium, high } = VOLATILITY_UP_TO;
  if (deviation <= low) return 'low';
  if (deviation <= medium) return 'medium';
  return deviation <= high ? 'high' : 'very_high';
}
