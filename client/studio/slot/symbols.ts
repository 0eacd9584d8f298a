import { drawing } from '../lib/dom.ts';
import { brilliant, GOLD, glyph, gradients, type Point, polar, polygon, repeat, ribbon, ring, star, stepCut, tone } from './ink.ts';
import { HARBOUR } from './symbols-harbour.ts';
import { LANTERN } from './symbols-lantern.ts';

export type Draw = (hue: number) => string;

const ROYALS: Readonly<Record<string, readonly [path: string, hue: number]>> = {
  ace: ['M-42 58L0-62L42 58M-27 22H27', 25],
  king: ['M-34-62V62M40-60L-26 6M-12-6L44 60', 300],
  queen: ['M0-56C30-56 44-30 44 0C44 30 30 54 0 54C-30 54-44 30-44 0C-44-30-30-56 0-56ZM14 26L46 66', 155],
  jack: ['M-8-56H38M22-56V22C22 66-38 66-40 18', 245],
};

const PEAR: readonly Point[] = [
  [0, -86],
  [34, -46],
  [60, 0],
  [62, 34],
  [40, 68],
  [0, 82],
  [-40, 68],
  [-62, 34],
  [-60, 0],
  [-34, -46],
];
const TRILLION: readonly Point[] = [
  [-26, -70],
  [26, -70],
  [58, -44],
  [78, 2],
  [60, 40],
  [22, 74],
  [-22, 74],
  [-60, 40],
  [-78, 2],
  [-58, -44],
];
const EMERALD: readonly Point[] = [
  [-40, -82],
  [40, -82],
  [62, -60],
  [62, 60],
  [40, 82],
  [-40, 82],
  [-62, 60],
  [-62, -60],
];
const SEVEN: readonly Point[] = [
  [-62, -74],
  [66, -74],
  [66, -44],
  [14, 76],
  [-38, 76],
  [14, -34],
  [-26, -34],
  [-26, -16],
  [-62, -16],
];

const GEMS: Readonly<Record<string, Draw>> = {
  ruby: () => brilliant(ring(8, 82, Math.PI / 8), 18, 0.21),
  emerald: () => stepCut(EMERALD, 155),
  sapphire: () => brilliant(ring(12, 82, Math.PI / 12, 0.86), 262, 0.19),
  topaz: () => brilliant(TRILLION, 78, 0.16),
  amethyst: () => brilliant(PEAR, 312, 0.19),
  seven: () =>
    [9, 6, 3].map((depth) => polygon(SEVEN, depth === 9 ? '#3d0508' : '#7a0f1a', `transform="translate(${depth} ${depth})"`)).join('') +
    polygon(SEVEN, 'url(#fire)', 'stroke="url(#rim)" stroke-width="8" stroke-linejoin="round"') +
    polygon(
      [
        [-54, -66],
        [58, -66],
        [58, -50],
        [-18, -50],
        [-34, -42],
        [-34, -24],
        [-54, -24],
      ],
      '#fff',
      'opacity=".34"',
    ) +
    [
      [-56, 40],
      [54, 34],
    ]
      .map(([x, y]) => polygon(star(4, 24, 5), GOLD.pale, `transform="translate(${x} ${y})"`))
      .join(''),
  wild: () =>
    `<g transform="translate(0 -18)">${repeat(12, (i) => polygon([polar(30, i * 0.5236), polar(92, i * 0.5236 - 0.06), polar(92, i * 0.5236 + 0.06)], GOLD.light, 'opacity=".55"'))}` +
    `<g transform="scale(.88)">${brilliant(ring(8, 80, Math.PI / 8), 210, 0.06)}</g></g>${ribbon('WILD')}`,
};

const SETS = { harbour: HARBOUR, lantern: LANTERN, gems: GEMS } as const;
export type SymbolSet = keyof typeof SETS;

/** One hidden sheet with every symbol of a set as `<symbol id="s-<name>">`, coloured for the game's hue. */
export function symbolSheet(set: SymbolSet, names: readonly string[], hue: number): SVGSVGElement {
  const symbols = names.map((name) => `<symbol id="s-${name}" viewBox="-104 -104 208 208">${drawn(set, name, hue)}</symbol>`);
  const sheet = drawing('0 0 1 1', `<defs>${gradients(hue)}</defs>${symbols.join('')}`);
  sheet.classList.add('symbol-sheet');
  return sheet;
}

/** One symbol as an image of its own, `size` pixels wide. */
export function symbolImage(set: SymbolSet, name: string, hue: number, size: number): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="-104 -104 208 208">`;
  return `${head}<defs>${gradients(hue)}</defs>${drawn(set, name, hue)}</svg>`;
}

/** Which drawing of a set stands for a rank. */
const BY_RANK: Readonly<Record<SymbolSet, Readonly<Record<string, string>>>> = {
  harbour: {
    ...{ top: 'ship', high1: 'anchor', high2: 'compass', high3: 'gull' },
    ...{ low1: 'shell', low2: 'ace', low3: 'king', low4: 'queen', low5: 'jack' },
  },
  lantern: {
    ...{ top: 'dragon', high1: 'koi', high2: 'lotus', high3: 'fan' },
    ...{ low1: 'ace', low2: 'king', low3: 'queen', low4: 'jack' },
  },
  gems: { top: 'seven', high1: 'ruby', high2: 'emerald', high3: 'sapphire', low1: 'topaz', low2: 'amethyst' },
};

function drawn(set: SymbolSet, rank: string, hue: number): string {
  const name = BY_RANK[set][rank] ?? rank;
  const royal = ROYALS[name];
  if (royal) {
    const [path, own] = royal;
    return glyph(path, tone(0.62, 0.19, own + (hue % 60) / 4), tone(0.9, 0.08, own));
  }
  return SETS[set][name]?.(hue) ?? '';
}
