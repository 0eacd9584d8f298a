import { cutStone } from './facets.ts';
import type { Palette } from './palette.ts';
import { at, disc, line, path, poly, ring, sparkle, star, times } from './shapes.ts';

const CAPS = 'stroke-linecap="round"';
const JOIN = 'stroke-linejoin="round"';

/** A crescent over cloud bands. */
export function moon(colours: Palette): string {
  const { metal, accent } = colours;
  const cloud = (x: number, y: number, size: number, tone: string) =>
    at(
      x,
      y,
      path(
        'M-46 14C-62 14 -64 -8 -46 -10C-44 -30 -14 -34 -6 -18C6 -30 32 -22 30 -6C50 -8 52 14 34 14Z',
        tone,
        `stroke="${metal[3]}" stroke-width="2.5"`,
      ) + line('M-40 4Q-34 -8 -24 0M-4 2Q2 -12 14 -2', '#fff', 2, `${CAPS} opacity=".6"`),
      size,
    );
  return (
    path(
      'M30 -84C-22 -92 -78 -54 -78 4C-78 60 -28 92 20 82C-22 70 -46 36 -44 -2C-42 -42 -10 -74 30 -84Z',
      'url(#face)',
      'stroke="url(#rim)" stroke-width="5" stroke-linejoin="round"',
    ) +
    path('M-8 -78C-52 -62 -72 -24 -66 20C-60 -24 -44 -56 -8 -78Z', '#fff', 'opacity=".5"') +
    disc(-58, 22, 6, metal[1], 'opacity=".45"') +
    disc(-46, 44, 4, metal[1], 'opacity=".45"') +
    disc(-64, -6, 3.5, metal[1], 'opacity=".45"') +
    cloud(28, 42, 1.12, accent[2]) +
    cloud(-30, 70, 0.86, accent[3]) +
    at(34, -22, cutStone(star(5, 26, 11), [0.05], metal)) +
    sparkle(64, -62, 15, '#fff') +
    sparkle(6, -44, 9, '#fff') +
    sparkle(74, 4, 9, '#fff')
  );
}

/** A sun with a carved face of rings. */
export function sun(colours: Palette): string {
  const { metal, second, accent } = colours;
  const ray = (index: number) =>
    `<g transform="rotate(${index * 22.5})">${
      index % 2
        ? path('M-9 -58Q-16 -76 0 -90Q-2 -74 9 -58Z', second[2], `stroke="${metal[3]}" stroke-width="1.6"`)
        : poly(
            [
              [-12, -58],
              [0, -98],
              [12, -58],
            ],
            'url(#rim)',
          ) +
          poly(
            [
              [0, -58],
              [0, -98],
              [12, -58],
            ],
            metal[0],
            'opacity=".35"',
          )
    }</g>`;
  return (
    times(16, ray) +
    disc(0, 0, 60, 'url(#rim)') +
    disc(0, 0, 52, second[1]) +
    disc(0, 0, 52, 'none', `stroke="${metal[3]}" stroke-width="2" stroke-dasharray="3 5"`) +
    disc(0, 0, 42, 'url(#face)') +
    cutStone(ring(8, 26), [0.72, 0.4], accent) +
    line('M-44 -28A52 52 0 0 1 -10 -52', '#fff', 4, `${CAPS} opacity=".6"`) +
    sparkle(40, -44, 12, '#fff')
  );
}

/** A three-tongued flame. */
export function flame(colours: Palette): string {
  const { metal, second } = colours;
  return (
    path(
      'M4 -98C10 -64 58 -48 66 6C72 54 40 90 0 90C-42 90 -72 58 -66 12C-62 -14 -46 -24 -42 -52C-28 -44 -22 -30 -22 -16C-4 -32 6 -62 4 -98Z',
      'url(#cloth)',
      `stroke="url(#rim)" stroke-width="5" ${JOIN}`,
    ) +
    path(
      'M10 -54C14 -28 46 -12 46 26C46 60 24 80 0 80C-26 80 -46 60 -44 30C-42 14 -32 8 -30 -10C-20 -4 -16 4 -16 14C0 2 10 -22 10 -54Z',
      second[2],
    ) +
    path('M8 -10C10 10 30 20 28 46C26 66 12 76 0 76C-16 76 -28 64 -26 46C-24 34 -16 32 -14 20C-4 24 6 12 8 -10Z', metal[3]) +
    path('M2 26C4 38 14 44 12 58C10 68 4 72 -1 72C-10 72 -14 64 -12 56C-10 46 0 42 2 26Z', '#fff') +
    [
      [-62, -44, 4],
      [58, -48, 5],
      [-36, -78, 3],
      [40, -80, 3.5],
      [78, -14, 3],
    ]
      .map(([x = 0, y = 0, r = 0]) => disc(x, y, r, metal[3]))
      .join('') +
    path('M-52 24C-54 2 -40 -14 -38 -32C-28 -18 -40 2 -52 24Z', '#fff', 'opacity=".35"')
  );
}

/** A comet with three tails. */
export function comet(colours: Palette): string {
  const { accent, metal } = colours;
  return (
    path('M96 -96C40 -70 -10 -40 -46 -12L-2 40C30 0 70 -50 96 -96Z', accent[1], 'opacity=".75"') +
    path(
      'M98 -50C60 -30 20 0 -10 30L6 50C36 20 74 -16 98 -50ZM48 -98C20 -76 -20 -46 -56 -22L-44 -6C-8 -34 26 -68 48 -98Z',
      accent[2],
      'opacity=".8"',
    ) +
    path('M84 -84C40 -54 0 -24 -34 2L-10 26C20 -8 56 -46 84 -84Z', accent[4], 'opacity=".85"') +
    at(
      -32,
      28,
      disc(0, 0, 58, metal[4], 'opacity=".22"') +
        cutStone(star(5, 66, 30), [0.5, 0.05], metal) +
        poly(star(5, 66, 30), 'none', `stroke="url(#rim)" stroke-width="5" ${JOIN}`) +
        sparkle(-18, -22, 14, '#fff'),
      1,
      -12,
    ) +
    sparkle(70, 20, 12, '#fff') +
    sparkle(-74, -50, 14, metal[4]) +
    sparkle(44, 62, 9, metal[4]) +
    disc(84, -6, 3, '#fff')
  );
}
