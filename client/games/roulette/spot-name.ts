import { rouletteSpot } from '../../../shared/games/roulette.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';

/** A spot in words: "Split 17, 20". */
export function spotName(id: string, t: Translate): string {
  const spot = rouletteSpot(id);
  if (!spot) return id;
  if (spot.kind === 'even-money') return t(`studio.spot_${id}`);
  const numbers = spot.kind === 'dozen' || spot.kind === 'column' ? id.split('-')[1] : spot.numbers.join(', ');
  return t(`studio.spot_${spot.kind}`, { numbers: numbers ?? '' });
}
