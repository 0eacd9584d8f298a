import type { Outline } from './lettering.ts';
import type { Palette, Ramp } from './palette.ts';
import type { Random } from './random.ts';
import { at, box, disc, line, oval, type Point, path, polar, poly, ring, sparkle, times } from './shapes.ts';

/** Two dice, cut corner to the viewer. */
export function dice(colours: Palette, random: Random): string {
  const lean = random() * 14;
  return (
    at(-32, 26, die(colours, colours.accent), 1.16, -12 + lean) +
    at(44, -32, die(colours, colours.second), 0.94, 10 + lean) +
    sparkle(66, -82, 14, '#fff') +
    sparkle(-76, -24, 10, '#fff')
  );
}

function die({ metal }: Palette, tones: Ramp): string {
  const pip = (x: number, y: number, rx: number, ry: number, turn: number) =>
    oval(x, y, rx, ry, '#fff', `transform="rotate(${turn} ${x} ${y})"`);
  const top: Point[] = [
    [0, -25],
    [-22, -25],
    [22, -25],
    [0, -38],
    [0, -12],
  ];
  return (
    path('M0 -52Q3 -52 44 -29Q48 -27 44 -24L4 -2Q0 0 -4 -2L-44 -24Q-48 -27 -44 -29Q-3 -52 0 -52Z', tones[3]) +
    path('M-47 -25L-2 0V53Q-4 54 -8 52L-44 31Q-47 29 -47 26Z', tones[2]) +
    path('M47 -25L2 0V53Q4 54 8 52L44 31Q47 29 47 26Z', tones[0]) +
    path('M-44 -29Q-3 -52 0 -52Q3 -52 44 -29L40 -27L0 -46L-40 -27Z', '#fff', 'opacity=".4"') +
    line('M-46 -26L0 0L46 -26M0 0V53', metal[4], 2, 'opacity=".7" stroke-linejoin="round"') +
    top.map(([x, y]) => oval(x, y - 2, 6, 3.6, '#fff')).join('') +
    pip(-33, -4, 5, 6.6, -8) +
    pip(-13, 34, 5, 6.6, -8) +
    pip(-23, 15, 5, 6.6, -8) +
    pip(13, 9, 5, 6.6, 8) +
    pip(33, -3, 5, 6.6, 8) +
    pip(13, 36, 5, 6.6, 8) +
    pip(33, 25, 5, 6.6, 8)
  );
}

const SUITS = {
  spade: 'M0 -34C-6 -18 -34 -10 -34 12C-34 27 -14 32 -5 20C-6 32 -10 38 -15 42H15C10 38 6 32 5 20C14 32 34 27 34 12C34 -10 6 -18 0 -34Z',
  heart: 'M0 38C-8 22 -36 8 -36 -14C-36 -34 -10 -40 0 -20C10 -40 36 -34 36 -14C36 8 8 22 0 38Z',
  diamond: 'M0 -42C7 -22 18 -8 32 0C18 8 7 22 0 42C-7 22 -18 8 -32 0C-18 -8 -7 -22 0 -42Z',
  club: 'M0 -40C16 -40 24 -22 14 -10C30 -14 42 4 32 18C24 30 8 26 4 16C5 30 10 36 15 42H-15C-10 36 -5 30 -4 16C-8 26 -24 30 -32 18C-42 4 -30 -14 -14 -10C-24 -22 -16 -40 0 -40Z',
} as const;
const SUIT_NAMES = Object.keys(SUITS) as (keyof typeof SUITS)[];

/** A fan of three cards, the front one face up. */
export function cards(colours: Palette, random: Random): string {
  const front = SUIT_NAMES[Math.floor(random() * SUIT_NAMES.length)] ?? 'spade';
  const red = front === 'heart' || front === 'diamond';
  const back = (tones: Ramp) =>
    box(-46, -78, 92, 138, 11, tones[1], 'stroke="url(#rim)" stroke-width="4"') +
    box(-37, -69, 74, 120, 6, tones[0], `stroke="${tones[3]}" stroke-width="1.6"`) +
    times(
      4,
      (index) =>
        path(`M0 ${-62 + index * 27}l14 13.5l-14 13.5l-14 -13.5z`, 'none', `stroke="${tones[3]}" stroke-width="2.2"`) +
        path(`M0 ${-55 + index * 27}l7 6.5l-7 6.5l-7 -6.5z`, tones[2]),
    );
  const ink = red ? colours.second[1] : colours.ink;
  const corner = (turn: number) => `<g transform="rotate(${turn} 0 -9) translate(-31 -58) scale(.24)">${path(SUITS[front], ink)}</g>`;
  const face =
    box(-46, -78, 92, 138, 11, '#fbf8f0', 'stroke="url(#rim)" stroke-width="4"') +
    at(0, -9, path(SUITS[front], ink) + path(SUITS[front], '#fff', 'opacity=".16" transform="translate(-3 -4) scale(.8)"'), 0.98) +
    corner(0) +
    corner(180);
  return (
    at(-30, 20, back(colours.accent), 0.98, -26) +
    at(0, 6, back(colours.second), 1, -3) +
    at(30, 14, face, 1.02, 20) +
    sparkle(66, -72, 15, '#fff')
  );
}

/** A roulette wheel in its bowl. */
export function wheel(colours: Palette, random: Random): string {
  const { metal, second, accent, ink } = colours;
  const pocket = (index: number): string => {
    const [from, to] = [(index * Math.PI) / 12, ((index + 1) * Math.PI) / 12];
    const [a, b, c, d] = [polar(45, from), polar(72, from), polar(72, to), polar(45, to)].map(
      ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`,
    );
    return path(
      `M${a}L${b}A72 72 0 0 1 ${c}L${d}A45 45 0 0 0 ${a}Z`,
      index === 0 ? accent[2] : index % 2 ? second[1] : '#171a24',
      `stroke="${metal[2]}" stroke-width="1.1"`,
    );
  };
  const [x, y] = polar(64, random() * 6);
  return (
    disc(4, 7, 92, ink, 'opacity=".5"') +
    disc(0, 0, 92, 'url(#wood)') +
    disc(0, 0, 92, 'none', 'stroke="url(#rim)" stroke-width="5"') +
    disc(0, 0, 79, 'url(#rim)') +
    disc(0, 0, 75, ink) +
    times(24, pocket) +
    disc(0, 0, 45, 'url(#face)') +
    disc(0, 0, 45, 'none', `stroke="${metal[0]}" stroke-width="2"`) +
    times(8, (index) => line('M0 -15V-43', metal[0], 1.6, `opacity=".6" transform="rotate(${index * 45})"`)) +
    times(
      4,
      (index) =>
        `<g transform="rotate(${index * 90 + 20})">${box(-4, -34, 8, 30, 4, 'url(#rim)')}${disc(0, -35, 6.5, metal[4], `stroke="${metal[0]}" stroke-width="1.5"`)}</g>`,
    ) +
    disc(0, 0, 14, 'url(#rim)', `stroke="${metal[0]}" stroke-width="2"`) +
    disc(-3, -4, 5, '#fff', 'opacity=".7"') +
    disc(x, y, 7.5, 'url(#pearl)') +
    line('M-76 -42A87 87 0 0 1 -20 -85', '#fff', 5, 'stroke-linecap="round" opacity=".55"')
  );
}

/** Five draw balls; `number` outlines a two-digit number of a given height around (0, 0). */
export function balls(colours: Palette, random: Random, number: Outline): string {
  const places: readonly (readonly [x: number, y: number, size: number, tones: Ramp])[] = [
    [-46, -38, 38, colours.second],
    [42, -48, 33, colours.accent],
    [-60, 46, 31, colours.accent],
    [60, 40, 35, colours.second],
    [3, 8, 48, colours.metal],
  ];
  const ball = ([x, y, size, tones]: (typeof places)[number]): string =>
    at(
      x,
      y,
      disc(0, 0, size, tones[2]) +
        disc(0, 0, size, 'url(#shade)') +
        oval(0, size * 0.02, size * 0.58, size * 0.58, '#fdfbf4') +
        path(number(String(10 + Math.floor(random() * 71)), size * 0.74), colours.ink) +
        oval(
          -size * 0.36,
          -size * 0.64,
          size * 0.3,
          size * 0.14,
          '#fff',
          `opacity=".7" transform="rotate(-30 ${(-size * 0.36).toFixed(1)} ${(-size * 0.64).toFixed(1)})"`,
        ),
      1,
      -14 + random() * 28,
    );
  return places.map(ball).join('');
}

/** A football. */
export function ball(colours: Palette): string {
  const { ink } = colours;
  const patch = (index: number): string => {
    const angle = -Math.PI / 2 + (index * 2 * Math.PI) / 5;
    const outer: Point[] = [
      polar(54, angle),
      polar(63, angle + 0.5),
      polar(79, angle + 0.34),
      polar(82, angle),
      polar(79, angle - 0.34),
      polar(63, angle - 0.5),
    ];
    const [from, to] = [polar(27, angle), polar(54, angle)].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    const [left, right] = [polar(63, angle + 0.5), polar(63, angle + (2 * Math.PI) / 5 - 0.5)].map(
      ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`,
    );
    return line(`M${from}L${to}M${left}L${right}`, ink, 3.5) + poly(outer, ink, 'opacity=".92"');
  };
  return (
    disc(0, 0, 82, 'url(#pearl)') +
    poly(ring(5, 28), ink) +
    times(5, patch) +
    disc(0, 0, 82, 'url(#shade)') +
    disc(0, 0, 82, 'none', 'stroke="url(#rim)" stroke-width="4"') +
    oval(-32, -48, 22, 10, '#fff', 'opacity=".5" transform="rotate(-36 -32 -48)"')
  );
}

/** A thick seven in relief, standing for three sevens. */
export function seven(colours: Palette): string {
  const { metal, second } = colours;
  const shape = 'M-66 -80H72V-46C40 -10 20 34 14 84H-42C-36 40 -16 -2 14 -36H-32V-14H-66Z';
  return (
    at(9, 10, path(shape, second[0])) +
    at(5, 6, path(shape, second[1])) +
    path(shape, 'url(#rim)', `stroke="${metal[0]}" stroke-width="2.5" stroke-linejoin="round"`) +
    path('M-56 -70H62V-50C32 -16 12 26 4 74H-30C-22 34 -4 -8 36 -46H-42V-24H-56Z', second[2]) +
    path('M-56 -70H62V-58H-44V-24H-56Z', '#fff', 'opacity=".35"') +
    path('M62 -50C32 -16 12 26 4 74H-10C-2 30 16 -12 50 -50Z', second[0], 'opacity=".45"') +
    sparkle(-62, 40, 20, metal[4]) +
    sparkle(64, 20, 24, metal[4]) +
    sparkle(66, -84, 16, '#fff')
  );
}
