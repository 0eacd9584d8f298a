import type { Palette } from './palette.ts';
import { at, box, disc, line, oval, path, polar, ring, sparkle, times } from './shapes.ts';

const CAPS = 'stroke-linecap="round"';
const JOIN = 'stroke-linejoin="round"';
const bubble = (x: number, y: number, size: number) => disc(x, y, size, 'none', 'stroke="#fff" stroke-width="2" opacity=".6"');

/** A shark on the turn. */
export function shark({ accent, metal, ink }: Palette): string {
  const body =
    'M-98 10C-70 -26 -22 -40 26 -28C50 -22 66 -12 78 -2C86 -16 90 -36 88 -60C108 -40 110 -16 100 6C108 22 106 42 94 58C90 40 84 26 74 18C48 36 8 42 -30 36C-62 32 -84 24 -98 10Z';
  const teeth = times(7, (index) => path(`M${-80 + index * 9} ${21 + index * 1.4}l4.500 9l4.500 -8z`, '#fff'));
  return (
    at(
      0,
      2,
      path('M-20 -30C-12 -62 6 -84 34 -92C30 -66 34 -46 46 -24Z', 'url(#orb)', `stroke="url(#rim)" stroke-width="4" ${JOIN}`) +
        path(body, 'url(#orb)', `stroke="url(#rim)" stroke-width="4" ${JOIN}`) +
        path('M-96 12C-62 22 -14 20 34 12C52 10 66 12 74 18C48 36 8 42 -30 36C-62 32 -84 24 -96 12Z', '#eef3f8', 'opacity=".94"') +
        path('M-82 20C-64 26 -40 28 -20 24C-30 36 -58 40 -82 20Z', ink) +
        teeth +
        path('M-22 26C-18 52 -4 74 20 82C18 62 20 42 16 28Z', accent[1], `stroke="${metal[3]}" stroke-width="2.5" ${JOIN}`) +
        line('M-30 -12Q-24 2 -30 16M-20 -14Q-14 2 -20 18M-10 -14Q-4 2 -10 18', accent[0], 3, CAPS) +
        disc(-60, -6, 6.5, '#fff') +
        disc(-61, -5, 4, '#10141f') +
        disc(-63, -7, 1.5, '#fff') +
        line('M-72 -15L-50 -12', ink, 3.4, CAPS) +
        path('M-84 -2C-56 -26 -16 -34 20 -26C-18 -24 -54 -16 -84 -2Z', '#fff', 'opacity=".5"'),
      1,
      -10,
    ) +
    bubble(-84, -52, 7) +
    bubble(-70, -74, 4)
  );
}

/** A jellyfish with trailing arms. */
export function jelly({ accent, metal, second }: Palette): string {
  const arm = (x: number, sway: number, length: number) =>
    line(
      `M${x} 8C${x + sway} ${length * 0.35} ${x - sway} ${length * 0.65} ${x + sway * 0.4} ${length}`,
      accent[3],
      5,
      `${CAPS} opacity=".85"`,
    );
  return (
    arm(-46, 16, 78) +
    arm(-26, -14, 98) +
    arm(26, 14, 98) +
    arm(46, -16, 78) +
    path('M-16 4C-26 40 4 54 -10 96C10 70 -6 46 8 4Z', second[3], 'opacity=".9"') +
    path('M6 4C22 34 -2 58 16 90C30 58 14 38 24 4Z', second[2], 'opacity=".85"') +
    path(
      'M-70 10C-76 -52 -42 -92 0 -92C42 -92 76 -52 70 10C60 0 50 0 42 12C34 0 24 0 14 12C6 0 -6 0 -14 12C-24 0 -34 0 -42 12C-50 0 -60 0 -70 10Z',
      'url(#orb)',
      `stroke="url(#rim)" stroke-width="4" ${JOIN}`,
    ) +
    path('M-50 -16C-50 -50 -30 -74 -4 -78C-22 -62 -32 -40 -34 -12Z', '#fff', 'opacity=".45"') +
    [
      [-10, -46, 8],
      [18, -58, 6],
      [32, -30, 7],
      [6, -20, 5],
    ]
      .map(([x = 0, y = 0, size = 0]) => disc(x, y, size, metal[4], 'opacity=".75"'))
      .join('') +
    bubble(78, -60, 6) +
    bubble(88, -80, 4)
  );
}

/** A sea turtle from above. */
export function turtle({ accent, metal }: Palette): string {
  const flipper = 'M-24 -34C-52 -66 -84 -74 -100 -60C-90 -42 -64 -26 -34 -14Z';
  const hind = 'M-20 46C-36 62 -46 82 -40 96C-24 92 -10 76 -4 56Z';
  const skin = `stroke="${metal[3]}" stroke-width="3" ${JOIN}`;
  const half = path(flipper, 'url(#leaf)', skin) + path(hind, 'url(#leaf)', skin);
  const plates = ring(6, 25)
    .map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('L');
  const seams = ring(6, 1)
    .map(([x, y]) => `M${(x * 25).toFixed(1)} ${(y * 25).toFixed(1)}L${(x * 54).toFixed(1)} ${(y * 60).toFixed(1)}`)
    .join('');
  const body =
    half +
    `<g transform="scale(-1 1)">${half}</g>` +
    path('M-16 -46C-24 -74 -16 -98 0 -98C16 -98 24 -74 16 -46Z', 'url(#leaf)', skin) +
    disc(-8, -82, 3.6, '#10141f') +
    disc(8, -82, 3.6, '#10141f') +
    oval(0, 4, 54, 60, 'url(#orb)', 'stroke="url(#rim)" stroke-width="6"') +
    line(seams, accent[0], 3.4, CAPS) +
    path(`M${plates}Z`, accent[1], `stroke="${metal[3]}" stroke-width="2.5" transform="translate(0 4)"`) +
    oval(-20, -26, 20, 12, '#fff', 'opacity=".4" transform="rotate(-34 -20 -26)"');
  return at(0, 2, body, 0.92, 24) + bubble(-70, 66, 6) + bubble(-82, 46, 4);
}

/** A ship's cannon with a pearl on its way. */
export function cannon({ metal, second, ink }: Palette): string {
  const barrel =
    path('M-66 -26C-84 -24 -84 24 -66 26L58 18V-18Z', 'url(#bar)', `stroke="${metal[0]}" stroke-width="3" ${JOIN}`) +
    path('M-66 -26L58 -18V-6L-72 -8C-72 -18 -70 -24 -66 -26Z', '#fff', 'opacity=".35"') +
    [-44, -8, 26].map((x) => box(x, -27 + Math.abs(x + 44) * 0.06, 11, 54 - Math.abs(x + 44) * 0.12, 4, 'url(#rim)')).join('') +
    box(54, -25, 16, 50, 6, 'url(#rim)', `stroke="${metal[0]}" stroke-width="2"`) +
    oval(70, 0, 6, 17, ink) +
    disc(-82, 0, 10, 'url(#face)');
  const spokes = times(6, (index) =>
    line(
      `M0 0L${polar(28, (index * Math.PI) / 3)
        .map((value) => value.toFixed(1))
        .join(' ')}`,
      metal[2],
      5,
      CAPS,
    ),
  );
  return (
    path('M-78 74L-50 20H22L54 74Z', 'url(#wood)', `stroke="url(#rim)" stroke-width="4" ${JOIN}`) +
    at(-10, 0, barrel, 1, -30) +
    [-46, 28]
      .map((x) =>
        at(
          x,
          66,
          disc(0, 0, 31, 'url(#wood)') +
            disc(0, 0, 31, 'none', 'stroke="url(#rim)" stroke-width="6"') +
            spokes +
            disc(0, 0, 9, 'url(#face)'),
          0.92,
        ),
      )
      .join('') +
    disc(82, -66, 15, 'url(#pearl)') +
    line('M50 -44L60 -51M52 -60L58 -64', second[3], 4, CAPS) +
    sparkle(82, -92, 10, '#fff') +
    sparkle(-78, -44, 12, metal[4])
  );
}

/** A fish in the cross hairs. */
export function target({ accent, metal, second }: Palette): string {
  return (
    disc(0, 0, 76, 'none', 'stroke="url(#rim)" stroke-width="8"') +
    disc(0, 0, 62, 'none', `stroke="${metal[3]}" stroke-width="2" stroke-dasharray="3 9" stroke-linecap="round"`) +
    times(4, (index) => `<g transform="rotate(${index * 90})">${path('M-5 -100H5L3 -58H-3Z', 'url(#rim)')}</g>`) +
    at(
      2,
      2,
      path(
        'M34 0C50 -22 64 -26 74 -24C68 -8 68 8 74 24C64 26 50 22 34 0Z',
        'url(#petal)',
        `stroke="${metal[3]}" stroke-width="2.5" ${JOIN}`,
      ) +
        path('M-20 -26C-8 -46 14 -48 24 -40C18 -32 16 -26 14 -18Z', 'url(#petal)', `stroke="${metal[3]}" stroke-width="2.5" ${JOIN}`) +
        path(
          'M-60 2C-46 -28 -6 -34 20 -20C34 -12 40 -6 46 0C36 14 20 28 -6 30C-34 30 -52 20 -60 2Z',
          'url(#orb)',
          'stroke="url(#rim)" stroke-width="4"',
        ) +
        path('M-8 -29C2 -12 2 14 -8 30C-18 30 -22 28 -26 27C-18 12 -18 -12 -26 -26Z', '#fff', 'opacity=".85"') +
        disc(-42, -6, 7, '#fff') +
        disc(-43, -6, 4.2, '#10141f') +
        disc(-45, -8, 1.5, '#fff') +
        line('M-57 12q6 3 11 0', accent[0], 2.6, CAPS),
      0.92,
    ) +
    disc(0, 0, 5, second[2], 'stroke="#fff" stroke-width="2"') +
    bubble(70, -70, 6)
  );
}
