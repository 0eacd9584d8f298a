import type { Emblem, StudioGame } from '../../../../shared/studio/catalogue.ts';
import type { SlotFrame, SlotLook } from '../../../../shared/studio/slot-looks.ts';
import { pick, seededRandom } from '../random.ts';
import { emblemOf } from '../style.ts';
import type { LowSet } from './low-figures.ts';

/** Drawings that only slots have, beside the emblems. */
export type InkFigure =
  | 'ink-ship'
  | 'ink-anchor'
  | 'ink-compass'
  | 'ink-gull'
  | 'ink-shell'
  | 'ink-eye'
  | 'ink-koi'
  | 'ink-lotus'
  | 'ink-fan';
export type Figure = Emblem | InkFigure;

type Choices<T> = readonly [T, ...T[]];

/** What the slots of a theme are drawn with; each game takes its own choice of it. */
interface Theme {
  /** At least six, so that four are left beside the cover's emblem, the wild and the scatter. */
  readonly high: readonly Figure[];
  readonly low: Choices<LowSet>;
  readonly wild: Choices<Figure>;
  readonly scatter: Choices<Figure>;
  readonly frame: Choices<SlotFrame>;
  readonly motif: SlotLook['motif'];
}

export const THEMES = {
  harbour: {
    high: ['ink-ship', 'ink-anchor', 'ink-compass', 'ink-gull', 'helm', 'ink-shell', 'wave'],
    low: ['royals', 'suits'],
    wild: ['lighthouse', 'helm'],
    scatter: ['chest', 'compass'],
    frame: ['gold', 'wood'],
    motif: 'waves',
  },
  pirate: {
    high: ['ship', 'cannon', 'compass', 'anchor', 'swords', 'coin', 'kraken'],
    low: ['suits', 'tiles'],
    wild: ['helm', 'crown'],
    scatter: ['chest', 'target'],
    frame: ['wood', 'iron'],
    motif: 'waves',
  },
  deep: {
    high: ['kraken', 'whale', 'turtle', 'ink-shell', 'jelly', 'wave', 'koi'],
    low: ['stones', 'suits'],
    wild: ['shark', 'eye'],
    scatter: ['chest', 'moon'],
    frame: ['silver', 'jade'],
    motif: 'waves',
  },
  lantern: {
    high: ['ink-eye', 'ink-koi', 'ink-lotus', 'ink-fan', 'envelope', 'pagoda'],
    low: ['royals', 'tiles'],
    wild: ['lantern', 'flame'],
    scatter: ['moon', 'comet'],
    frame: ['lacquer', 'gold'],
    motif: 'rays',
  },
  garden: {
    high: ['koi', 'lotus', 'ink-fan', 'turtle', 'feather', 'ink-koi', 'coin'],
    low: ['suits', 'royals'],
    wild: ['pagoda', 'ink-lotus'],
    scatter: ['moon', 'lantern'],
    frame: ['jade', 'gold'],
    motif: 'lattice',
  },
  teahouse: {
    high: ['pagoda', 'envelope', 'lantern', 'ink-lotus', 'ink-fan', 'coin', 'cards'],
    low: ['tiles', 'royals'],
    wild: ['ink-eye', 'koi'],
    scatter: ['coin', 'moon'],
    frame: ['lacquer', 'jade'],
    motif: 'lattice',
  },
  gems: {
    high: ['crystal', 'gem', 'crown', 'moon', 'seven', 'shield'],
    low: ['stones'],
    wild: ['comet', 'sun'],
    scatter: ['trophy', 'chest'],
    frame: ['silver', 'gold', 'neon'],
    motif: 'lattice',
  },
  sevens: {
    high: ['seven', 'crown', 'coin', 'ink-shell', 'cards', 'dice'],
    low: ['fruits', 'suits'],
    wild: ['flame', 'sun'],
    scatter: ['gem', 'trophy'],
    frame: ['gold', 'neon'],
    motif: 'rays',
  },
  desert: {
    high: ['scarab', 'eye', 'pyramid', 'sun', 'feather', 'coin', 'lotus'],
    low: ['runes', 'royals'],
    wild: ['crown', 'sun'],
    scatter: ['chest', 'scarab'],
    frame: ['stone', 'gold'],
    motif: 'deco',
  },
  tropic: {
    high: ['sun', 'ink-shell', 'wave', 'turtle', 'ink-gull', 'feather', 'ship'],
    low: ['fruits'],
    wild: ['fruit', 'ink-lotus'],
    scatter: ['jelly', 'chest'],
    frame: ['wood', 'jade'],
    motif: 'rays',
  },
  forge: {
    high: ['flame', 'swords', 'hammer', 'shield', 'cannon', 'mountain', 'coin'],
    low: ['runes', 'stones'],
    wild: ['crown', 'sun'],
    scatter: ['gem', 'comet'],
    frame: ['iron', 'stone'],
    motif: 'hexagons',
  },
  fable: {
    high: ['crown', 'swords', 'shield', 'feather', 'lantern', 'coin', 'mountain', 'cards'],
    low: ['flasks', 'runes', 'suits'],
    wild: ['moon', 'sun'],
    scatter: ['chest', 'crystal'],
    frame: ['wood', 'stone'],
    motif: 'deco',
  },
  space: {
    high: ['comet', 'moon', 'crystal', 'eye', 'shield', 'controller', 'gem'],
    low: ['planets', 'stones'],
    wild: ['sun', 'crown'],
    scatter: ['target', 'compass'],
    frame: ['neon', 'iron'],
    motif: 'stars',
  },
  north: {
    high: ['mountain', 'crystal', 'shield', 'ink-gull', 'swords', 'feather', 'ship'],
    low: ['runes', 'stones'],
    wild: ['moon', 'crown'],
    scatter: ['comet', 'chest'],
    frame: ['silver', 'iron'],
    motif: 'hexagons',
  },
  court: {
    high: ['crown', 'cards', 'coin', 'feather', 'swords', 'lantern'],
    low: ['suits', 'royals'],
    wild: ['shield', 'gem'],
    scatter: ['chest', 'moon'],
    frame: ['gold', 'lacquer'],
    motif: 'deco',
  },
} as const satisfies Readonly<Record<string, Theme>>;
export type ThemeName = keyof typeof THEMES;

/** Words of a name that call for a theme; the first that fits wins. */
const WORDS: readonly (readonly [RegExp, ThemeName])[] = [
  [/pirate|corsair|buccaneer|bounty|captain|plunder|kraken|treasure island/i, 'pirate'],
  [/\boru\b|nile|desert|dune|sand|pyramid|pharaoh|scarab|caravan|oasis|bazaar|spice/i, 'desert'],
  [/seven/i, 'sevens'],
  [/comet|star|orbit|meteor|galax|nebula|cosmic|lunar|astro|planet|rocket|solar|space/i, 'space'],
  [/forge|anvil|hammer|iron|ember|molten|cinder|phoenix|fire|smith|volcan/i, 'forge'],
  [/frost|polar|winter|northern|aurora|ice|snow|fjord|longship|glacier|storm/i, 'north'],
  [/whale|deep|fathom|reef|coral|pearl|mermaid|shoal|abyss|trench|shark|octopus/i, 'deep'],
  [/papaya|mango|guava|berry|coconut|jelly|hula|hammock|surf|lime|tropic|palm|fruit|juice|parrot|jungle|monkey/i, 'tropic'],
  [/tea ?house|mandarin|envelope|emperor|dynasty|temple|pavilion|calligraphy|bamboo|jade|silk|rice|pagoda/i, 'teahouse'],
  [/koi|lotus|garden|plum|blossom|moon/i, 'garden'],
  [/lantern|dragon|festival|night market/i, 'lantern'],
  [/gem|ruby|emerald|sapphire|opal|topaz|garnet|diamond|quartz|crystal|prism|amber|jewel|stone|facet/i, 'gems'],
  [/harbour|tide|anchor|lighthouse|ferry|marina|regatta|compass|breakwater|sail|gale|typhoon|drift|wave/i, 'harbour'],
  [/knight|castle|dragon|wizard|witch|elf|fairy|fable|tale|spell|quest|wolf|forest|unicorn|troll/i, 'fable'],
  [/crown|queen|king|royal|card|velvet|masque|ball|palace/i, 'court'],
];
/** What a house is known for, where a name leaves it open. */
const HOUSES: Readonly<Record<string, ThemeName>> = {
  NOVA: 'gems',
  BKOI: 'garden',
  ORU: 'desert',
  PAPAYA: 'tropic',
  EMBER: 'forge',
};
/** Houses whose every game plays in their own world. */
const WORLDS: Readonly<Record<string, ThemeName>> = { FABLE: 'fable', METEOR: 'space' };

export function themeNameOf(game: StudioGame): ThemeName {
  return WORLDS[game.vassalage] ?? WORDS.find(([word]) => word.test(game.name))?.[1] ?? HOUSES[game.vassalage] ?? 'court';
}

/** The choice that a game takes of its theme: the same one on every machine. */
export interface GameTheme extends SlotLook {
  /** Of the ranks `top`, `high1`, `high2`, `high3`. The cover's emblem is the top symbol, so that who comes for it finds it. */
  readonly high: readonly Figure[];
  readonly low: LowSet;
  readonly wild: Figure;
  readonly scatter: Figure;
}

export function gameTheme(game: StudioGame): GameTheme {
  const theme: Theme = THEMES[themeNameOf(game)];
  const random = seededRandom(`slot:${game.gameId}`);
  const taken = new Set([plain(emblemOf(game))]);
  const take = (figures: readonly Figure[]): Figure => {
    const free = figures.filter((figure) => !taken.has(plain(figure)));
    const chosen = free[Math.floor(random() * free.length)] ?? figures[0] ?? 'gem';
    taken.add(plain(chosen));
    return chosen;
  };
  const [wild, scatter] = [take(theme.wild), take(theme.scatter)];
  const high = [emblemOf(game), take(theme.high), take(theme.high), take(theme.high)];
  return { high, wild, scatter, low: pick(random, theme.low), frame: pick(random, theme.frame), motif: theme.motif };
}

export function slotLook(game: StudioGame): SlotLook {
  const { frame, motif } = gameTheme(game);
  return { frame, motif };
}

/** Two drawings of one thing count as one. */
function plain(figure: Figure): string {
  return figure === 'ink-eye' ? 'eye' : figure.replace('ink-', '');
}
