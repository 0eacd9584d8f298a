import type { SlotVariant } from './catalogue.ts';

/** What a slot is made of; the whole of it is published, hashed, and stored with each round. */
export interface SlotTable {
  readonly rows: number;
  readonly symbols: readonly string[];
  /** One cyclic strip per reel; a stop shows its symbol in the top row and the next ones below. */
  readonly strips: readonly (readonly string[])[];
  /** The row of each reel that a line runs through, 0 on top. */
  readonly lines: readonly (readonly number[])[];
  /** Prize of 3, 4 and 5 equal symbols, in line stakes. The line stake is the stake divided by the number of lines. */
  readonly pays: Readonly<Record<string, readonly [three: number, four: number, five: number]>>;
  /** Stands for every symbol with a line prize; never on the reel where a line begins. `expands`: it fills its reel before prizes. */
  readonly wild: { readonly symbol: string; readonly expands: boolean };
  /** Lines are also read from the last reel; five of a kind pay once. */
  readonly bothWays: boolean;
  /** Counted anywhere; prizes in whole stakes. Free spins use the same reels, times `multiplier`, and win no more of them. */
  readonly scatter: {
    readonly symbol: string;
    readonly pays: Readonly<Record<number, number>>;
    readonly freeSpins: Readonly<Record<number, number>>;
    readonly multiplier: number;
  } | null;
}

const NAMES = {
  W: 'wild',
  S: 'scatter',
  A: 'ace',
  K: 'king',
  Q: 'queen',
  J: 'jack',
  h: 'ship',
  a: 'anchor',
  c: 'compass',
  g: 'gull',
  s: 'shell',
  d: 'dragon',
  k: 'koi',
  l: 'lotus',
  f: 'fan',
  '7': 'seven',
  r: 'ruby',
  e: 'emerald',
  p: 'sapphire',
  t: 'topaz',
  m: 'amethyst',
} as const;

const LINES: readonly (readonly number[])[] = [
  '11111 00000 22222 01210 21012 00100 22122 12221 10001 12121',
  '10101 01010 21212 11011 11211 01110 21112 00122 22100 12101',
  '10121 02020 20202 02220 20002',
]
  .join(' ')
  .split(' ')
  .map((rows) => Array.from(rows, Number));

export const SLOT_TABLES: Readonly<Record<SlotVariant, SlotTable>> = {
  harbour: {
    rows: 3,
    symbols: ['wild', 'ship', 'anchor', 'compass', 'gull', 'shell', 'ace', 'king', 'queen', 'jack'],
    strips: strips(
      'JKJsQgQchAKagascQAJsKsAJAaQhgcgK',
      'gcgAQcKcaKAsJQAJsJKWaKAshsQagQhW',
      'aJQKJQJachsAgAKcQgWAsgcAQaJsKghW',
      'caAKQsagKJsAJKQgscWJAQWQhaJgKhcs',
      'aAhKcKcJAgQhQAgsJgQsJagcAsaJQKsK',
    ),
    lines: LINES.slice(0, 20),
    pays: {
      ship: [50, 150, 500],
      anchor: [45, 140, 450],
      compass: [35, 100, 300],
      gull: [26, 75, 220],
      shell: [23, 60, 170],
      ace: [20, 48, 120],
      king: [19, 46, 115],
      queen: [17, 38, 100],
      jack: [17, 38, 100],
    },
    wild: { symbol: 'wild', expands: false },
    bothWays: false,
    scatter: null,
  },
  lantern: {
    rows: 3,
    symbols: ['wild', 'scatter', 'dragon', 'koi', 'lotus', 'fan', 'ace', 'king', 'queen', 'jack'],
    strips: strips(
      'JlQAfKJQfAKJAKlAQkdQJkKfJSlKQA',
      'kfKfAJdWQAfQJKAJfKQJWkKlQAKQSl',
      'JAJKWKfkAKQlKQJfkJSAlJQAQdlAfW',
      'KJlAfWJdQKQJKAJfKQAQklSKlWAkJf',
      'kAWQlfKAKfJAklJKQAQJAlKJQfdKSQ',
    ),
    lines: LINES,
    pays: {
      dragon: [200, 1000, 5000],
      koi: [55, 240, 1000],
      lotus: [30, 100, 400],
      fan: [20, 75, 250],
      ace: [6, 20, 75],
      king: [6, 20, 75],
      queen: [5, 15, 60],
      jack: [5, 15, 60],
    },
    wild: { symbol: 'wild', expands: false },
    bothWays: false,
    scatter: { symbol: 'scatter', pays: { 3: 2, 4: 10, 5: 100 }, freeSpins: { 3: 10, 4: 15, 5: 25 }, multiplier: 3 },
  },
  gems: {
    rows: 3,
    symbols: ['wild', 'seven', 'ruby', 'emerald', 'sapphire', 'topaz', 'amethyst'],
    strips: strips(
      'emtepte7rpmtptptemrmrmpmt',
      'empmepeprtpt7rtrempmtmWm7t',
      'Weptmtrpmet7mermrerteptptm',
      '7ptm7emrepmptmprtetepeWmrt',
      'eptmertmprt7ptmtemtmerpmp',
    ),
    lines: LINES.slice(0, 10),
    pays: {
      seven: [25, 120, 500],
      ruby: [11, 38, 140],
      emerald: [5, 15, 40],
      sapphire: [5, 10, 25],
      topaz: [2, 4, 10],
      amethyst: [1, 3, 8],
    },
    wild: { symbol: 'wild', expands: true },
    bothWays: true,
    scatter: null,
  },
};

function strips(...reels: readonly string[]): readonly (readonly string[])[] {
  return reels.map((reel) => Array.from(reel, (letter) => NAMES[letter as keyof typeof NAMES]));
}
