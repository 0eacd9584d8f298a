import type { Emblem, StudioGame, Variant } from '../../../shared/games/catalogue.ts';
import type { Face } from './lettering.ts';
import type { Backdrop, MotifName } from './motifs.ts';
import type { Metal, PaletteChoice } from './palette.ts';
import { between, pick, type Random } from './random.ts';

type Choices<T> = readonly [T, ...T[]];

/** All choices of a cover that are made before it is drawn. */
export interface Style {
  readonly emblem: Emblem;
  readonly colours: PaletteChoice;
  readonly motif: MotifName;
  readonly backdrop: Backdrop;
  readonly arrangement: 'single' | 'twins' | 'circle' | 'trail';
  readonly face: Face;
  readonly lettering: 'title' | 'candy';
  readonly mirrored: boolean;
}

/** Words of a name that select an emblem; the first match wins, the catalogue's emblem is the fallback. */
const EMBLEM_WORDS: readonly (readonly [RegExp, Emblem])[] = [
  [/lighthouse|breakwater|lights\b|guard\b/i, 'lighthouse'],
  [/junk boat|ferry|regatta|longship|corsair|pirate|marina|caravel/i, 'ship'],
  [/whale/i, 'whale'],
  [/kraken|fathom/i, 'kraken'],
  [/anchor|iron harbour|salt/i, 'anchor'],
  [/compass/i, 'compass'],
  [/captain|sailor|tide runner|hammock/i, 'helm'],
  [/pearl|reef|coral|mermaid|sea silk/i, 'shell'],
  [/typhoon|gale|surf|delta|tide\b/i, 'wave'],
  [/moon festival|moonstone|rice moon|lotus moon|midnight crown/i, 'moon'],
  [/sunstone|sun\b|sunset|hula/i, 'sun'],
  [/phoenix|molten|cinder|ember lanterns/i, 'flame'],
  [/comet keno|firefly/i, 'comet'],
  [/mountain|northern|quarry/i, 'mountain'],
  [/pyramid|dune|sands/i, 'pyramid'],
  [/scarab|pharaoh/i, 'scarab'],
  [/vault|bounty|loot|treasure|spice/i, 'chest'],
  [/envelope|mandarin/i, 'envelope'],
  [/forge|anvil gold/i, 'hammer'],
  [/pavilion|temple|night market|teahouse|emperor|caravan/i, 'pagoda'],
  [/papaya pop|mango|guava|lime light|berry|coconut|jelly/i, 'fruit'],
  [/crystal|quartz|prism|staircase|weather|ladder/i, 'crystal'],
];

/** Stones and dyes named in a title: hue of the accent. */
const NAMED_HUES: readonly (readonly [RegExp, number])[] = [
  [/ruby|garnet|crimson|berry|guava|mandarin|\bred\b/i, 18],
  [/amber|topaz|golden|gilded|mango|papaya|sunstone/i, 72],
  [/emerald|jade|lime|bamboo|oasis/i, 152],
  [/turquoise|teal|aurora/i, 190],
  [/sapphire|lapis|blue|deep/i, 258],
  [/opal|diamond|crystal|moonstone|silver|polar|frost/i, 215],
  [/quartz|plum|candy|velvet/i, 350],
  [/obsidian|amethyst|midnight|kraken/i, 300],
];

const MOODS: Readonly<Record<Variant, { motifs: Choices<MotifName>; faces: Choices<Face> }>> = {
  harbour: { motifs: ['swell', 'horizon', 'contour', 'stars', 'rays', 'scales', 'clouds'], faces: ['jolly', 'block', 'smooth', 'tall'] },
  lantern: { motifs: ['scales', 'clouds', 'ridges', 'petals', 'bokeh', 'fan'], faces: ['noble', 'smooth', 'jolly', 'noble'] },
  gems: { motifs: ['facets', 'shards', 'rays', 'hexagons', 'rings', 'stars', 'harlequin'], faces: ['jolly', 'smooth', 'noble', 'block'] },
  orchard: { motifs: ['petals', 'rays', 'bokeh', 'rings'], faces: ['jolly', 'block', 'smooth'] },
  sevens: { motifs: ['rays', 'harlequin', 'slashes', 'stars'], faces: ['block', 'jolly', 'tall'] },
  pearl: { motifs: ['scales', 'swell', 'bokeh', 'contour'], faces: ['smooth', 'noble', 'jolly'] },
  current: { motifs: ['swell', 'contour', 'clouds', 'slashes'], faces: ['jolly', 'tall', 'smooth'] },
  summit: { motifs: ['ridges', 'shards', 'clouds', 'facets'], faces: ['tall', 'block', 'noble'] },
  avalanche: { motifs: ['shards', 'ridges', 'facets', 'slashes'], faces: ['block', 'tall', 'jolly'] },
  canyon: { motifs: ['ridges', 'dunes', 'contour', 'rays'], faces: ['block', 'noble', 'tall'] },
  bloom: { motifs: ['petals', 'hexagons', 'bokeh', 'clouds'], faces: ['jolly', 'smooth', 'noble'] },
  market: { motifs: ['harlequin', 'bokeh', 'skyline', 'rings'], faces: ['jolly', 'smooth', 'block'] },
  tome: { motifs: ['harlequin', 'stars', 'contour', 'facets'], faces: ['noble', 'smooth', 'tall'] },
  starfield: { motifs: ['stars', 'orbits', 'rays', 'rings'], faces: ['tall', 'jolly', 'smooth'] },
  banner: { motifs: ['slashes', 'harlequin', 'rays', 'fan'], faces: ['noble', 'block', 'tall'] },
  vault: { motifs: ['hexagons', 'rings', 'facets', 'harlequin'], faces: ['block', 'noble', 'jolly'] },
  carousel: { motifs: ['fan', 'rays', 'rings', 'harlequin'], faces: ['jolly', 'noble', 'smooth'] },
  mist: { motifs: ['clouds', 'contour', 'bokeh', 'ridges'], faces: ['smooth', 'noble', 'tall'] },
  classic: { motifs: ['slashes', 'facets', 'skyline', 'rays', 'orbits'], faces: ['block', 'tall', 'smooth'] },
  european: { motifs: ['fan', 'harlequin', 'rings', 'skyline', 'bokeh'], faces: ['noble', 'tall', 'smooth'] },
  flight: { motifs: ['stars', 'orbits', 'horizon', 'clouds', 'rays', 'ridges'], faces: ['tall', 'block', 'smooth'] },
  twenty: { motifs: ['stars', 'bokeh', 'orbits', 'rays', 'rings'], faces: ['jolly', 'block'] },
  reef: { motifs: ['swell', 'scales', 'bokeh', 'rays'], faces: ['jolly', 'smooth', 'block'] },
  lagoon: { motifs: ['swell', 'contour', 'rays', 'scales'], faces: ['jolly', 'block', 'noble'] },
  deep: { motifs: ['contour', 'bokeh', 'orbits', 'swell'], faces: ['tall', 'block', 'noble'] },
  war: { motifs: ['harlequin', 'slashes', 'rays', 'shards'], faces: ['block', 'tall'] },
  thirteen: { motifs: ['swell', 'scales', 'contour', 'fan'], faces: ['smooth', 'tall', 'block'] },
  pick: { motifs: ['harlequin', 'fan', 'rings', 'clouds'], faces: ['noble', 'smooth'] },
  best: { motifs: ['fan', 'rays', 'facets', 'harlequin'], faces: ['tall', 'noble', 'block'] },
  pair: { motifs: ['rings', 'bokeh', 'rays', 'stars'], faces: ['block', 'jolly'] },
  triple: { motifs: ['skyline', 'orbits', 'rays', 'bokeh'], faces: ['jolly', 'smooth'] },
  quad: { motifs: ['swell', 'skyline', 'rays', 'rings'], faces: ['block', 'tall', 'smooth'] },
  north: { motifs: ['petals', 'clouds', 'ridges', 'rays'], faces: ['noble', 'smooth'] },
  central: { motifs: ['swell', 'petals', 'rings', 'contour'], faces: ['smooth', 'jolly'] },
  south: { motifs: ['rays', 'swell', 'bokeh', 'clouds'], faces: ['jolly', 'block'] },
  sea4: { motifs: ['swell', 'skyline', 'rays', 'rings'], faces: ['block', 'tall', 'smooth'] },
  sea3: { motifs: ['skyline', 'orbits', 'rays', 'bokeh'], faces: ['jolly', 'smooth'] },
  sea2: { motifs: ['rings', 'bokeh', 'rays', 'stars'], faces: ['block', 'jolly'] },
  vn3: { motifs: ['clouds', 'orbits', 'rays', 'bokeh'], faces: ['jolly', 'smooth'] },
  vn2: { motifs: ['petals', 'bokeh', 'rays', 'stars'], faces: ['block', 'jolly'] },
  eleven: { motifs: ['bokeh', 'rings', 'orbits', 'stars'], faces: ['jolly', 'block'] },
  race: { motifs: ['slashes', 'skyline', 'rays', 'shards'], faces: ['tall', 'block'] },
  balls: { motifs: ['stars', 'bokeh', 'orbits', 'rays', 'rings'], faces: ['jolly', 'block'] },
  fast3: { motifs: ['facets', 'petals', 'rings', 'slashes'], faces: ['block', 'smooth'] },
  five1: { motifs: ['orbits', 'rays', 'slashes', 'stars'], faces: ['tall', 'block'] },
  five3: { motifs: ['skyline', 'rings', 'contour', 'bokeh'], faces: ['smooth', 'block'] },
  five5: { motifs: ['hexagons', 'fan', 'swell', 'rays'], faces: ['noble', 'smooth'] },
  football: { motifs: ['rays', 'hexagons', 'slashes', 'skyline'], faces: ['block', 'tall'] },
  hockey: { motifs: ['shards', 'facets', 'slashes', 'rings'], faces: ['block', 'tall'] },
  arena: { motifs: ['orbits', 'shards', 'slashes', 'facets'], faces: ['tall', 'block'] },
  siege: { motifs: ['slashes', 'hexagons', 'contour', 'harlequin'], faces: ['tall', 'block'] },
  baccarat: { motifs: ['harlequin', 'fan', 'facets', 'rays'], faces: ['noble', 'tall', 'smooth'] },
  dragontiger: { motifs: ['clouds', 'scales', 'rays', 'ridges'], faces: ['noble', 'block'] },
  sicbo: { motifs: ['petals', 'clouds', 'rings', 'bokeh'], faces: ['jolly', 'noble', 'smooth'] },
  wheel: { motifs: ['fan', 'harlequin', 'rings', 'skyline', 'bokeh'], faces: ['noble', 'tall', 'smooth'] },
};
const DESERT = /\boru\b|nile|desert|dune|sand|pyramid|pharaoh|scarab|caravan|oasis|bazaar/i;
const BACKDROPS: Choices<Backdrop> = ['none', 'none', 'disc', 'halo', 'medallion', 'burst', 'arch', 'diamond'];
const TURNING: readonly Emblem[] = ['koi', 'feather'];
/** Emblems painted in metal; they have too little contrast on a ground of metallic hues. */
const METALLIC: readonly Emblem[] = ['coin', 'helm', 'chest', 'compass', 'pyramid', 'sun', 'anchor', 'ship', 'seven', 'crown'];
/** Natural hues of an emblem; other emblems take any accent. */
const NATURAL: Partial<Record<Emblem, Choices<number>>> = {
  wave: [185, 215, 240],
  whale: [200, 235, 260],
  fruit: [30, 62, 145, 350, 15],
  shark: [225, 245, 195],
};
/** Emblems whose body takes the second colour. */
const IN_SECOND: readonly Emblem[] = ['lantern', 'envelope', 'flame', 'seven', 'pagoda', 'lighthouse'];
const MIRRORING: readonly Emblem[] = [
  'koi',
  'ship',
  'wave',
  'whale',
  'comet',
  'moon',
  'feather',
  'hammer',
  'anchor',
  'fruit',
  'shark',
  'turtle',
];
const REPEATING: readonly Emblem[] = [
  'gem',
  'coin',
  'lantern',
  'crystal',
  'shield',
  'shell',
  'envelope',
  'fruit',
  'flame',
  'lotus',
  'crown',
];

/** Uses the game's name first; the generator decides the rest. */
export function styleOf(game: StudioGame, random: Random): Style {
  const emblem = emblemOf(game);
  const mood = MOODS[game.variant];
  const motif = pick(random, mood.motifs);
  return {
    emblem,
    colours: coloursOf(game, emblem, random),
    motif: DESERT.test(game.name) && random() < 0.7 ? 'dunes' : motif,
    backdrop: pick(random, BACKDROPS),
    arrangement: arrangementOf(emblem, random),
    face: pick(random, mood.faces),
    lettering: random() < 0.7 ? 'title' : 'candy',
    mirrored: MIRRORING.includes(emblem) && random() < 0.5,
  };
}

/** The emblem on a game's cover. Dice, wheels and balls show the kind of game, so words of the name do not replace them. */
export function emblemOf(game: StudioGame): Emblem {
  if (game.engine !== 'slot') return game.emblem;
  return EMBLEM_WORDS.find(([word]) => word.test(game.name))?.[1] ?? game.emblem;
}

function arrangementOf(emblem: Emblem, random: Random): Style['arrangement'] {
  const chance = random();
  if (TURNING.includes(emblem)) return chance < 0.4 ? 'circle' : 'single';
  if (!REPEATING.includes(emblem) || chance < 0.45) return 'single';
  return chance < 0.75 ? 'twins' : 'trail';
}

function coloursOf(game: StudioGame, emblem: Emblem, random: Random): PaletteChoice {
  const named = NAMED_HUES.find(([word]) => word.test(game.name))?.[1];
  const drift = between(random, 24, 52) * (random() < 0.75 ? 1 : -1);
  const free = freeAccent(game.hue, emblem, random);
  const accent = named ?? free;
  const metal = metalOf(game.name, random);
  const hue = groundOf(game.hue + between(random, -7, 7), named, METALLIC.includes(emblem) && metal !== 'silver', random);
  const second = named !== undefined && IN_SECOND.includes(emblem) ? named : secondOf(hue, accent, random);
  return { hue, drift, accent: accent === second ? free : accent, second, metal };
}

function freeAccent(ground: number, emblem: Emblem, random: Random): number {
  const natural = NATURAL[emblem];
  if (natural) return natural.find((hue) => apart(hue, ground) > 45) ?? pick(random, natural);
  return clear(ground + pick(random, [150, 180, 205, 120, -110]) + between(random, -10, 10));
}

/** The catalogue's hue, shifted if the emblem would not stand out from it. */
function groundOf(hue: number, named: number | undefined, metallic: boolean, random: Random): number {
  if (named !== undefined && apart(named, hue) < 50) return hue + pick(random, [100, -80, 75]);
  if (metallic && apart(hue, 68) < 42) return hue + pick(random, [-75, 115, 185]);
  return hue;
}

/** The first of the warm-first list that stands apart from the ground and from the accent. */
function secondOf(ground: number, accent: number, random: Random): number {
  const choices = random() < 0.6 ? [24, 68, 345, 165, 290, 230] : [345, 24, 200, 68, 150, 290];
  return choices.find((hue) => apart(hue, ground) > 35 && apart(hue, accent) > 50) ?? 24;
}

function metalOf(name: string, random: Random): Metal {
  if (/silver|iron|frost|winter|polar|storm|moon|sapphire|skyline|diamond/i.test(name)) return 'silver';
  if (/copper|plum|candy|hula|berry|silk|velvet|opal/i.test(name)) return 'rose';
  if (/bronze|viking|driftwood|anvil|tiki|scarab/i.test(name)) return 'bronze';
  const chance = random();
  return chance < 0.76 ? 'gold' : chance < 0.86 ? 'silver' : chance < 0.95 ? 'rose' : 'bronze';
}

/** Tones between yellow and green look bad on every ground. */
function clear(hue: number): number {
  const turned = ((hue % 360) + 360) % 360;
  return turned > 98 && turned < 138 ? turned + 42 : turned;
}

function apart(one: number, other: number): number {
  const difference = Math.abs((((one - other) % 360) + 360) % 360);
  return Math.min(difference, 360 - difference);
}
