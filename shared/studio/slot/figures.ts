import type { SlotVariant } from '../catalogue.ts';
import { type Fraction, fraction } from '../fraction.ts';
import stored from './figures.json' with { type: 'json' };

/** The exact expected return of one unit staked, as computed from all combinations of stops. */
export function slotReturn(variant: SlotVariant): Fraction {
  const [top = '0', bottom = '1'] = stored[variant].returned.split('/');
  return fraction(BigInt(top), BigInt(bottom));
}
