import type { GameCategory } from '../../../../shared/constants.ts';
import type { GameDraft, VendorDraft } from './store.ts';

/** A large reproducible catalogue: 60 invented vendors and 10,000 invented games. */
export interface ManyGames {
  readonly vendors: readonly VendorDraft[];
  readonly games: readonly GameDraft[];
}

const splitWords = (text: string): readonly string[] => text.split(' ');
const FIRST = splitWords(
  'Amber Ancient Azure Blazing Brave Bright Calm Café Copper Coral Cosmic Crimson Crystal Daring Deep Desert Distant Double Eager Ember Emerald Endless Fabled Fierce Flying Forest Frozen Gentle Giant Gilded Glass Golden Hidden Hollow Humble Indigo Iron Ivory Jade Jolly Kind Lazy Little Lost Lucky Lunar Marble Mellow Misty Naïve Neon Noble Northern Opal Painted Paper Pearl Proud Quiet Rapid Restless Rising Roaming Royal Rusty Sacred Sapphire Secret Señor Silent Silver Sleepy Solar Spicy Starlit Stormy Sunken Tidal Tiny Twin Velvet Wandering Wild Winter',
);
const SECOND = splitWords(
  'Anchors Apricots Badgers Bamboo Bazaar Beacons Bells Blossoms Bridges Buffalo Cactus Caravan Castle Cherries Cliffs Clouds Clover Comets Cranes Crowns Dragons Drums Dunes Eagles Embers Falcons Feathers Ferns Foxes Fruit Galleon Garden Geysers Glaciers Harbour Harvest Herons Horses Hives Islands Jaguars Jungle Kites Koi Lagoon Lanterns Leopards Lotus Lynx Mangoes Masks Meadows Meteors Mills Monkeys Moons Oasis Orchards Otters Pagoda Pandas Parrots Peaks Pepper Pirates Planets Plums Ponies Prairie Quarry Rapids Ravens Reefs Rivers Roses Rubies Sails Sevens Sharks Shells Spires Stallions Stars Storks Temples Tigers Tides Totems Towers Tulips Valleys Vines Volcano Waves Whales Wheels Willows Wolves Yaks Zephyrs',
);
const THIRD = ['', 'Deluxe', 'Rush', 'Megawheel', '88', 'Đêm'];
const BRANDS = splitWords('Aurora Birch Cinder Dovetail Elm Fjord Gable Heron Inlet Juniper Kelp Linden Marlin Nimbus Osprey');
const TRADE = splitWords('Play Works Gaming Studios');
/** Categories of a large catalogue, for every twenty vendors. */
const CATEGORIES: readonly GameCategory[] = [
  ...Array.from({ length: 12 }, (): GameCategory => 'RNG'),
  ...(['LIVE', 'LIVE', 'FISH', 'FISH', 'PVP', 'PVP', 'ELOTT', 'LOTT'] as const),
];
const KINDS: Readonly<Partial<Record<GameCategory, readonly string[]>>> = {
  RNG: ['VIDEO_SLOT', 'CLASSIC_SLOT', 'FAST'],
  LIVE: ['BAC', 'ROU', 'SIC', 'DAT'],
  PVP: ['HIGH_CARD', 'TWO_SIDES'],
};

export function manyGames({ provider, count = 10_000 }: { readonly provider: string; readonly count?: number }): ManyGames {
  const random = randomFrom(20_261_121);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const vendors = Array.from({ length: 60 }, (_, n): VendorDraft & { readonly category: GameCategory } => ({
    code: `MANY${String(n).padStart(2, '0')}`,
    name: `${BRANDS[n % BRANDS.length]} ${TRADE[Math.floor(n / BRANDS.length)]}`,
    provider,
    hot: n % 10 === 0,
    popup: false,
    position: 1_000 + n,
    category: CATEGORIES[n % CATEGORIES.length] as GameCategory,
  }));
  const games = Array.from({ length: count }, (_, n): GameDraft => {
    const vendor = pick(vendors);
    return {
      id: `${vendor.code}_${n}`,
      vendor: vendor.code,
      vendorName: vendor.name,
      name: nameOf(n),
      category: vendor.category,
      gameType: pick(KINDS[vendor.category] ?? ['OTHER']),
      trial: random() < 0.8,
      hot: random() < 0.03,
      fresh: random() < 0.05,
      rtp: random() < 0.9 ? (94 + Math.floor(random() * 400) / 100).toFixed(2) : null,
      volatility: null,
      mostWin: null,
      minBet: pick([1_000n, 2_000n, 5_000n, 10_000n]),
      maxBet: 10_000_000n,
      lineNum: pick([1, 5, 10, 20, 25, 50]),
      position: n,
    };
  });
  return { vendors: vendors.map(({ category: _category, ...vendor }) => vendor), games };
}

/** A unique name for every number: the stride and the number of names have no common factor. */
function nameOf(n: number): string {
  const at = (n * 7_919) % (FIRST.length * SECOND.length * THIRD.length);
  const first = FIRST[at % FIRST.length];
  const second = SECOND[Math.floor(at / FIRST.length) % SECOND.length];
  const third = THIRD[Math.floor(at / (FIRST.length * SECOND.length))];
  return [first, second, third].filter(Boolean).join(' ');
}

/** Reproducible numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
