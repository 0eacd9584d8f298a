import { highestTarget, multiplierText } from '../../../shared/games/crash/flight.ts';
import type { FlightBet } from '../../../shared/games/crash/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { Units } from '../../../shared/money/money.ts';
import { unitsOf } from '../lib/stakes.ts';

/** The auto cash-out of a bet. One without goes to the highest multiplier that its stake may have. */
export function autoText({ target, stake }: Pick<FlightBet, 'target' | 'stake'>, t: Translate, coin: Units): string {
  return autoTextAt(target >= highestTarget(unitsOf(stake), coin) ? null : target, t);
}

export function autoTextAt(target: number | null, t: Translate): string {
  return target === null ? t('studio.crash_auto_off') : t('studio.crash_auto_at', { multiplier: multiplierText(target) });
}
