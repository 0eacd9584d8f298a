import { brilliant, GOLD, glyph, type Point, polar, polygon, repeat, ring, star, stepCut, tone } from './ink.ts';

/** A kind of small symbols; each draws five, the best first, in a box from -100 to 100. */
export type LowSet = 'royals' | 'suits' | 'stones' | 'tiles' | 'runes' | 'fruits' | 'planets' | 'flasks';
type DrawLow = (index: number, hue: number) => string;

const ROYALS: readonly (readonly [path: string, hue: number])[] = [
  ['M-42 58L0-62L42 58M-27 22H27', 25],
  ['M-34-62V62M40-60L-26 6M-12-6L44 60', 300],
  ['M0-56C30-56 44-30 44 0C44 30 30 54 0 54C-30 54-44 30-44 0C-44-30-30-56 0-56ZM14 26L46 66', 155],
  ['M-8-56H38M22-56V22C22 66-38 66-40 18', 245],
  ['M-66-34L-46-56V58M24-56C58-56 58 56 24 56C-10 56-10-56 24-56Z', 60],
];

const SUITS: readonly (readonly [path: string, hue: number])[] = [
  ['M0-84C30-40 80-20 80 22C80 52 40 62 14 38C16 62 24 76 40 86H-40C-24 76-16 62-14 38C-40 62-80 52-80 22C-80-20-30-40 0-84Z', 262],
  ['M0 84C-30 44-84 14-84-30C-84-74-24-84 0-40C24-84 84-74 84-30C84 14 30 44 0 84Z', 18],
  ['M0-88L66 0L0 88L-66 0Z', 55],
  [
    'M0-86C34-86 46-50 28-28C54-44 86-24 80 8C74 40 34 44 14 22C16 50 24 74 40 86H-40C-24 74-16 50-14 22C-34 44-74 40-80 8C-86-24-54-44-28-28C-46-50-34-86 0-86Z',
    155,
  ],
  ['M0-86L24-28L86-26L38 14L54 76L0 42L-54 76L-38 14L-86-26L-24-28Z', 310],
];

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
const OCTAGON: readonly Point[] = [
  [-40, -82],
  [40, -82],
  [62, -60],
  [62, 60],
  [40, 82],
  [-40, 82],
  [-62, 60],
  [-62, -60],
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
const STONES: readonly (() => string)[] = [
  () => brilliant(ring(8, 82, Math.PI / 8), 18, 0.21),
  () => stepCut(OCTAGON, 155),
  () => brilliant(ring(12, 82, Math.PI / 12, 0.86), 262, 0.19),
  () => brilliant(TRILLION, 78, 0.16),
  () => brilliant(PEAR, 312, 0.19),
];

const RUNES = [
  'M-20 52V-56M-20-50L28-28M-20-18L28 4',
  'M-26 54V-54L26-10V-54M26 54V-10',
  'M0 56V-56M-32-30L0-56L32-30M-24 30L24 0',
  'M-28-52L24 0L-28 52M24-52V52',
  'M0-56L34 0L0 56L-34 0ZM0-20V20',
];

/** A gilded prize letter without a ground. */
const royals: DrawLow = (index, hue) => {
  const [path, own] = ROYALS[index] ?? ['', 0];
  return glyph(path, tone(0.62, 0.19, own + (hue % 60) / 4), tone(0.9, 0.08, own));
};

const suits: DrawLow = (index) => {
  const [path, own] = SUITS[index] ?? ['', 0];
  return (
    `<path d="${path}" transform="translate(4 7)" fill="#0b0710" opacity=".45"/>` +
    `<path d="${path}" fill="${tone(0.56, 0.19, own)}" stroke="url(#rim)" stroke-width="9" stroke-linejoin="round"/>` +
    `<path d="${path}" fill="url(#shade)" opacity=".8"/>` +
    `<path d="${path}" transform="scale(.7)" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="5" stroke-linejoin="round"/>`
  );
};

const stones: DrawLow = (index) => STONES[index]?.() ?? '';

const PIPS: readonly (readonly Point[])[] = [
  [[0, 0]],
  [
    [-30, -30],
    [30, 30],
  ],
  [
    [-36, -36],
    [0, 0],
    [36, 36],
  ],
  [
    [-32, -34],
    [32, -34],
    [-32, 34],
    [32, 34],
  ],
  [
    [-36, -38],
    [36, -38],
    [0, 0],
    [-36, 38],
    [36, 38],
  ],
];
const PIP_HUES = [25, 155, 262, 60, 320];

/** Ivory tiles with a jade back and coloured rounds. */
const tiles: DrawLow = (index) => {
  const pips = PIPS[4 - index] ?? [];
  const own = PIP_HUES[index] ?? 0;
  const rounds = pips.map(
    ([x, y]) =>
      `<circle cx="${x}" cy="${y}" r="19" fill="${tone(0.5, 0.17, own)}"/><circle cx="${x}" cy="${y}" r="11" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="3.5"/>`,
  );
  return (
    '<rect x="-62" y="-76" width="136" height="168" rx="20" fill="#0d3b2b"/><rect x="-68" y="-84" width="136" height="168" rx="20" fill="#2f8f68"/>' +
    '<rect x="-74" y="-90" width="136" height="166" rx="18" fill="#f7efdb" stroke="#c9b78d" stroke-width="4"/><rect x="-66" y="-82" width="120" height="150" rx="12" fill="none" stroke="#e2d3ab" stroke-width="3"/>' +
    `<g transform="translate(-6 -7)">${rounds.join('')}</g>`
  );
};

/** Worn tablets of stone whose cuts glow. */
const runes: DrawLow = (index, hue) => {
  const own = hue + 40 + index * 62;
  const cut = RUNES[index] ?? '';
  const slab = 'M-58-80L-20-90L44-84L70-52L66 44L74 70L28 88L-46 84L-72 50L-66-20Z';
  return (
    `<path d="${slab}" transform="translate(4 7)" fill="#0b0710" opacity=".5"/><path d="${slab}" fill="${tone(0.44, 0.025, hue)}" stroke="${tone(0.24, 0.03, hue)}" stroke-width="5" stroke-linejoin="round"/>` +
    `<path d="M-58-80L-20-90L44-84L70-52L50-64L-40-66L-60-10Z" fill="${tone(0.66, 0.025, hue)}"/><path d="M74 70L28 88L-46 84L-72 50L-40 66L30 68Z" fill="${tone(0.3, 0.03, hue)}"/>` +
    `<path d="${cut}" fill="none" stroke="${tone(0.2, 0.05, own)}" stroke-width="22" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<path d="${cut}" fill="none" stroke="${tone(0.74, 0.17, own)}" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<path d="${cut}" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`
  );
};

const leaf = (x: number, y: number, turn: number) =>
  `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0C14-26 46-30 62-12C46 10 16 14 0 0Z" fill="#3f9a4d" stroke="#14532f" stroke-width="3"/>`;
const gleam = (x: number, y: number, r: number) =>
  `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.6}" fill="#fff" opacity=".55" transform="rotate(-34 ${x} ${y})"/>`;
const ball = (x: number, y: number, r: number, own: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${tone(0.55, 0.2, own)}" stroke="${tone(0.32, 0.13, own)}" stroke-width="4"/><circle cx="${x}" cy="${y}" r="${r}" fill="url(#shade)" opacity=".75"/>${gleam(x - r * 0.35, y - r * 0.42, r * 0.28)}`;

const FRUITS: readonly (() => string)[] = [
  () =>
    '<path d="M8-74C-14-40-36-20-40 16M8-74C20-40 40-20 44 26" fill="none" stroke="#5b3a14" stroke-width="7" stroke-linecap="round"/>' +
    leaf(8, -72, -10) +
    ball(-40, 40, 40, 18) +
    ball(46, 48, 38, 15),
  () =>
    '<path d="M-84 6C-70-50-6-76 62-44C72-46 84-44 88-36C86-28 82-24 78-20C92 34 40 76-24 66C-54 62-76 44-84 6Z" fill="#ffd84a" stroke="#a87408" stroke-width="5"/><path d="M-84 6C-70-50-6-76 62-44C72-46 84-44 88-36C86-28 82-24 78-20C92 34 40 76-24 66C-54 62-76 44-84 6Z" fill="url(#shade)" opacity=".6"/>' +
    gleam(-30, -22, 20) +
    leaf(40, -50, -50),
  () => `${ball(0, 10, 74, 55) + leaf(-4, -62, -16)}<path d="M-4-66V-84" stroke="#5b3a14" stroke-width="8" stroke-linecap="round"/>`,
  () =>
    `<path d="M0-66V-86" stroke="#5b3a14" stroke-width="8" stroke-linecap="round"/>${leaf(0, -68, -4)}${[
      [-38, -30],
      [0, -34],
      [38, -30],
      [-20, 6],
      [20, 6],
      [0, 42],
    ]
      .map(([x = 0, y = 0]) => ball(x, y, 27, 310))
      .join('')}`,
  () =>
    '<path d="M-88-26A94 94 0 0 0 88-26Z" fill="#2f8b46" stroke="#14532f" stroke-width="5" transform="translate(0 14)"/><path d="M-76-26A80 80 0 0 0 76-26Z" fill="#f6f3d8" transform="translate(0 14)"/>' +
    `<path d="M-68-26A70 70 0 0 0 68-26Z" fill="${tone(0.62, 0.21, 20)}" transform="translate(0 14)"/>` +
    [
      [-32, 4],
      [0, 12],
      [32, 4],
      [-14, 32],
      [16, 34],
    ]
      .map(([x, y]) => `<ellipse cx="${x}" cy="${y}" rx="4.500" ry="7.500" fill="#2b0d10"/>`)
      .join(''),
];
const fruits: DrawLow = (index) => FRUITS[index]?.() ?? '';

/** Worlds of five hues: ringed, banded, cratered. */
const planets: DrawLow = (index, hue) => {
  const own = hue + 60 + index * 70;
  const body = `<circle r="62" fill="${tone(0.58, 0.16, own)}"/>`;
  const bands = repeat(
    4,
    (i) =>
      `<path d="M-62 ${-36 + i * 24}Q0 ${-22 + i * 24} 62 ${-36 + i * 24}" fill="none" stroke="${tone(0.76, 0.1, own + 20)}" stroke-width="${9 - i}" opacity=".7"/>`,
  );
  const craters = [
    [-20, -18, 14],
    [22, 10, 18],
    [-16, 30, 10],
    [26, -32, 8],
  ]
    .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${tone(0.42, 0.13, own)}"/>`)
    .join('');
  const hoop = (d: string) =>
    `<path d="${d}" fill="none" stroke="${tone(0.84, 0.1, own + 40)}" stroke-width="13" stroke-linecap="round" transform="rotate(-18)"/>`;
  const ringed = index % 2 === 0;
  return (
    (ringed ? hoop('M-62-10C-110 6-100 30-40 34C20 38 100 24 98 0C96-12 80-16 62-14') : '') +
    body +
    (index % 3 === 1 ? craters : bands) +
    '<circle r="62" fill="url(#shade)"/>' +
    (ringed ? hoop('M-88 14C-70 34 10 38 60 24C84 16 98 8 98 0') : '') +
    polygon(star(4, 15, 4), '#fff', 'transform="translate(-66 -62)" opacity=".9"')
  );
};

/** Potions of five colours, each in a bottle of its own. */
const BOTTLES = [
  'M-18-84H18V-40C56-26 70 6 66 34C62 70 34 86 0 86C-34 86-62 70-66 34C-70 6-56-26-18-40Z',
  'M-16-84H16V-34L66 64C72 78 64 86 50 86H-50C-64 86-72 78-66 64L-16-34Z',
  'M-20-84H20V-46C40-38 46-22 46 0V66C46 80 38 86 24 86H-24C-38 86-46 80-46 66V0C-46-22-40-38-20-46Z',
  'M-14-84H14V-44L58-8L46 60L0 88L-46 60L-58-8L-14-44Z',
  'M-16-84H16V-30C44-30 62-4 44 18C66 40 52 86 0 86C-52 86-66 40-44 18C-62-4-44-30-16-30Z',
];
const flasks: DrawLow = (index, hue) => {
  const own = hue + 30 + index * 68;
  const glass = BOTTLES[index] ?? '';
  return (
    `<path d="${glass}" transform="translate(4 6)" fill="#0b0710" opacity=".45"/><path d="${glass}" fill="${tone(0.5, 0.19, own)}" stroke="${tone(0.88, 0.05, own)}" stroke-width="6" stroke-linejoin="round"/>` +
    `<path d="${glass}" fill="url(#shade)" opacity=".9"/><path d="M-26-96H26V-78H-26Z" fill="#8a5a2b" stroke="#4c2c10" stroke-width="3"/>` +
    [
      [-14, 44, 8],
      [16, 26, 6],
      [2, 60, 5],
      [20, 54, 4],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${tone(0.86, 0.12, own)}" opacity=".85"/>`)
      .join('') +
    `<path d="M-34 8C-38 34-30 56-18 66" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="7" stroke-linecap="round"/>` +
    `<path d="M${polar(22, -0.5)
      .map((n) => n.toFixed(0))
      .join(' ')}m-40-66h36" stroke="${GOLD.light}" stroke-width="4"/>`
  );
};

export const LOW_FIGURES: Readonly<Record<LowSet, DrawLow>> = { royals, suits, stones, tiles, runes, fruits, planets, flasks };
