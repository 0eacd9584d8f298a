import type { Outline } from './lettering.ts';
import type { Palette, Ramp } from './palette.ts';
import type { Random } from './random.ts';
import { at, box, disc, line, oval, path, poly, sparkle, star, times } from './shapes.ts';

const CAPS = 'stroke-linecap="round"';
const JOIN = 'stroke-linejoin="round"';

/** Two crossed swords. */
export function swords({ metal, accent, second, ink }: Palette): string {
  const sword = (tones: Ramp) =>
    path('M0 -102L11 -86L9 34H-9L-11 -86Z', 'url(#pearl)', `stroke="${ink}" stroke-width="2" ${JOIN}`) +
    path('M0 -102L11 -86L9 34H0Z', '#8f98ad', 'opacity=".75"') +
    line('M0 -84V30', '#fff', 2, 'opacity=".8"') +
    path(
      'M-38 30C-24 40 -14 34 0 34C14 34 24 40 38 30C38 46 20 48 0 46C-20 48 -38 46 -38 30Z',
      'url(#rim)',
      `stroke="${metal[0]}" stroke-width="2"`,
    ) +
    box(-7, 44, 14, 36, 4, tones[1], `stroke="${ink}" stroke-width="2"`) +
    line('M-6 54L6 49M-6 64L6 59M-6 74L6 69', metal[3], 2.6) +
    disc(0, 87, 12, 'url(#face)', `stroke="${metal[0]}" stroke-width="2"`) +
    disc(0, 87, 6, tones[2]);
  return (
    at(-6, 4, sword(second), 0.98, 40) + at(6, 4, sword(accent), 0.98, -40) + sparkle(0, -16, 22, '#fff') + sparkle(-78, 4, 10, metal[4])
  );
}

/** Three drums that show a draw; `number` outlines a text of a given height around (0, 0). */
export function digits({ metal, second, accent, ink }: Palette, random: Random, number: Outline): string {
  const drum = (index: number): string =>
    at(
      -58 + index * 58,
      0,
      box(-25, -46, 50, 92, 10, 'url(#pearl)', `stroke="${metal[0]}" stroke-width="2"`) +
        path(number(String(Math.floor(random() * 10)), 66), [second[1], ink, accent[1]][index] ?? ink) +
        box(-25, -46, 50, 24, 10, '#05060c', 'opacity=".22"') +
        box(-25, 22, 50, 24, 10, '#05060c', 'opacity=".28"'),
    );
  return (
    box(-102, -68, 204, 136, 26, 'url(#rim)', `stroke="${metal[0]}" stroke-width="2"`) +
    box(-92, -58, 184, 116, 18, ink) +
    times(3, drum) +
    line('M-92 -1H-100M92 -1H100', second[2], 6, CAPS) +
    [-70, -35, 0, 35, 70].map((x) => disc(x, -82, 6, metal[4]) + disc(x, 82, 6, metal[4])).join('') +
    line('M-84 -56Q0 -66 84 -56', '#fff', 3, `${CAPS} opacity=".6"`) +
    sparkle(86, -86, 16, '#fff')
  );
}

/** A torn lottery ticket with its numbers. */
export function ticket({ metal, accent, second, ink }: Palette, random: Random, number: Outline): string {
  const edge = times(9, (index) => disc(-96, -48 + index * 12, 4, ink) + disc(96, -48 + index * 12, 4, ink));
  const stub = (tones: Ramp) =>
    box(-96, -58, 192, 116, 12, tones[1], 'stroke="url(#rim)" stroke-width="5"') + box(-84, -46, 168, 92, 8, '#fdfaf0') + edge;
  const ball = (index: number): string =>
    at(
      -56 + index * 37,
      10,
      disc(0, 0, 16, [second, accent, metal, second][index]?.[2] ?? metal[2]) +
        disc(0, 0, 16, 'url(#shade)') +
        path(number(String(Math.floor(random() * 10)), 20), '#fff'),
    );
  const front =
    stub(second) +
    box(-72, -36, 92, 12, 4, accent[1]) +
    box(-72, -19, 56, 6, 3, '#c9c4b2') +
    times(4, ball) +
    poly(
      star(5, 17, 7.5).map(([x, y]) => [x + 62, y - 26]),
      metal[2],
      `stroke="${metal[0]}" stroke-width="1.5"`,
    ) +
    line('M-70 36H70', '#c9c4b2', 5, 'stroke-dasharray="4 3"');
  return at(-10, 22, stub(accent), 0.9, -18) + at(4, -4, front, 0.98, 8) + sparkle(72, -74, 16, '#fff');
}

/** A game controller. */
export function controller({ metal, accent, second, ink }: Palette): string {
  const buttons: readonly (readonly [number, number, string])[] = [
    [52, -32, second[2]],
    [70, -14, metal[2]],
    [34, -14, accent[3]],
    [52, 4, second[3]],
  ];
  const stick = (x: number) =>
    disc(x, 24, 21, ink) +
    disc(x, 22, 16, 'url(#face)', `stroke="${metal[0]}" stroke-width="2"`) +
    disc(x - 4, 17, 5, '#fff', 'opacity=".6"');
  return (
    line('M0 -52C0 -74 -22 -72 -20 -96', ink, 6, CAPS) +
    path('M-62 -58H-30V-44H-72ZM62 -58H30V-44H72Z', 'url(#rim)') +
    path(
      'M-52 -52C-22 -58 22 -58 52 -52C82 -48 92 -16 100 32C106 70 84 86 66 70C52 58 44 48 28 46H-28C-44 48 -52 58 -66 70C-84 86 -106 70 -100 32C-92 -16 -82 -48 -52 -52Z',
      'url(#orb)',
      `stroke="url(#rim)" stroke-width="5" ${JOIN}`,
    ) +
    path('M-58 -42C-20 -50 20 -50 56 -42C20 -38 -50 -40 -84 4C-82 -20 -74 -38 -58 -42Z', '#fff', 'opacity=".35"') +
    path('M-60 -34H-46V-20H-32V-6H-46V8H-60V-6H-74V-20H-60Z', ink, `stroke="${metal[3]}" stroke-width="2" ${JOIN}`) +
    buttons
      .map(([x, y, tone]) => disc(x, y, 9.5, tone, `stroke="${ink}" stroke-width="2"`) + oval(x - 2, y - 4, 4, 2.4, '#fff', 'opacity=".7"'))
      .join('') +
    stick(-26) +
    stick(26) +
    box(-12, -32, 24, 10, 5, ink) +
    disc(0, -8, 6, metal[3])
  );
}

/** A cup for the winners. */
export function trophy({ metal, accent, second, ink }: Palette): string {
  const handle = 'M-46 -66C-86 -74 -96 -34 -74 -10C-64 2 -50 8 -38 10';
  return (
    line(handle, metal[0], 15, CAPS) +
    line(handle, 'url(#face)', 10, CAPS) +
    `<g transform="scale(-1 1)">${line(handle, metal[0], 15, CAPS)}${line(handle, 'url(#face)', 10, CAPS)}</g>` +
    path('M-56 -88H56C56 -20 40 30 10 38V58H-10V38C-40 30 -56 -20 -56 -88Z', 'url(#bar)', `stroke="${metal[0]}" stroke-width="3" ${JOIN}`) +
    path('M-44 -82H-22C-24 -30 -16 8 -2 26C-30 14 -44 -26 -44 -82Z', '#fff', 'opacity=".45"') +
    oval(0, -88, 56, 11, 'url(#rim)', `stroke="${metal[0]}" stroke-width="2.5"`) +
    oval(0, -87, 44, 7, ink, 'opacity=".75"') +
    poly(
      star(5, 26, 11).map(([x, y]) => [x, y - 28]),
      second[2],
      `stroke="${metal[4]}" stroke-width="3" ${JOIN}`,
    ) +
    path('M-30 56H30L38 74H-38Z', 'url(#rim)', `stroke="${metal[0]}" stroke-width="2"`) +
    box(-50, 72, 100, 24, 6, accent[1], 'stroke="url(#rim)" stroke-width="4"') +
    box(-26, 79, 52, 10, 3, metal[3]) +
    sparkle(64, -92, 16, '#fff') +
    sparkle(-70, 40, 12, metal[4])
  );
}
