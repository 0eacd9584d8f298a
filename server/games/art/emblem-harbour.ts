import { cutStone } from './facets.ts';
import type { Palette } from './palette.ts';
import type { Random } from './random.ts';
import { at, box, disc, line, path, polar, poly, ring, sparkle, star, times } from './shapes.ts';

const CAPS = 'stroke-linecap="round"';

/** A sailing ship on two waves. */
export function ship(colours: Palette): string {
  const { metal, accent, second, ink } = colours;
  const sail = (d: string, fill: string) => path(d, fill, `stroke="${metal[0]}" stroke-width="1.6" stroke-linejoin="round"`);
  return (
    box(-4, -88, 7, 128, 3, 'url(#bar)') +
    box(-52, -56, 5, 94, 2, 'url(#bar)') +
    line('M0 -86L-84 34M2 -86L86 26M-50 -54L-84 34', metal[2], 1.6, 'opacity=".7"') +
    sail('M4 -78C44 -66 52 -36 44 -12C30 -20 16 -20 4 -14Z', '#fbf6ea') +
    sail('M4 -8C50 -12 66 10 60 32C40 24 20 24 4 30Z', accent[3]) +
    sail('M-8 -76C-24 -54 -30 -32 -26 -12C-20 -16 -12 -18 -8 -18Z', accent[4]) +
    sail('M-46 -50C-22 -42 -14 -22 -18 -4C-28 -10 -38 -10 -46 -6Z', '#fbf6ea') +
    sail('M-46 0C-18 -4 -10 14 -14 32C-28 26 -38 28 -46 32Z', accent[3]) +
    path('M4 -78C44 -66 52 -36 44 -12C44 -40 30 -62 4 -70ZM4 -8C50 -12 66 10 60 32C58 12 36 -2 4 0Z', second[1], 'opacity=".35"') +
    path('M4 -92L30 -100L26 -92L30 -84L4 -82Z', second[2]) +
    path(
      'M-92 32L-72 44H64L96 24C92 54 74 74 48 80H-50C-74 74 -86 56 -92 32Z',
      'url(#wood)',
      'stroke="url(#rim)" stroke-width="3.5" stroke-linejoin="round"',
    ) +
    line('M-84 52Q0 64 84 46', metal[2], 3) +
    times(5, (index) => disc(-46 + index * 24, 66, 4.2, metal[3], `stroke="${ink}" stroke-width="1.5"`)) +
    path('M96 24L106 10L98 34Z', metal[3]) +
    swell(accent[2], accent[4])
  );
}

function swell(tone: string, crest: string): string {
  return (
    path('M-104 82q18 -18 34 0t34 0t34 0t34 0t36 -2q8 -8 16 -6Q60 106 0 106Q-60 106 -104 82Z', tone) +
    line('M-104 82q18 -18 34 0t34 0t34 0t34 0t36 -2', crest, 3, CAPS)
  );
}

/** A lighthouse with its beam. */
export function lighthouse(colours: Palette): string {
  const { metal, accent } = colours;
  return (
    beams(colours) +
    tower(colours) +
    lamp(colours) +
    path('M-78 88C-66 66 -42 70 -30 74H34C50 66 70 70 80 88Z', colours.deep, `stroke="${metal[1]}" stroke-width="2"`) +
    path('M-60 84q14 -12 28 -6l-8 8z', '#fff', 'opacity=".14"') +
    swell(accent[2], accent[4])
  );
}

function beams({ metal }: Palette): string {
  return (
    poly(
      [
        [0, -62],
        [112, -96],
        [112, -26],
      ],
      metal[4],
      'opacity=".32"',
    ) +
    poly(
      [
        [0, -62],
        [-112, -90],
        [-112, -34],
      ],
      metal[4],
      'opacity=".22"',
    )
  );
}

function tower({ second, ink }: Palette): string {
  return (
    poly(
      [
        [-22, -38],
        [22, -38],
        [36, 76],
        [-36, 76],
      ],
      '#f6f3ec',
    ) +
    poly(
      [
        [-24.6, -16],
        [24.6, -16],
        [28, 10],
        [-28, 10],
      ],
      second[1],
    ) +
    poly(
      [
        [-31, 36],
        [31, 36],
        [34.5, 62],
        [-34.5, 62],
      ],
      second[1],
    ) +
    poly(
      [
        [6, -38],
        [22, -38],
        [36, 76],
        [10, 76],
      ],
      ink,
      'opacity=".3"',
    ) +
    poly(
      [
        [-18, -38],
        [-10, -38],
        [-20, 76],
        [-30, 76],
      ],
      '#fff',
      'opacity=".5"',
    )
  );
}

/** The lantern room, and the door and window under it. */
function lamp({ metal, ink }: Palette): string {
  return (
    box(-28, -44, 56, 8, 3, 'url(#bar)') +
    box(-17, -74, 34, 30, 2, ink) +
    box(-14, -72, 28, 27, 2, metal[4]) +
    disc(0, -59, 9, '#fff') +
    line('M-5 -74V-45M5 -74V-45', metal[0], 2) +
    path('M-24 -72Q0 -104 24 -72Z', 'url(#cloth)', 'stroke="url(#rim)" stroke-width="3"') +
    disc(0, -92, 4, metal[3]) +
    path('M-8 76V58Q0 48 8 58V76Z', ink) +
    disc(0, -1, 5, ink)
  );
}

/** An anchor with a loop of rope. */
export function anchor(colours: Palette): string {
  const { metal, accent } = colours;
  const shape =
    'M-8 -52H8V-30H42V-16H8V60Q46 54 54 20L38 28L62 -12L84 28L70 22Q62 80 0 90Q-62 80 -70 22L-84 28L-62 -12L-38 28L-54 20Q-46 54 -8 60V-16H-42V-30H-8Z';
  return (
    disc(0, -70, 19, 'none', 'stroke="url(#rim)" stroke-width="10"') +
    at(5, 6, path(shape, metal[0])) +
    path(shape, 'url(#rim)', `stroke="${metal[0]}" stroke-width="2.5" stroke-linejoin="round"`) +
    line('M-4 -48V66M-40 -26H-10M-58 34Q-44 76 -4 82', '#fff', 3.5, `${CAPS} opacity=".55"`) +
    line('M14 -66C70 -60 66 -10 20 2C-40 16 -46 46 -14 48C26 50 50 66 30 94', accent[0], 11, CAPS) +
    line('M14 -66C70 -60 66 -10 20 2C-40 16 -46 46 -14 48C26 50 50 66 30 94', accent[3], 8, `${CAPS} stroke-dasharray="6 3.5"`) +
    sparkle(-38, -46, 15, '#fff')
  );
}

/** A compass rose in a brass case. */
export function compass(colours: Palette, random: Random): string {
  const { metal, accent, second, ink } = colours;
  const needle = at(
    0,
    0,
    poly(
      [
        [0, -54],
        [11, 0],
        [0, 8],
        [-11, 0],
      ],
      second[2],
    ) +
      poly(
        [
          [0, -54],
          [11, 0],
          [0, 8],
        ],
        second[0],
      ) +
      poly(
        [
          [0, 54],
          [11, 0],
          [0, -8],
          [-11, 0],
        ],
        '#fff',
      ) +
      poly(
        [
          [0, 54],
          [-11, 0],
          [0, -8],
        ],
        '#c3c8d4',
      ),
    1,
    -30 + random() * 80,
  );
  return (
    disc(0, -90, 11, 'none', 'stroke="url(#rim)" stroke-width="6"') +
    disc(5, 8, 84, ink, 'opacity=".5"') +
    disc(0, 0, 84, 'url(#rim)') +
    disc(0, 0, 72, metal[0]) +
    disc(0, 0, 69, accent[0]) +
    times(32, (index) => line(`M0 -66V${index % 4 ? -61 : -56}`, metal[3], index % 4 ? 1.2 : 2.4, `transform="rotate(${index * 11.25})"`)) +
    cutStone(
      star(4, 50, 13).map(([x, y]) => [x * 0.72 + y * 0.72, y * 0.72 - x * 0.72] as const),
      [0.05],
      colours.accent,
    ) +
    cutStone(star(4, 58, 12), [0.05], metal) +
    needle +
    disc(0, 0, 8, 'url(#face)', `stroke="${metal[0]}" stroke-width="2"`) +
    path('M-58 -30A66 66 0 0 1 20 -62Q-14 -40 -58 -30Z', '#fff', 'opacity=".22"') +
    line('M-66 -38A76 76 0 0 1 -22 -73', '#fff', 5, `${CAPS} opacity=".6"`)
  );
}

/** A ship's wheel. */
export function helm(colours: Palette): string {
  const { metal, accent } = colours;
  const spoke = (index: number) =>
    `<g transform="rotate(${index * 45})">${box(-5.5, -70, 11, 62, 3, 'url(#wood)', `stroke="${metal[2]}" stroke-width="1.5"`)}${path('M-6 -70Q-10 -84 -6 -96Q0 -102 6 -96Q10 -84 6 -70Z', 'url(#wood)', `stroke="${metal[2]}" stroke-width="2"`)}${box(-8, -76, 16, 6, 2, metal[3])}</g>`;
  return (
    times(8, spoke) +
    disc(0, 0, 58, 'none', 'stroke="url(#wood)" stroke-width="17"') +
    disc(0, 0, 67, 'none', 'stroke="url(#rim)" stroke-width="4"') +
    disc(0, 0, 49, 'none', 'stroke="url(#rim)" stroke-width="4"') +
    times(8, (index) => disc(...polar(58, (index * Math.PI) / 4 + 0.39), 3.6, metal[3])) +
    disc(0, 0, 25, 'url(#rim)', `stroke="${metal[0]}" stroke-width="2"`) +
    cutStone(ring(8, 17), [0.55], accent) +
    line('M-48 -48A68 68 0 0 1 -8 -68', '#fff', 4, `${CAPS} opacity=".6"`)
  );
}
