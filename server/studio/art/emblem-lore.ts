import { cutStone } from './facets.ts';
import type { Palette } from './palette.ts';
import type { Random } from './random.ts';
import { at, box, disc, line, oval, type Point, path, poly, ring, round, sparkle, star, times } from './shapes.ts';

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

/** A snowy peak with a lake. */
export function mountain(colours: Palette): string {
  const { accent, metal } = colours;
  return (
    disc(40, -46, 32, 'url(#face)') +
    poly(
      [
        [-104, 64],
        [-46, -24],
        [0, 64],
      ],
      accent[1],
    ) +
    poly(
      [
        [-46, -24],
        [0, 64],
        [-40, 64],
      ],
      accent[0],
    ) +
    poly(
      [
        [-46, -24],
        [-64, 4],
        [-50, 0],
        [-42, 12],
        [-34, -2],
      ],
      '#fff',
    ) +
    poly(
      [
        [-62, 66],
        [14, -78],
        [98, 66],
      ],
      accent[2],
    ) +
    poly(
      [
        [14, -78],
        [98, 66],
        [26, 66],
        [34, 10],
      ],
      accent[0],
    ) +
    poly(
      [
        [14, -78],
        [34, 10],
        [26, 66],
        [-6, 66],
      ],
      accent[1],
    ) +
    poly(
      [
        [14, -78],
        [-16, -22],
        [-2, -32],
        [6, -12],
        [18, -30],
        [28, -14],
        [34, -34],
        [48, -20],
      ],
      '#fff',
    ) +
    poly(
      [
        [14, -78],
        [48, -20],
        [34, -34],
        [28, -14],
      ],
      '#b9c4d8',
    ) +
    poly(
      [
        [-62, 66],
        [14, -78],
        [98, 66],
      ],
      'none',
      `stroke="url(#rim)" stroke-width="4" ${JOIN}`,
    ) +
    oval(0, 74, 104, 20, accent[3]) +
    oval(0, 72, 96, 14, accent[4], 'opacity=".55"') +
    line('M-60 74H-10M6 80H58M-30 84H16', '#fff', 3, `${CAPS} opacity=".8"`) +
    line('M-104 74A104 20 0 0 0 104 74', metal[2], 3.5)
  );
}

/** A pyramid with a shining tip. */
export function pyramid(colours: Palette): string {
  const { metal, accent, ink } = colours;
  const course = (index: number) =>
    line(
      `M${round(-14 - index * 15.4)} ${-26 + index * 22}L${round(6 + index * 3.2)} ${round(-18 + index * 24.5)}L${round(14 + index * 15.4)} ${-26 + index * 22}`,
      ink,
      1.8,
      'opacity=".35"',
    );
  return (
    times(12, (index) =>
      path('M-3 -50L0 -106L3 -50Z', metal[4], `opacity=".5" transform="translate(0 -58) rotate(${index * 30}) translate(0 58) scale(.9)"`),
    ) +
    poly(
      [
        [0, -80],
        [-92, 68],
        [24, 88],
      ],
      metal[2],
    ) +
    poly(
      [
        [0, -80],
        [92, 68],
        [24, 88],
      ],
      metal[0],
    ) +
    times(5, course) +
    poly(
      [
        [0, -80],
        [-26, -38],
        [7, -31],
      ],
      accent[4],
    ) +
    poly(
      [
        [0, -80],
        [26, -38],
        [7, -31],
      ],
      accent[2],
    ) +
    line('M-26 -38L7 -31L26 -38', metal[4], 3) +
    poly(
      [
        [0, -80],
        [92, 68],
        [24, 88],
        [-92, 68],
      ],
      'none',
      `stroke="url(#rim)" stroke-width="4" ${JOIN}`,
    ) +
    path('M-22 80L-18 52L-4 55L-2 83Z', ink) +
    sparkle(0, -80, 26, '#fff') +
    sparkle(-50, -20, 10, metal[4])
  );
}

/** A jewelled beetle with spread wings. */
export function scarab(colours: Palette): string {
  const { metal, accent, second, ink } = colours;
  const wing = times(
    6,
    (index) =>
      `<g transform="rotate(${-8 - index * 15} 18 -6)">${path('M18 -14C56 -24 88 -20 102 -8C84 2 52 4 18 2Z', index % 2 ? accent[1] : second[1], `stroke="${metal[3]}" stroke-width="2"`)}</g>`,
  );
  const half = wing + line('M24 34L54 46L60 66M22 52L40 70L38 88M20 -34L40 -48L36 -66', 'url(#bar)', 6, `${CAPS} ${JOIN}`);
  return (
    half +
    `<g transform="scale(-1 1)">${half}</g>` +
    oval(0, 24, 38, 50, 'url(#orb)', 'stroke="url(#rim)" stroke-width="5"') +
    line('M0 -14V72', metal[2], 4) +
    path('M-34 2Q0 24 34 2L30 -14Q0 4 -30 -14Z', 'url(#rim)') +
    oval(0, -30, 24, 18, accent[0], 'stroke="url(#rim)" stroke-width="4"') +
    disc(-10, -36, 4, metal[4]) +
    disc(10, -36, 4, metal[4]) +
    disc(0, -70, 22, 'url(#face)', `stroke="${metal[0]}" stroke-width="2"`) +
    disc(0, -70, 15, 'url(#lamp)') +
    disc(-6, -77, 4, '#fff', 'opacity=".8"') +
    path('M-28 10C-26 36 -22 50 -12 62C-18 42 -16 26 -16 14Z', '#fff', 'opacity=".4"') +
    path('M-8 36L0 26L8 36L0 46Z', metal[3], `stroke="${ink}" stroke-width="1.5"`)
  );
}

/** An open chest of coins and stones. */
export function chest(colours: Palette): string {
  const { metal, accent, second, ink } = colours;
  const heap: readonly (readonly [x: number, y: number])[] = [
    [-46, -6],
    [-22, -16],
    [4, -20],
    [30, -14],
    [50, -4],
    [-34, 4],
    [-8, -4],
    [18, -2],
    [40, 6],
  ];
  return (
    path('M-78 -22C-80 -84 80 -84 78 -22L66 -8H-66Z', 'url(#wood)', `stroke="url(#rim)" stroke-width="5" ${JOIN}`) +
    path('M-64 -20C-62 -60 62 -60 64 -20L58 -8H-58Z', ink) +
    line('M-40 -66V-30M40 -66V-30M0 -74V-52', 'url(#bar)', 8) +
    heap
      .map(([x, y]) =>
        at(
          x,
          y,
          oval(0, 3, 15, 10, metal[0]) +
            oval(0, 0, 15, 10, 'url(#face)') +
            oval(0, 0, 9, 5.5, 'none', `stroke="${metal[0]}" stroke-width="1.6"`),
        ),
      )
      .join('') +
    at(-14, -26, cutStone(ring(6, 18), [0.6], accent)) +
    at(26, -26, cutStone(ring(8, 15), [0.6], second)) +
    at(
      -52,
      -14,
      cutStone(
        [
          [0, -14],
          [12, 0],
          [0, 14],
          [-12, 0],
        ],
        [0.5],
        second,
      ),
    ) +
    disc(54, -14, 9, 'url(#pearl)') +
    path('M-82 8H82L72 84H-72Z', 'url(#wood)', `stroke="url(#rim)" stroke-width="5" ${JOIN}`) +
    line('M-74 34H74M-70 58H70', ink, 2, 'opacity=".5"') +
    path('M-54 8H-40L-38 84H-50ZM54 8H40L38 84H50Z', 'url(#bar)') +
    box(-18, 0, 36, 38, 6, 'url(#rim)', `stroke="${metal[0]}" stroke-width="2"`) +
    disc(0, 14, 6, ink) +
    path('M-3 16H3L5 30H-5Z', ink) +
    sparkle(-14, -56, 18, '#fff') +
    sparkle(58, -40, 12, '#fff') +
    sparkle(-70, -40, 9, '#fff')
  );
}

/** A red envelope with coins. */
export function envelope(colours: Palette): string {
  const { metal, second } = colours;
  const round1 = (x: number, y: number, size: number) =>
    at(
      x,
      y,
      disc(3, 4, 28, metal[0]) + disc(0, 0, 28, 'url(#rim)') + disc(0, 0, 22, 'url(#face)') + box(-8, -8, 16, 16, 2, metal[0]),
      size,
    );
  const paper =
    box(-50, -84, 100, 160, 8, 'url(#cloth)', 'stroke="url(#rim)" stroke-width="4"') +
    path('M-48 -82H48V-52Q0 -8 -48 -52Z', second[1], `stroke="${metal[2]}" stroke-width="3"`) +
    disc(0, -34, 22, 'url(#rim)', `stroke="${metal[0]}" stroke-width="2"`) +
    cutStone(
      star(8, 15, 8).map(([x, y]) => [x, y - 34] as Point),
      [0.99],
      metal,
    ) +
    line('M-34 20H34M-34 34H34M-22 48H22', metal[3], 3, `${CAPS} opacity=".55"`) +
    path('M-44 -76H44V-70H-38V60H-44Z', '#fff', 'opacity=".16"');
  return (
    at(18, 4, paper, 0.94, 13) +
    at(-16, 0, paper, 1, -9) +
    round1(-50, 64, 1) +
    round1(50, 70, 0.92) +
    round1(4, 82, 0.8) +
    sparkle(58, -70, 16, '#fff') +
    sparkle(-70, -44, 11, '#fff')
  );
}

/** A curved feather. */
export function feather(colours: Palette): string {
  const { metal, accent, second } = colours;
  const barb = (index: number) =>
    line(
      `M${round(-50 + index * 13.5)} ${round(58 - index * 15)}q${round(-26 + index * 1.3)} -6 ${round(-34 + index * 2.6)} -26M${round(-50 + index * 13.5)} ${round(58 - index * 15)}q14 12 ${round(38 - index * 2.8)} 4`,
      accent[4],
      2,
      'opacity=".6"',
    );
  return (
    path('M-62 74C-92 8 -56 -78 84 -98C96 -20 50 64 -38 72Z', 'url(#orb)', `stroke="url(#rim)" stroke-width="4" ${JOIN}`) +
    path('M-40 64C-16 10 30 -50 84 -98C96 -20 50 64 -40 72Z', accent[0], 'opacity=".4"') +
    times(9, barb) +
    path('M84 -98C60 -88 36 -62 26 -40C52 -32 80 -50 84 -98Z', second[2], 'opacity=".9"') +
    disc(50, -58, 13, metal[3]) +
    disc(50, -58, 8, second[0]) +
    disc(47, -61, 3, '#fff') +
    line('M-84 98C-50 40 0 -20 76 -90', 'url(#rim)', 6, CAPS) +
    path('M-58 34C-58 -16 -22 -62 36 -80C-10 -58 -44 -18 -58 34Z', '#fff', 'opacity=".35"') +
    sparkle(-58, -46, 13, '#fff')
  );
}

/** A smith's hammer over sparks. */
export function hammer(colours: Palette, random: Random): string {
  const { metal, second, accent } = colours;
  const spark = () => sparkle(-80 + random() * 160, 20 + random() * 60, 5 + random() * 8, metal[3]);
  const tool =
    box(-9, -30, 18, 128, 6, 'url(#wood)', `stroke="${metal[1]}" stroke-width="2"`) +
    times(4, (index) => line(`M-8 ${34 + index * 13}L8 ${28 + index * 13}`, second[2], 5)) +
    box(-11, 88, 22, 12, 5, 'url(#bar)') +
    path('M-70 -78L-58 -88H58L70 -78V-34L58 -24H-58L-70 -34Z', 'url(#rim)', `stroke="${metal[0]}" stroke-width="2.5" ${JOIN}`) +
    box(-46, -76, 92, 40, 4, metal[1]) +
    at(
      0,
      -56,
      cutStone(
        [
          [0, -18],
          [22, 0],
          [0, 18],
          [-22, 0],
        ],
        [0.55],
        accent,
      ),
    ) +
    line('M-40 -70H-20M-40 -42H-20M40 -70H20M40 -42H20', metal[3], 2.5) +
    line('M-56 -82H50', '#fff', 4, `${CAPS} opacity=".6"`);
  return times(7, spark) + at(0, -4, tool, 1, 24);
}
