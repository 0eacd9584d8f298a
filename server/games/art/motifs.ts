import type { Palette } from './palette.ts';
import { between, type Random } from './random.ts';
import { at, box, disc, line, oval, path, polar, poly, ring, round, sparkle, times } from './shapes.ts';

/** A quiet pattern over the ground of a cover, 300 by 400, in the ground's own tints. */
type Motif = (colours: Palette, random: Random) => string;

export const MOTIFS = {
  rays: (colours, random) => {
    const count = 12 + Math.floor(random() * 3) * 4;
    const width = Math.PI / count;
    return times(count, (index) =>
      poly(
        [[150, 172], polar(430, index * width * 2, 150, 172), polar(430, index * width * 2 + width, 150, 172)],
        colours.tint,
        'opacity=".1"',
      ),
    );
  },
  scales: ({ tint }) =>
    tiles(
      44,
      34,
      tint,
      0.15,
      'M22 34a20 20 0 0 1-20 -20M22 34a20 20 0 0 0 20 -20M0 17a20 20 0 0 1-20 -20M0 17a20 20 0 0 0 22 -20M44 17a20 20 0 0 1-22 -20M22 27a13 13 0 0 1-13 -13M22 27a13 13 0 0 0 13 -13M0 10a13 13 0 0 0 13 -13M44 10a13 13 0 0 1-13 -13',
    ),
  hexagons: ({ tint }, random) =>
    tiles(40, 69.3, tint, 0.13, 'M20 0V11.5L40 23V46.2L20 57.7L0 46.2V23L20 11.5M20 57.7V69.3') +
    times(7, () =>
      at(
        Math.floor(random() * 8) * 40,
        Math.floor(random() * 5) * 69.3,
        path('M20 11.5L40 23V46.2L20 57.7L0 46.2V23Z', tint, 'opacity=".08"'),
      ),
    ),
  harlequin: ({ tint, deep }) =>
    tiles(38, 62, tint, 0.12, 'M19 0L38 31L19 62L0 31Z') +
    times(6, (row) =>
      times(4, (column) => at(column * 76 + (row % 2) * 38, row * 62, path('M19 0L38 31L19 62L0 31Z', deep, 'opacity=".28"'))),
    ),
  fan: ({ tint }) =>
    times(9, (index) => path(`M${-20 + index * 42} -8L150 172L${index * 42} -8`, tint, 'opacity=".08"')) +
    times(9, (index) =>
      disc(
        150,
        172,
        58 + index * 28,
        'none',
        `stroke="${tint}" stroke-opacity="${(0.24 - index * 0.02).toFixed(2)}" stroke-width="${index % 3 ? 1.2 : 3}"`,
      ),
    ),
  rings: ({ tint }, random) =>
    times(6, (index) =>
      disc(150, 172, 66 + index * 34, 'none', `stroke="${tint}" stroke-opacity=".14" stroke-width="${round(14 - index * 2)}"`),
    ) + times(10, () => disc(...polar(between(random, 70, 220), random() * 6.3, 150, 172), between(random, 2, 6), tint, 'opacity=".35"')),
  orbits: ({ tint }, random) =>
    times(5, (index) =>
      oval(
        150,
        172,
        90 + index * 38,
        34 + index * 20,
        'none',
        `stroke="${tint}" stroke-opacity=".2" stroke-width="1.6" transform="rotate(-24 150 172)"`,
      ),
    ) + stars(tint, random, 18),
  stars: ({ tint }, random) => stars(tint, random, 44),
  swell: ({ tint, deep }, random) =>
    times(7, (index) =>
      path(
        `M-20 ${226 + index * 26}q45 ${-34 + index * 2} 85 0t85 0t85 0t85 0V420H-20Z`,
        index % 2 ? tint : deep,
        `opacity="${(0.1 + index * 0.035).toFixed(2)}"`,
      ),
    ) +
    times(14, () =>
      disc(random() * 300, random() * 300, between(random, 2, 11), 'none', `stroke="${tint}" stroke-opacity=".3" stroke-width="1.6"`),
    ),
  horizon: ({ tint, deep }, random) =>
    disc(between(random, 60, 240), 96, 50, tint, 'opacity=".22"') +
    box(0, 214, 300, 190, 0, deep, 'opacity=".55"') +
    line('M0 214H300', tint, 1.6, 'opacity=".5"') +
    times(22, () => box(random() * 280 - 10, between(random, 222, 330), between(random, 12, 70), 1.8, 1, tint, 'opacity=".28"')) +
    times(3, (index) => cloud(20 + index * 110 + random() * 40, between(random, 30, 150), tint)),
  clouds: ({ tint }, random) =>
    times(7, (index) => at(((index * 97) % 300) - 20, 24 + index * 46 + random() * 16, curl(tint), between(random, 0.7, 1.25))),
  ridges: ({ tint, deep }, random) =>
    disc(between(random, 70, 230), 88, 44, tint, 'opacity=".24"') +
    times(4, (index) => ridge(150 + index * 46, random, index % 2 ? deep : tint, index)),
  petals: ({ tint }, random) =>
    times(26, () =>
      at(
        random() * 300,
        random() * 330,
        path('M0 0C-8 -10 -6 -22 0 -28C6 -22 8 -10 0 0Z', tint, `opacity="${between(random, 0.1, 0.34).toFixed(2)}"`),
        between(random, 0.5, 1.2),
        random() * 360,
      ),
    ) + branch(tint),
  bokeh: ({ tint }, random) =>
    times(24, () =>
      disc(random() * 300, random() * 320, between(random, 5, 34), tint, `opacity="${between(random, 0.04, 0.16).toFixed(2)}"`),
    ),
  shards: ({ tint, deep }, random) => times(11, (index) => shard(index * 30 - 10 + random() * 14, random, index % 2 ? tint : deep)),
  facets: ({ tint, deep }, random) =>
    times(8, (row) =>
      times(6, (column) =>
        poly(
          triangle(column * 60 - 10, row * 52, (row + column) % 2 === 0),
          random() < 0.5 ? tint : deep,
          `opacity="${between(random, 0.03, 0.17).toFixed(2)}"`,
        ),
      ),
    ),
  slashes: ({ tint }, random) => times(16, () => streak(tint, random)),
  contour: ({ tint }, random) =>
    times(9, (index) =>
      line(
        `M-10 ${60 + index * 34}C60 ${round(20 + index * 34 + random() * 30)} 110 ${110 + index * 30} 170 ${60 + index * 36}S270 ${20 + index * 40} 320 ${70 + index * 34}`,
        tint,
        index % 2 ? 1.4 : 2.6,
        'opacity=".18"',
      ),
    ),
  skyline: ({ tint, deep }, random) =>
    times(13, (index) => tower(index * 25 - 12, random, index % 2 ? deep : tint)) + stars(tint, random, 14),
  dunes: ({ tint, deep }, random) =>
    disc(226, 84, 40, tint, 'opacity=".3"') +
    times(5, (index) =>
      path(
        `M-10 ${190 + index * 38}C70 ${round(130 + index * 40 + random() * 40)} 130 ${round(240 + index * 34)} 200 ${round(190 + index * 34)}S290 ${170 + index * 40} 320 ${190 + index * 36}V410H-10Z`,
        index % 2 ? tint : deep,
        `opacity="${(0.13 + index * 0.03).toFixed(2)}"`,
      ),
    ),
} as const satisfies Readonly<Record<string, Motif>>;
export type MotifName = keyof typeof MOTIFS;

function tiles(width: number, height: number, tone: string, opacity: number, d: string): string {
  return `<pattern id="tile" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${line(d, tone, 1.8)}</pattern>${box(0, 0, 300, 400, 0, 'url(#tile)', `opacity="${opacity}"`)}`;
}

function stars(tint: string, random: Random, count: number): string {
  return times(count, () =>
    sparkle(random() * 300, random() * 330, between(random, 2, 11), tint, `opacity="${between(random, 0.12, 0.5).toFixed(2)}"`),
  );
}

function cloud(x: number, y: number, tint: string): string {
  return path(
    `M${round(x)} ${round(y)}h90q12 0 6 -10q-8 -12 -24 -8q-8 -20 -30 -14q-14 -12 -28 4q-20 -6 -24 14q-10 6 10 14z`,
    tint,
    'opacity=".12"',
  );
}

function curl(tint: string): string {
  return line(
    'M0 0H70q16 0 16 -14q0 -14 -14 -14q-12 0 -12 10q0 8 8 8M58 -18q-6 -20 -26 -16q-18 4 -16 20q-18 0 -18 14',
    tint,
    2.4,
    'opacity=".2" stroke-linecap="round"',
  );
}

function ridge(top: number, random: Random, tone: string, depth: number): string {
  const peaks = times(7, (index) => `L${index * 52 - 6} ${round(top + (index % 2 ? 0 : between(random, -62, -24)))}`);
  return path(`M-20 ${top + 10}${peaks}L320 ${top}V410H-20Z`, tone, `opacity="${(0.16 + depth * 0.05).toFixed(2)}"`);
}

function branch(tint: string): string {
  return line(
    'M-10 60C40 50 60 20 110 18M40 46C60 60 70 64 96 60M310 250C270 240 250 210 214 206',
    tint,
    4,
    'opacity=".16" stroke-linecap="round"',
  );
}

function shard(x: number, random: Random, tone: string): string {
  const [height, width, lean] = [between(random, 110, 260), between(random, 16, 30), between(random, -34, 34)];
  const top = 400 - height;
  return (
    poly(
      [
        [x - width, 400],
        [x + lean - width * 0.5, top + 20],
        [x + lean, top],
        [x + lean + width * 0.5, top + 28],
        [x + width, 400],
      ],
      tone,
      'opacity=".16"',
    ) + line(`M${round(x + lean)} ${round(top)}L${round(x)} 400`, tone, 1.4, 'opacity=".3"')
  );
}

function triangle(x: number, y: number, up: boolean): [number, number][] {
  return up
    ? [
        [x, y + 52],
        [x + 60, y + 52],
        [x + 30, y],
      ]
    : [
        [x, y],
        [x + 60, y],
        [x + 30, y + 52],
      ];
}

function streak(tint: string, random: Random): string {
  const [x, y, width] = [random() * 260 - 60, random() * 380, between(random, 60, 280)];
  return path(
    `M${round(x)} ${round(y)}l${round(width)} ${round(-width * 0.42)}h${round(between(random, 6, 16))}l${round(-width)} ${round(width * 0.42)}z`,
    tint,
    `opacity="${between(random, 0.05, 0.17).toFixed(2)}"`,
  );
}

function tower(x: number, random: Random, tone: string): string {
  const top = between(random, 120, 260);
  const windows = times(4, (row) =>
    times(2, (column) => (random() < 0.6 ? box(x + 6 + column * 8, top + 10 + row * 14, 4, 6, 0, '#fff', 'opacity=".22"') : '')),
  );
  return box(x, top, 26, 400 - top, 2, tone, 'opacity=".22"') + windows;
}

/** Shapes between the ground and the emblem. */
export const BACKDROPS = {
  none: () => '',
  disc: ({ tint }) =>
    disc(0, 0, 104, tint, 'opacity=".2"') + disc(0, 0, 104, 'none', `stroke="${tint}" stroke-width="2" stroke-opacity=".4"`),
  halo: ({ metal }) =>
    disc(0, 0, 112, 'none', 'stroke="url(#rim)" stroke-width="3.5" opacity=".9"') +
    disc(0, 0, 120, 'none', `stroke="${metal[3]}" stroke-width="2" stroke-dasharray="1 9" stroke-linecap="round" opacity=".8"`),
  medallion: ({ deep, metal }) =>
    disc(0, 0, 116, deep, 'opacity=".7"') +
    disc(0, 0, 116, 'none', 'stroke="url(#rim)" stroke-width="5"') +
    disc(0, 0, 105, 'none', `stroke="${metal[2]}" stroke-width="1.4" opacity=".7"`) +
    times(16, (index) => disc(...polar(110.5, (index * Math.PI) / 8), 2.2, metal[4])),
  burst: ({ deep, tint }) =>
    poly(
      ring(40, 1).map(([x, y], index) => [x * (index % 2 ? 104 : 122), y * (index % 2 ? 104 : 122)]),
      deep,
      'opacity=".5"',
    ) + disc(0, 0, 96, tint, 'opacity=".14"'),
  arch: ({ deep, metal }) =>
    path('M-96 150V-10A96 104 0 0 1 96 -10V150Z', deep, 'opacity=".5"') +
    line('M-96 150V-10A96 104 0 0 1 96 -10V150', 'url(#rim)', 4) +
    line('M-86 150V-8A86 94 0 0 1 86 -8V150', metal[2], 1.2, 'opacity=".7"'),
  diamond: ({ deep }) =>
    poly(
      [
        [0, -132],
        [112, 0],
        [0, 132],
        [-112, 0],
      ],
      deep,
      'opacity=".5"',
    ) +
    poly(
      [
        [0, -132],
        [112, 0],
        [0, 132],
        [-112, 0],
      ],
      'none',
      'stroke="url(#rim)" stroke-width="3.5"',
    ) +
    poly(
      [
        [0, -120],
        [102, 0],
        [0, 120],
        [-102, 0],
      ],
      'none',
      'stroke="url(#rim)" stroke-width="1.2" opacity=".6"',
    ),
} as const satisfies Readonly<Record<string, (colours: Palette) => string>>;
export type Backdrop = keyof typeof BACKDROPS;
