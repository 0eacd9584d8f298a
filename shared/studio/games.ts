import type { GameCategory } from '../constants.ts';
import type { Engine, StudioGame, StudioVendor, Variant } from './catalogue.ts';
import { TITLES, type Title } from './titles.ts';

/** The invented vendors whose games the studio serves. */
export const STUDIO_VENDORS: readonly StudioVendor[] = [
  { code: 'NOVA', name: 'Northlight', hot: true },
  { code: 'BKOI', name: 'Blue Koi', hot: true },
  { code: 'ORU', name: 'Oru Games', hot: false },
  { code: 'PAPAYA', name: 'Papaya Play', hot: false },
  { code: 'EMBER', name: 'Ember Forge', hot: false },
  { code: 'KESTREL', name: 'Kestrel Live', hot: true },
  { code: 'SALON', name: 'Grand Salon', hot: false },
  { code: 'STARFALL', name: 'Starfall Draws', hot: false },
];

/** What a variant decides about its game. */
const KINDS: Readonly<Record<Variant, { engine: Engine; category: GameCategory; gameType: StudioGame['gameType'] }>> = {
  harbour: { engine: 'slot', category: 'RNG', gameType: 'VIDEO_SLOT' },
  lantern: { engine: 'slot', category: 'RNG', gameType: 'VIDEO_SLOT' },
  gems: { engine: 'slot', category: 'RNG', gameType: 'VIDEO_SLOT' },
  classic: { engine: 'dice', category: 'RNG', gameType: 'FAST' },
  european: { engine: 'roulette', category: 'LIVE', gameType: 'ROULETTE' },
  twenty: { engine: 'keno', category: 'ELOTT', gameType: 'KENO' },
};

/** Vendors that offer no free play; live tables never do. */
const WITHOUT_TRIAL: readonly string[] = ['EMBER', 'KESTREL', 'SALON'];

/** The studio's feed, in the order of display. */
export const STUDIO_GAMES: readonly StudioGame[] = STUDIO_VENDORS.flatMap(({ code }) =>
  (TITLES[code] ?? []).map((title) => game(code, title)),
);

function game(vassalage: string, [name, variant, emblem, hue, mark]: Title): StudioGame {
  return {
    gameId: `${vassalage}_${name.toUpperCase().replaceAll(' ', '_')}`,
    name,
    vassalage,
    ...KINDS[variant],
    variant,
    emblem,
    hue,
    trial: !WITHOUT_TRIAL.includes(vassalage),
    hot: mark === 'hot',
    fresh: mark === 'new',
  };
}
