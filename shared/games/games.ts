import {
  type Engine,
  type GameType,
  SLOT_VARIANTS,
  type SlotVariant,
  type StudioGame,
  type StudioVendor,
  type Variant,
} from './catalogue.ts';
import type { Title } from './title.ts';
import { TITLES } from './titles.ts';

/** The invented vendors whose games the studio serves. */
export const STUDIO_VENDORS: readonly StudioVendor[] = [
  { code: 'NOVA', name: 'Northlight', hot: true, category: 'RNG' },
  { code: 'BKOI', name: 'Blue Koi', hot: true, category: 'RNG' },
  { code: 'ORU', name: 'Oru Games', hot: false, category: 'RNG' },
  { code: 'PAPAYA', name: 'Papaya Play', hot: false, category: 'RNG' },
  { code: 'EMBER', name: 'Ember Forge', hot: false, category: 'RNG' },
  { code: 'FABLE', name: 'Fable Reels', hot: true, category: 'RNG' },
  { code: 'METEOR', name: 'Meteor Works', hot: false, category: 'RNG' },
  { code: 'KESTREL', name: 'Kestrel Live', hot: true, category: 'LIVE' },
  { code: 'SALON', name: 'Grand Salon', hot: false, category: 'LIVE' },
  { code: 'DS88', name: 'Deepwater Sports', hot: true, category: 'SPORTS' },
  { code: 'MERIDIAN', name: 'Meridian Sport', hot: false, category: 'SPORTS' },
  { code: 'IMES', name: 'Iris Esports', hot: true, category: 'ESPORTS' },
  { code: 'SV3', name: 'Sevenfold', hot: false, category: 'ESPORTS' },
  { code: 'AV', name: 'Avenue Arena', hot: false, category: 'ESPORTS' },
  { code: 'TIDAL', name: 'Tidal Hunt', hot: true, category: 'FISH', popup: true },
  { code: 'CORALIA', name: 'Coralia', hot: false, category: 'FISH', popup: true },
  { code: 'JADE', name: 'Jade Table', hot: true, category: 'PVP' },
  { code: 'RIVAL', name: 'Rival Cards', hot: false, category: 'PVP' },
  { code: 'TCG_SEA', name: 'Sea Lottery', hot: true, category: 'LOTT' },
  { code: 'TCG_LOTTO_VN', name: 'Delta Lottery', hot: false, category: 'LOTT' },
  { code: 'HALO', name: 'Halo Lotto', hot: false, category: 'LOTT' },
  { code: 'STARFALL', name: 'Starfall Draws', hot: false, category: 'ELOTT' },
];

/** The properties of a game that its variant decides. */
const KINDS: Readonly<Record<Variant, { readonly engine: Engine; readonly gameType: GameType }>> = {
  ...(Object.fromEntries(SLOT_VARIANTS.map((variant) => [variant, { engine: 'slot', gameType: 'VIDEO_SLOT' }])) as Record<
    SlotVariant,
    { readonly engine: Engine; readonly gameType: GameType }
  >),
  classic: { engine: 'dice', gameType: 'FAST' },
  european: { engine: 'roulette', gameType: 'FAST' },
  flight: { engine: 'crash', gameType: 'CRASH' },
  twenty: { engine: 'keno', gameType: 'KENO' },
  reef: { engine: 'fish', gameType: 'FISHING' },
  lagoon: { engine: 'fish', gameType: 'FISHING' },
  deep: { engine: 'fish', gameType: 'FISHING' },
  war: { engine: 'duel', gameType: 'HIGH_CARD' },
  pick: { engine: 'duel', gameType: 'TWO_SIDES' },
  best: { engine: 'duel', gameType: 'THREE_CARDS' },
  pair: { engine: 'digits', gameType: 'DIGITS_2' },
  thirteen: { engine: 'thirteen', gameType: 'THIRTEEN' },
  triple: { engine: 'digits', gameType: 'DIGITS_3' },
  quad: { engine: 'digits', gameType: 'DIGITS_4' },
  north: { engine: 'lottery', gameType: 'DRAW_NORTH' },
  central: { engine: 'lottery', gameType: 'DRAW_SOUTH' },
  south: { engine: 'lottery', gameType: 'DRAW_SOUTH' },
  sea4: { engine: 'lottery', gameType: 'DRAW_4' },
  sea3: { engine: 'lottery', gameType: 'DRAW_3' },
  sea2: { engine: 'lottery', gameType: 'DRAW_2' },
  vn3: { engine: 'lottery', gameType: 'DRAW_3' },
  vn2: { engine: 'lottery', gameType: 'DRAW_2' },
  eleven: { engine: 'lottery', gameType: 'DRAW_11' },
  race: { engine: 'lottery', gameType: 'DRAW_RACE' },
  balls: { engine: 'lottery', gameType: 'DRAW_KENO' },
  fast3: { engine: 'lottery', gameType: 'DRAW_DICE' },
  five1: { engine: 'lottery', gameType: 'DRAW_5' },
  five3: { engine: 'lottery', gameType: 'DRAW_5' },
  five5: { engine: 'lottery', gameType: 'DRAW_5' },
  football: { engine: 'match', gameType: 'FOOTBALL' },
  hockey: { engine: 'match', gameType: 'ICE_HOCKEY' },
  arena: { engine: 'match', gameType: 'ARENA' },
  siege: { engine: 'match', gameType: 'SIEGE' },
  baccarat: { engine: 'table', gameType: 'BAC' },
  dragontiger: { engine: 'table', gameType: 'DAT' },
  sicbo: { engine: 'table', gameType: 'SIC' },
  wheel: { engine: 'table', gameType: 'ROU' },
};

/** Vendors that offer no free play. */
const WITHOUT_TRIAL: readonly string[] = ['EMBER'];

/** The studio's feed in display order. */
export const STUDIO_GAMES: readonly StudioGame[] = STUDIO_VENDORS.flatMap((vendor) =>
  (TITLES[vendor.code] ?? []).map((title) => game(vendor, title)),
);

function game({ code: vassalage, category }: StudioVendor, [name, variant, emblem, hue, mark]: Title): StudioGame {
  return {
    gameId: `${vassalage}_${name.toUpperCase().replaceAll(' ', '_')}`,
    name,
    vassalage,
    category,
    ...KINDS[variant],
    variant,
    emblem,
    hue,
    trial: !WITHOUT_TRIAL.includes(vassalage),
    hot: mark === 'hot',
    fresh: mark === 'new',
  };
}
