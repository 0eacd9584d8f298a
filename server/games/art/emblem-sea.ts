import type { Palette } from './palette.ts';
import { pick, type Random } from './random.ts';
import { at, disc, line, oval, path, sparkle, times } from './shapes.ts';

const CAPS = 'stroke-linecap="round"';
const BUBBLES =
  disc(-80, -50, 7, 'none', 'stroke="#fff" stroke-width="2" opacity=".6"') +
  disc(-92, -72, 4, 'none', 'stroke="#fff" stroke-width="2" opacity=".5"');

type Coat = { readonly body: string; readonly scale: string; readonly fin: string };

/** A koi in one of three coats: golden, accent with golden fins, white with patches. */
export function koi(colours: Palette, random: Random): string {
  const { accent, second, metal } = colours;
  const coat = pick<Coat>(random, [
    { body: 'url(#face)', scale: metal[0], fin: 'url(#petal)' },
    { body: 'url(#orb)', scale: accent[0], fin: 'url(#face)' },
    { body: 'url(#pearl)', scale: '#aab0c0', fin: 'url(#bloom)' },
  ]);
  const patches =
    coat.scale === '#aab0c0'
      ? path('M-62 -16C-44 -34 -20 -32 -14 -20C-22 -6 -46 -2 -62 -16Z', second[2]) +
        path('M4 -28C24 -26 44 -14 50 -4C36 6 12 -6 4 -28Z', second[2]) +
        path('M-20 18C-6 10 14 16 14 27C0 33 -16 32 -20 18Z', colours.ink)
      : '';
  const fin = (d: string, tone: string = coat.fin) => path(d, tone, `stroke="${metal[3]}" stroke-width="2" stroke-linejoin="round"`);
  const scales = times(4, (row) =>
    times(6 - (row % 2), (index) =>
      line(`M${-34 + index * 15 + (row % 2) * 7.5} ${-20 + row * 12}q8 6 0 12`, coat.scale, 2, 'opacity=".7"'),
    ),
  );
  const body =
    fin('M56 -2C78 -16 92 -44 84 -70C106 -46 108 -18 86 0C106 10 112 40 100 66C94 42 80 20 56 8Z') +
    line('M64 -4C82 -16 92 -34 92 -52M66 6C84 16 96 34 100 50', metal[3], 1.6, 'opacity=".7"') +
    fin('M-22 -28C-14 -62 16 -74 38 -62C30 -48 22 -34 12 -24Z') +
    fin('M-8 28C0 58 24 68 42 58C34 44 28 32 20 22Z') +
    path(
      'M-94 4C-82 -28 -38 -44 4 -32C34 -24 50 -12 64 2C50 18 32 30 2 35C-38 42 -82 34 -94 4Z',
      coat.body,
      'stroke="url(#rim)" stroke-width="4"',
    ) +
    patches +
    scales +
    path('M-86 -6C-70 -26 -36 -36 0 -28C-30 -30 -62 -20 -86 -6Z', '#fff', 'opacity=".5"') +
    line('M-58 -26C-46 -10 -46 14 -58 30', coat.scale, 3) +
    fin('M-46 14C-38 34 -18 44 -2 40C-10 26 -24 14 -46 14Z') +
    disc(-73, -5, 8, '#fff') +
    disc(-74.5, -5, 4.4, '#10141f') +
    disc(-76, -7, 1.6, '#fff') +
    line('M-90 14q6 4 12 1', coat.scale, 2.5, CAPS);
  return at(0, 4, body, 1.02, -24) + BUBBLES;
}

/** A scallop with a pearl. */
export function shell(colours: Palette): string {
  const { metal } = colours;
  const rib = (index: number) => {
    const angle = (index - 4) * 20.5;
    return `<g transform="translate(0 56) rotate(${angle})">${path('M0 0C-10 -50 -25 -100 -20 -122Q0 -142 20 -122C25 -100 10 -50 0 0Z', index % 2 ? 'url(#petal)' : 'url(#bloom)', `stroke="${metal[3]}" stroke-width="2"`)}${line('M-6 -40C-10 -74 -14 -98 -12 -116', '#fff', 2.4, `${CAPS} opacity=".5"`)}</g>`;
  };
  return (
    at(0, -4, [0, 8, 1, 7, 2, 6, 3, 5, 4].map(rib).join(''), 0.92) +
    path('M-40 60Q0 34 40 60L26 82Q0 92 -26 82Z', 'url(#rim)', `stroke="${metal[0]}" stroke-width="2"`) +
    disc(0, 36, 27, 'url(#pearl)') +
    oval(-9, 26, 9, 6, '#fff', 'opacity=".9"') +
    sparkle(20, 18, 12, '#fff') +
    sparkle(-62, -50, 14, '#fff')
  );
}

/** A breaking wave. */
export function wave(colours: Palette): string {
  const { accent, metal } = colours;
  const foam = 'stroke-linejoin="round"';
  return (
    disc(34, -34, 44, 'url(#face)') +
    disc(34, -34, 44, 'none', `stroke="${metal[4]}" stroke-width="2" opacity=".7"`) +
    path(
      'M-96 74C-100 10 -66 -64 2 -70C40 -72 66 -50 68 -22C56 -40 36 -44 20 -34C-2 -20 4 16 34 32C58 44 80 42 92 34Q104 58 88 88Q0 104 -96 74Z',
      'url(#orb)',
      `stroke="${accent[4]}" stroke-width="3" ${foam}`,
    ) +
    line(
      'M-78 66C-78 14 -50 -44 4 -52M-58 70C-58 26 -38 -18 -4 -34M-36 74C-38 40 -26 8 -10 -8M-12 78C-14 56 -8 36 0 24',
      accent[4],
      4,
      `${CAPS} opacity=".55"`,
    ) +
    path(
      'M2 -70C40 -72 66 -50 68 -22C74 -12 66 -4 60 -12C56 -2 46 -4 46 -14C38 -6 30 -12 34 -22C24 -18 18 -24 24 -32C10 -26 -2 -22 -6 -14C-4 -34 4 -44 20 -48C4 -58 -14 -52 -30 -46C-22 -60 -12 -68 2 -70Z',
      '#fff',
      `stroke="${accent[3]}" stroke-width="2" ${foam}`,
    ) +
    [
      [78, -4, 5],
      [66, 12, 4],
      [88, 16, 3],
      [50, 6, 4],
    ]
      .map(([x = 0, y = 0, r = 0]) => disc(x, y, r, '#fff'))
      .join('') +
    path('M-104 84q20 -20 38 -2t36 0t36 0t36 -2t40 -2q8 -6 14 -4Q70 112 0 112Q-70 112 -104 84Z', accent[1]) +
    line('M-104 84q20 -20 38 -2t36 0t36 0t36 -2t40 -2', '#fff', 3.5, CAPS)
  );
}

/** A whale with its spout. */
export function whale(colours: Palette): string {
  const { accent, metal } = colours;
  return (
    line('M-26 -52C-28 -74 -44 -84 -58 -78M-22 -52C-22 -80 -4 -92 10 -82M-24 -52V-86', '#fff', 5, `${CAPS} opacity=".85"`) +
    [
      [-60, -66],
      [14, -70],
      [-24, -98],
    ]
      .map(([x = 0, y = 0]) => disc(x, y, 3.5, '#fff', 'opacity=".8"'))
      .join('') +
    path(
      'M-92 16C-94 -30 -58 -50 -18 -50C28 -50 44 -18 62 -14C72 -12 78 -22 76 -40C62 -40 52 -50 50 -66C66 -68 80 -62 86 -52C90 -64 102 -72 110 -72C114 -54 106 -42 96 -38C102 6 74 60 14 62C-46 64 -90 54 -92 16Z',
      'url(#orb)',
      'stroke="url(#rim)" stroke-width="4" stroke-linejoin="round"',
    ) +
    path('M-91 14C-60 34 -20 34 6 22C20 40 30 52 12 62C-46 64 -88 54 -91 14Z', '#f2f5fa', 'opacity=".92"') +
    line('M-78 34Q-46 46 -6 38M-66 46Q-40 56 -4 50', accent[1], 2.4, `${CAPS} opacity=".55"`) +
    path('M-10 24C4 40 10 62 -2 78C-22 70 -30 48 -26 28Z', accent[1], `stroke="${metal[3]}" stroke-width="2.5"`) +
    disc(-58, 4, 7, '#fff') +
    disc(-59, 4, 4.4, '#10141f') +
    disc(-61, 2, 1.6, '#fff') +
    path('M-78 -12C-62 -36 -34 -44 -6 -40C-36 -38 -60 -28 -78 -12Z', '#fff', 'opacity=".5"')
  );
}

/** A giant squid's arms around one eye. */
export function kraken(colours: Palette): string {
  const { accent, metal, ink } = colours;
  const arm = (d: string, width: number) =>
    line(d, ink, width + 4, `${CAPS} opacity=".55"`) +
    line(d, accent[1], width, CAPS) +
    line(d, accent[3], width * 0.3, `${CAPS} stroke-dasharray="0.1 9"`);
  return (
    arm('M-30 34C-70 40 -96 64 -80 86C-66 96 -54 82 -64 74', 15) +
    arm('M30 34C70 40 96 64 80 86C66 96 54 82 64 74', 15) +
    arm('M-40 20C-86 10 -104 -22 -88 -50C-76 -60 -66 -46 -76 -40', 14) +
    arm('M40 20C86 10 104 -22 88 -50C76 -60 66 -46 76 -40', 14) +
    path('M0 -98C46 -80 60 -30 46 16C40 44 -40 44 -46 16C-60 -30 -46 -80 0 -98Z', 'url(#orb)', 'stroke="url(#rim)" stroke-width="4"') +
    path('M-8 -84C-34 -64 -42 -30 -36 0C-46 -34 -38 -70 -8 -84Z', '#fff', 'opacity=".4"') +
    arm('M-14 36C-20 60 -44 74 -30 92C-18 98 -14 86 -22 82', 13) +
    arm('M14 36C20 60 44 74 30 92C18 98 14 86 22 82', 13) +
    [
      [-22, -58, 7],
      [24, -44, 6],
      [6, -72, 5],
      [-6, -44, 4],
    ]
      .map(([x = 0, y = 0, r = 0]) => disc(x, y, r, accent[0], 'opacity=".5"'))
      .join('') +
    path('M-34 6Q0 -26 34 6Q0 34 -34 6Z', metal[4], `stroke="${ink}" stroke-width="3"`) +
    disc(0, 5, 14, 'url(#lamp)') +
    oval(0, 5, 4, 13, '#0b0d14') +
    disc(-5, -1, 4, '#fff')
  );
}
