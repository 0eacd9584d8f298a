import type { Emblem, StudioGame } from '../../../../shared/games/catalogue.ts';
import type { SlotLook } from '../../../../shared/games/slot-looks.ts';
import { emblemOf } from '../style.ts';
import { world as deep } from './worlds/deep.ts';
import { world as desert } from './worlds/desert.ts';
import { world as fable } from './worlds/fable.ts';
import { world as festival } from './worlds/festival.ts';
import { world as forge } from './worlds/forge.ts';
import { world as fruit } from './worlds/fruit.ts';
import { world as gems } from './worlds/gems.ts';
import { world as harbour } from './worlds/harbour.ts';
import { world as ice } from './worlds/ice.ts';
import { world as jungle } from './worlds/jungle.ts';
import { world as koi } from './worlds/koi.ts';
import { world as pirate } from './worlds/pirate.ts';
import { world as sevens } from './worlds/sevens.ts';
import { world as space } from './worlds/space.ts';
import { world as sweets } from './worlds/sweets.ts';
import { world as teahouse } from './worlds/teahouse.ts';
import type { World } from './worlds/world.ts';

export const WORLDS = {
  harbour,
  festival,
  gems,
  koi,
  desert,
  fruit,
  forge,
  fable,
  space,
  sevens,
  pirate,
  ice,
  jungle,
  teahouse,
  sweets,
  deep,
} as const satisfies Readonly<Record<string, World>>;
export type WorldName = keyof typeof WORLDS;

/** Words of a name that select a theme; the first match wins. */
const WORDS: readonly (readonly [RegExp, WorldName])[] = [
  [/pirate|corsair|loot|robber|bounty|kraken eye|captain|junk boat|longship|moonbase vault/i, 'pirate'],
  [/nile|desert|dune|sand|pyramid|pharaoh|scarab|caravan|oasis|bazaar|sunstone|spice|\boru\b/i, 'desert'],
  [/candy|jelly|gingerbread|honey|pop\b/i, 'sweets'],
  [/winter|frost|snow|\bice\b|polar|aurora|northern|quartz|crystal|diamond weather|quarry|mountain|stormglass/i, 'ice'],
  [/papaya|mango|lime|berry|coconut|guava|surf|beach|hula|hammock|orchard|tiki/i, 'fruit'],
  [/tea ?house|pavilion|pagoda|mandarin|calligraphy|cloud temple|plum|emperor|silk lotus|rice/i, 'teahouse'],
  [/tiger|bamboo|jade mountain|emerald|turquoise temple|moss|nettles|green|frog|dragon of|staircase/i, 'jungle'],
  [/forge|anvil|iron|viking|molten|ember|cinder|ash\b|hammer|shield|guard/i, 'forge'],
  [/deep|fathom|reef|whale|mermaid|pearl|coral|kraken|sunken|shoal|sea witch|shell/i, 'deep'],
  [/comet|meteor|orbit|saturn|solar|planet|moonbase|galaxy|star|cosm|lunar/i, 'space'],
  [/koi|lotus|river/i, 'koi'],
  [/seven/i, 'sevens'],
  [/lantern|festival|phoenix|night market|envelope|dragon/i, 'festival'],
];

/** If the name selects no theme, the emblem does. */
const BY_EMBLEM: Readonly<Partial<Record<Emblem, WorldName>>> = {
  gem: 'gems',
  crystal: 'ice',
  seven: 'sevens',
  koi: 'koi',
  lotus: 'koi',
  lantern: 'festival',
  envelope: 'festival',
  pagoda: 'teahouse',
  cards: 'teahouse',
  fruit: 'fruit',
  shield: 'forge',
  hammer: 'forge',
  flame: 'forge',
  shell: 'deep',
  whale: 'deep',
  kraken: 'deep',
  chest: 'pirate',
  mountain: 'ice',
  crown: 'gems',
  coin: 'harbour',
  sun: 'desert',
  eye: 'jungle',
  pyramid: 'desert',
  scarab: 'desert',
  feather: 'fable',
  comet: 'space',
  moon: 'festival',
};

/** Vendors with one world for all their games; words of a name still move some of them. */
const BY_VENDOR: Readonly<Record<string, WorldName>> = { METEOR: 'space', FABLE: 'fable' };
const STAYS: Readonly<Record<string, RegExp>> = {
  METEOR: /sevens|andromeda ice|aurora|alien orchard|cards|koi|asteroid anvil/i,
  FABLE: /gingerbread|honey|orchard|whale|kraken|sevens|winter|snow|robber|sea witch|hammer|iron|koi|lotus|frog|dragon/i,
};

/** The world of a slot, by its name, its vendor and its emblem. */
export function worldNameOf(game: StudioGame): WorldName {
  const word = WORDS.find(([pattern]) => pattern.test(game.name))?.[1];
  const own = BY_VENDOR[game.vassalage];
  if (own && !STAYS[game.vassalage]?.test(game.name)) return own;
  return word ?? BY_EMBLEM[emblemOf(game)] ?? own ?? 'harbour';
}

export function slotLook(game: StudioGame): SlotLook {
  const { frame, motif, voice } = WORLDS[worldNameOf(game)];
  return { frame, motif, voice };
}
