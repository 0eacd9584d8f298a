import { EMBLEMS, type Emblem } from '../../../shared/games/catalogue.ts';
import type { Outline } from './lettering.ts';
import type { Palette } from './palette.ts';
import { between, pick, type Random } from './random.ts';
import { at, line, poly, round, sparkle, times } from './shapes.ts';
import { filesByName, type Parts, type Template, template } from './template.ts';

/** Draws in a box from -100 to 100; the number's outline is for emblems that carry one. */
export type DrawEmblem = (colours: Palette, random: Random, number: Outline) => string;

const FILES = filesByName(import.meta.glob<string>('./emblems/*.svg', { eager: true, query: '?raw', import: 'default' }));

function fileOf(name: string): Template {
  const svg = FILES.get(name);
  if (svg === undefined) throw new Error(`no emblem ${name}`);
  return template(svg);
}

/** One of several files, chosen by the seed. */
function oneOf(...names: readonly [string, ...string[]]): DrawEmblem {
  const files = names.map(fileOf) as [Template, ...Template[]];
  return (colours, random) => pick(random, files)(colours);
}

/** A file with parts that the seed decides. */
function seeded(name: string, partsOf: (random: Random, number: Outline, colours: Palette) => Parts): DrawEmblem {
  const file = fileOf(name);
  return (colours, random, number) => file(colours, partsOf(random, number, colours));
}

const CUTS = (['brilliant', 'emerald', 'round', 'pear', 'hexagon'] as const).map((cut) => fileOf(`gem-${cut}`)) as [
  Template,
  ...Template[],
];

/** Emblems that the seed changes. */
const SEEDED: Readonly<Partial<Record<Emblem, DrawEmblem>>> = {
  lantern: oneOf('lantern-round', 'lantern-tall', 'lantern-palace'),
  /** A ring of 12, 14 or 18 flames. */
  eye: oneOf('eye-12', 'eye-14', 'eye-18'),
  shield: oneOf('shield-heater', 'shield-round'),
  coin: oneOf('coin-star', 'coin-anchor', 'coin-square', 'coin-crown'),
  crown: oneOf('crown-royal', 'crown-tiara', 'crown-royal'),
  koi: oneOf('koi-golden', 'koi-coloured', 'koi-patched'),
  cards: oneOf('cards-spade', 'cards-heart', 'cards-diamond', 'cards-club'),
  gem: (colours, random) => pick(random, CUTS)(colours) + sparkle(between(random, -52, -40), between(random, -56, -44), 17, '#fff'),
  lotus: seeded('lotus', (random) => turnsOfPetals(between(random, 17, 22))),
  fruit: seeded('fruit', (random) => ({ lean: round(between(random, -16, 6)) })),
  compass: seeded('compass', (random) => ({ turn: round(-30 + random() * 80) })),
  dice: seeded('dice', (random) => {
    const lean = random() * 14;
    return { lean0: round(-12 + lean), lean1: round(10 + lean) };
  }),
  wheel: seeded('wheel', (random) => {
    const angle = random() * 6;
    return { x: round(64 * Math.cos(angle)), y: round(64 * Math.sin(angle)) };
  }),
  crystal: seeded('crystal', (random, _number, colours) => ({ tallest: tallestCrystal(between(random, 150, 168), colours) })),
  hammer: seeded('hammer', (random, _number, { metal }) => ({
    sparks: times(7, () => sparkle(-80 + random() * 160, 20 + random() * 60, 5 + random() * 8, metal[3])),
  })),
  balls: seeded('balls', (random, number) =>
    Object.fromEntries(
      [38, 33, 31, 35, 48].flatMap((size, index) => [
        [`number${index}`, number(String(10 + Math.floor(random() * 71)), size * 0.74)],
        [`turn${index}`, round(-14 + random() * 28)],
      ]),
    ),
  ),
  digits: seeded('digits', (random, number) => digitsOf(3, 66, random, number)),
  ticket: seeded('ticket', (random, number) => digitsOf(4, 20, random, number)),
};

export const DRAW = Object.fromEntries(EMBLEMS.map((name) => [name, SEEDED[name] ?? plain(name)])) as Readonly<Record<Emblem, DrawEmblem>>;

function plain(name: Emblem): DrawEmblem {
  const file = fileOf(name);
  return (colours) => file(colours);
}

/** Rows of 9, 6 and 3 petals, `spread` degrees apart and more in the rows in front; of each row the outermost petals first. */
function turnsOfPetals(spread: number): Parts {
  const rows: readonly (readonly [count: number, step: number])[] = [
    [9, spread],
    [6, spread * 1.15],
    [3, spread * 1.3],
  ];
  const turns = rows.flatMap(([count, step]) => {
    const places = Array.from({ length: count }, (_, index) => index - (count - 1) / 2);
    return places.sort((a, b) => Math.abs(b) - Math.abs(a)).map((place) => round(place * step));
  });
  return Object.fromEntries(turns.map((turn, index) => [`turn${index}`, turn]));
}

function digitsOf(count: number, height: number, random: Random, number: Outline): Parts {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`number${index}`, number(String(Math.floor(random() * 10)), height)] as const),
  );
}

function tallestCrystal(height: number, { accent: tones }: Palette): string {
  const [top, width] = [78 - height, 25];
  const body =
    poly(
      [
        [-width, top + width],
        [0, top - width * 0.4],
        [0, 82],
        [-width * 0.8, 74],
      ],
      tones[3],
    ) +
    poly(
      [
        [0, top - width * 0.4],
        [width, top + width * 0.8],
        [width * 0.8, 74],
        [0, 82],
      ],
      tones[1],
    ) +
    poly(
      [
        [-width, top + width],
        [0, top - width * 0.4],
        [width * 0.2, top + width * 1.2],
        [-width * 0.3, top + width * 1.5],
      ],
      tones[4],
    ) +
    line(`M${-width * 0.3} ${top + width * 1.5}L-4 80`, tones[4], 1.4, 'opacity=".7"');
  return at(0, 0, body, 1, 4);
}
