import type { Species } from '../../../shared/games/fish.ts';
import { drawing } from '../lib/dom.ts';

const CAPS = 'stroke-linecap="round" stroke-linejoin="round"';

/** Gradients of the sheet: light back to dark belly, by name. */
const TONES: Readonly<Record<string, readonly [light: string, middle: string, dark: string]>> = {
  silver: ['#f4fbff', '#9fc3d8', '#47708c'],
  orange: ['#ffc27a', '#f4742b', '#a8330b'],
  yellow: ['#fff3b0', '#f5c73a', '#b3780f'],
  rose: ['#ffd3e4', '#f06aa3', '#96275f'],
  violet: ['#e9d3ff', '#a46be8', '#53229a'],
  green: ['#d5f3a4', '#69b04b', '#22602f'],
  shell: ['#e8c98a', '#a8702f', '#5c3511'],
  slate: ['#bfd3ec', '#5b7fb0', '#24406d'],
  red: ['#ffb4a0', '#e04b3c', '#83160f'],
  night: ['#7d6fb5', '#453a7a', '#1d1640'],
  steel: ['#d6e2ee', '#7890a9', '#33475f'],
  blue: ['#a9dbff', '#3f8fd6', '#164a8a'],
  gold: ['#fff4c4', '#f2b632', '#9a5f08'],
};

const fill = (tone: string) => `fill="url(#f-${tone})"`;
const path = (d: string, paint: string, more = '') => `<path d="${d}" ${paint}${more && ` ${more}`}/>`;
const shine = (d: string) => path(d, 'fill="#fff"', 'opacity=".42"');
const line = (d: string, tone: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${tone}" stroke-width="${width}" ${CAPS}${more && ` ${more}`}/>`;
const eye = (x: number, y: number, size = 5) =>
  `<circle cx="${x}" cy="${y}" r="${size}" fill="#fff"/><circle cx="${x - size * 0.16}" cy="${y}" r="${size * 0.6}" fill="#10141f"/><circle cx="${x - size * 0.4}" cy="${y - size * 0.35}" r="${size * 0.24}" fill="#fff"/>`;

/** Each faces left, in a box of 140 by 100 around (0, 0). */
const DRAWN: Readonly<Record<Species, () => string>> = {
  sardine: () =>
    path('M34 0C48 -16 58 -20 66 -18C60 -6 60 6 66 18C58 20 48 16 34 0Z', fill('silver')) +
    path('M-6 -16C2 -28 14 -30 22 -26L16 -12Z', fill('slate')) +
    path('M-62 2C-46 -18 -8 -24 16 -14C26 -10 34 -4 40 0C32 8 20 16 0 18C-28 20 -50 14 -62 2Z', fill('silver')) +
    line('M-30 0H28M-26 -7H24', '#3c7fa8', 2.6, 'opacity=".6"') +
    line('M-42 -11Q-36 0 -42 12', '#3c6a86', 2.4) +
    shine('M-56 -2C-42 -16 -12 -20 12 -13C-14 -14 -40 -10 -56 -2Z') +
    eye(-50, -2, 4.5),
  clownfish: () =>
    path('M40 0C50 -16 60 -20 66 -16C68 -6 68 6 66 16C60 20 50 16 40 0Z', fill('orange'), 'stroke="#2b1408" stroke-width="2.5"') +
    path('M-22 -26C-10 -44 16 -46 30 -36C28 -26 28 -22 26 -16Z', fill('orange'), 'stroke="#2b1408" stroke-width="2.5"') +
    path('M-16 26C-8 40 10 42 22 34L20 18Z', fill('orange'), 'stroke="#2b1408" stroke-width="2.5"') +
    path(
      'M-58 2C-46 -28 -10 -36 16 -26C32 -20 40 -8 46 0C38 12 28 22 6 28C-24 32 -48 22 -58 2Z',
      fill('orange'),
      'stroke="#7a2106" stroke-width="2"',
    ) +
    path(
      'M-30 -24C-22 -8 -22 10 -30 25C-22 29 -16 29 -12 29C-6 12 -6 -12 -13 -30C-20 -29 -25 -27 -30 -24Z',
      'fill="#fff"',
      'stroke="#2b1408" stroke-width="2.5"',
    ) +
    path(
      'M14 -27C20 -10 20 10 14 25C19 23 24 21 28 18C32 8 32 -8 28 -19C24 -23 19 -25 14 -27Z',
      'fill="#fff"',
      'stroke="#2b1408" stroke-width="2.5"',
    ) +
    path('M-8 8C2 0 14 4 16 14C8 22 -4 20 -8 8Z', fill('yellow'), 'stroke="#7a2106" stroke-width="1.500"') +
    shine('M-52 -4C-42 -24 -16 -30 6 -25C-18 -22 -38 -16 -52 -4Z') +
    eye(-44, -4, 6) +
    line('M-56 8q6 4 12 1', '#7a2106', 2.4),
  puffer: () => {
    const spikes = Array.from({ length: 18 }, (_, i) => {
      const a = (i * Math.PI) / 9;
      const at = (r: number, b: number) => `${(-6 + r * Math.cos(b)).toFixed(1)} ${(r * Math.sin(b)).toFixed(1)}`;
      return `M${at(36, a - 0.11)}L${at(47, a)}L${at(36, a + 0.11)}Z`;
    }).join('');
    return (
      path(spikes, fill('yellow')) +
      path('M30 0C46 -14 56 -14 62 -10C58 -2 58 4 62 12C54 16 44 12 30 4Z', fill('orange')) +
      `<circle cx="-6" r="38" ${fill('yellow')}/>` +
      path('M-42 10C-30 28 18 28 30 10C26 32 8 40 -6 40C-24 40 -40 30 -42 10Z', 'fill="#fffbe8"', 'opacity=".92"') +
      path('M4 4C16 -4 28 0 30 10C22 18 8 16 4 4Z', fill('orange')) +
      [
        [-6, -26, 4],
        [10, -20, 5],
        [-20, -22, 3],
        [20, -10, 3],
      ]
        .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#8a5a10" opacity=".7"/>`)
        .join('') +
      eye(-28, -8, 8) +
      line('M-43 8q5 5 10 1', '#8a5a10', 3) +
      shine('M-34 -18C-26 -32 -10 -36 2 -33C-12 -30 -24 -26 -34 -18Z')
    );
  },
  seahorse: () =>
    path('M14 -10C30 -20 42 -6 34 8C28 4 20 6 14 12Z', fill('rose'), 'stroke="#96275f" stroke-width="1.500"') +
    path(
      'M-38 -26C-38 -30 -34 -32 -28 -32L-14 -34C-12 -44 -2 -50 8 -46C22 -40 20 -24 14 -14C22 4 16 18 8 28C6 34 10 38 16 36C20 34 18 28 14 29C20 22 30 30 26 40C20 52 -4 50 -6 34C-8 22 -8 14 -12 4C-16 -6 -12 -14 -8 -20L-28 -22C-34 -22 -38 -22 -38 -26Z',
      fill('orange'),
      'stroke="#8c2a08" stroke-width="2"',
    ) +
    line('M-11 -8Q2 -12 13 -8M-12 2Q2 -2 15 2M-9 12Q2 8 13 12M-7 22Q2 18 10 22', '#8c2a08', 2, 'opacity=".6"') +
    path('M-4 -47L-2 -54L4 -49L10 -53L12 -44Z', fill('yellow')) +
    shine('M-6 -36C-2 -44 8 -44 12 -36C6 -40 0 -40 -6 -36Z') +
    eye(0, -35, 5),
  jelly: () =>
    line('M-24 4C-30 18 -16 28 -24 46M-8 6C-12 22 2 30 -6 48M10 6C6 20 20 30 12 48M26 4C24 18 36 28 28 44', '#f3b7ff', 4, 'opacity=".9"') +
    path('M-4 4C-12 20 6 26 0 44C12 30 2 20 8 4Z', fill('rose')) +
    path(
      'M-42 6C-46 -26 -24 -46 0 -46C26 -46 46 -26 42 6C34 0 28 0 22 8C16 0 8 0 0 8C-8 0 -16 0 -22 8C-28 0 -34 0 -42 6Z',
      fill('violet'),
      'stroke="#f1d8ff" stroke-width="2"',
    ) +
    '<circle cx="-6" cy="-24" r="4.500" fill="#ffe9a8"/><circle cx="12" cy="-28" r="3.500" fill="#ffe9a8"/><circle cx="20" cy="-12" r="4" fill="#ffe9a8"/>' +
    shine('M-32 -8C-30 -26 -18 -36 -4 -39C-16 -30 -22 -20 -24 -6Z'),
  turtle: () =>
    path('M-14 12C-26 22 -34 36 -28 44C-14 42 0 32 6 18Z', fill('green'), 'stroke="#1c4a24" stroke-width="2"') +
    path('M26 14C38 20 46 30 46 38C34 38 22 30 16 20Z', fill('green'), 'stroke="#1c4a24" stroke-width="2"') +
    path('M44 6L62 2L48 14Z', fill('green')) +
    path('M-32 4C-42 -14 -62 -14 -66 0C-66 10 -52 16 -34 14Z', fill('green'), 'stroke="#1c4a24" stroke-width="2"') +
    path('M-40 12C-38 -22 -8 -40 14 -34C40 -28 52 -8 50 12C26 22 -14 22 -40 12Z', fill('shell'), 'stroke="#ffe1a0" stroke-width="3"') +
    line('M-20 -14L-4 -2L-10 14M-4 -2L18 -4L26 -20M18 -4L26 14M-4 -2L6 -30M26 -20L46 -2', '#5c3511', 2.6, 'opacity=".75"') +
    shine('M-32 -4C-26 -22 -6 -32 10 -30C-8 -24 -22 -16 -32 -4Z') +
    eye(-54, -2, 4.5) +
    line('M-64 6q5 4 10 2', '#1c4a24', 2.4),
  ray: () =>
    line('M30 4C46 4 54 14 66 8', '#24406d', 4) +
    path(
      'M-52 2C-34 -10 -22 -40 6 -46C2 -28 18 -12 36 2C18 12 4 26 8 46C-20 38 -34 14 -52 2Z',
      fill('slate'),
      'stroke="#d3e4f8" stroke-width="2"',
    ) +
    path('M-52 2C-60 -8 -66 -8 -66 -4C-62 -2 -60 0 -58 2C-60 4 -62 6 -66 8C-66 12 -60 12 -52 2Z', fill('slate')) +
    [
      [-2, -24],
      [6, -10],
      [-4, 18],
      [4, 28],
      [-14, -12],
      [-12, 10],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="#e7f3ff" opacity=".8"/>`)
      .join('') +
    line('M-30 -4H18M-30 6H16', '#24406d', 2, 'opacity=".5"') +
    eye(-42, -4, 4) +
    eye(-42, 8, 4),
  squid: () =>
    line(
      'M-18 -10C-36 -16 -44 -30 -60 -26M-20 -2C-40 -4 -50 -12 -66 -6M-20 6C-40 10 -50 6 -66 14M-18 12C-34 22 -46 22 -58 32',
      '#e04b3c',
      6,
    ) +
    line('M-18 -10C-36 -16 -44 -30 -60 -26M-20 6C-40 10 -50 6 -66 14', '#ffb4a0', 2, 'stroke-dasharray="0.1 6"') +
    path('M30 -20C46 -36 62 -34 64 -26C58 -14 58 14 64 26C60 36 46 36 30 20Z', fill('red'), 'stroke="#83160f" stroke-width="2"') +
    path(
      'M-24 0C-22 -22 10 -26 34 -20C50 -14 60 -6 66 0C60 8 50 14 34 20C10 26 -22 22 -24 0Z',
      fill('red'),
      'stroke="#83160f" stroke-width="2"',
    ) +
    shine('M-16 -8C-2 -20 22 -20 46 -10C24 -14 0 -14 -16 -8Z') +
    eye(-10, 1, 7),
  angler: () =>
    line('M-14 -32C-20 -52 -44 -52 -52 -36', '#7d6fb5', 3) +
    '<circle cx="-53" cy="-32" r="11" fill="#fff3a8" opacity=".35"/><circle cx="-53" cy="-32" r="5.500" fill="#fff3a8"/>' +
    path('M34 0C50 -18 60 -18 64 -12C60 -4 60 6 64 14C58 20 46 16 34 6Z', fill('night')) +
    path(
      'M-50 -4C-40 -34 0 -42 26 -22C38 -12 40 4 32 18C16 38 -28 42 -46 22C-40 18 -30 16 -24 12C-36 10 -46 6 -50 -4Z',
      fill('night'),
      'stroke="#9d8fe0" stroke-width="2"',
    ) +
    path('M-50 -2C-44 8 -32 12 -22 12C-30 16 -40 18 -46 22C-54 16 -56 6 -50 -2Z', 'fill="#120c2a"') +
    '<path d="M-48 4l5 6l3 -6l5 5l4 -4l3 5M-47 20l4 -6l4 4l4 -5l4 3" fill="none" stroke="#fff" stroke-width="2.500" stroke-linejoin="round"/>' +
    path('M0 2C12 -6 24 -2 26 8C18 16 4 14 0 2Z', fill('slate')) +
    shine('M-38 -16C-28 -30 0 -34 18 -22C-2 -26 -24 -24 -38 -16Z') +
    eye(-30, -12, 6.5),
  shark: () =>
    path('M-6 -20C0 -38 12 -46 26 -48C24 -34 26 -26 30 -16Z', fill('steel'), 'stroke="#2a3b50" stroke-width="2"') +
    path(
      'M42 0C52 -20 58 -28 68 -34C68 -18 66 -8 62 0C66 8 68 14 68 24C58 18 50 12 42 4Z',
      fill('steel'),
      'stroke="#2a3b50" stroke-width="2"',
    ) +
    path(
      'M-66 4C-48 -18 -14 -26 16 -18C34 -12 46 -6 52 0C40 10 24 18 -2 20C-34 22 -54 16 -66 4Z',
      fill('steel'),
      'stroke="#2a3b50" stroke-width="2"',
    ) +
    path('M-64 6C-40 12 -6 10 40 4C28 12 14 18 -4 20C-34 22 -54 16 -64 6Z', 'fill="#f4f8fc"', 'opacity=".94"') +
    path('M-6 16C-2 32 10 40 22 42C22 32 20 22 18 14Z', fill('steel'), 'stroke="#2a3b50" stroke-width="2"') +
    path('M-56 10C-46 14 -34 15 -24 13C-30 20 -44 20 -56 10Z', 'fill="#5b1414"') +
    '<path d="M-54 11l3 5l4 -4l4 5l4 -5l4 4l3 -4" fill="#fff"/>' +
    line('M-18 -6Q-15 2 -18 9M-12 -6Q-9 2 -12 10M-6 -6Q-3 2 -6 10', '#2a3b50', 2) +
    shine('M-56 -2C-40 -16 -12 -20 12 -15C-14 -14 -38 -10 -56 -2Z') +
    eye(-42, -4, 4.5),
  whale: () =>
    line('M-22 -38C-24 -48 -34 -50 -40 -46M-18 -38C-18 -50 -8 -52 -2 -48', '#e8f6ff', 4) +
    path(
      'M-62 8C-64 -22 -38 -36 -12 -34C16 -32 30 -14 42 -12C50 -12 52 -20 50 -30C58 -32 64 -28 66 -22C68 -28 68 -32 66 -38C72 -22 66 -12 58 -8C60 18 40 40 0 42C-38 42 -60 32 -62 8Z',
      fill('blue'),
      'stroke="#123e73" stroke-width="2"',
    ) +
    path('M-62 10C-40 22 -12 22 8 14C18 26 22 34 6 41C-36 44 -58 34 -62 10Z', 'fill="#f1f8ff"', 'opacity=".95"') +
    line('M-54 22Q-30 30 -2 24M-48 30Q-28 38 0 32', '#3f8fd6', 2, 'opacity=".7"') +
    path('M-4 14C6 24 10 40 2 48C-10 44 -16 30 -14 16Z', fill('blue'), 'stroke="#123e73" stroke-width="2"') +
    shine('M-52 -8C-42 -24 -22 -30 -4 -27C-24 -24 -40 -18 -52 -8Z') +
    eye(-42, 2, 5),
  dragon: () =>
    line('M-58 10C-66 18 -70 28 -66 38M-52 14C-56 26 -52 34 -46 40', '#f2b632', 3) +
    path(
      'M36 2C46 -20 60 -30 68 -28C64 -16 64 -6 58 4C64 12 66 24 62 34C52 32 42 22 36 8Z',
      fill('red'),
      'stroke="#fff0b8" stroke-width="2"',
    ) +
    path('M-24 -24C-16 -42 -4 -44 2 -36C8 -46 20 -42 24 -32C32 -36 38 -28 36 -18Z', fill('red'), 'stroke="#fff0b8" stroke-width="2"') +
    path(
      'M-64 4C-58 -22 -26 -32 4 -26C26 -22 38 -10 44 4C36 20 14 30 -12 28C-24 26 -30 20 -38 18C-48 18 -60 16 -64 4Z',
      fill('gold'),
      'stroke="#7c4a04" stroke-width="2"',
    ) +
    Array.from({ length: 9 }, (_, i) =>
      line(`M${-20 + (i % 3) * 18 + Math.floor(i / 3) * 6} ${-14 + Math.floor(i / 3) * 12}q9 6 0 12`, '#9a5f08', 2.4),
    ).join('') +
    path('M-46 -22L-40 -44L-32 -25ZM-34 -26L-24 -44L-20 -28Z', 'fill="#fff6dc"', 'stroke="#7c4a04" stroke-width="1.500"') +
    path('M-10 14C0 4 16 8 18 20C8 30 -8 28 -10 14Z', fill('red'), 'stroke="#fff0b8" stroke-width="2"') +
    shine('M-56 -6C-46 -22 -24 -26 0 -22C-22 -20 -42 -16 -56 -6Z') +
    eye(-46, -5, 6) +
    line('M-62 8q8 5 16 1', '#7c4a04', 2.6),
};

/** One hidden sheet with the wanted species as `<symbol id="fish-<name>">`. */
export function speciesSheet(names: readonly Species[]): SVGSVGElement {
  const tones = Object.entries(TONES).map(
    ([name, [light, middle, dark]]) =>
      `<linearGradient id="f-${name}" x2=".2" y2="1"><stop stop-color="${light}"/><stop offset=".45" stop-color="${middle}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`,
  );
  const symbols = names.map((name) => `<symbol id="fish-${name}" viewBox="-70 -54 140 108">${DRAWN[name]()}</symbol>`);
  const sheet = drawing('0 0 1 1', `<defs>${tones.join('')}</defs>${symbols.join('')}`);
  sheet.classList.add('symbol-sheet');
  return sheet;
}

export function speciesPicture(name: Species): SVGSVGElement {
  return drawing('0 0 140 108', `<use href="#fish-${name}" width="140" height="108"/>`);
}
