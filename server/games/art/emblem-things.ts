import { cutStone } from './facets.ts';
import type { Palette } from './palette.ts';
import type { Random } from './random.ts';
import { at, box, disc, line, oval, type Point, path, ring, round, sparkle, star, times } from './shapes.ts';

const CAPS = 'stroke-linecap="round"';
const JOIN = 'stroke-linejoin="round"';

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
