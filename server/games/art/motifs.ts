import type { Palette } from './palette.ts';
import { between, type Random } from './random.ts';
import { at, box, disc, line, oval, path, polar, poly, ring, round, sparkle, times } from './shapes.ts';
import { filesByName, type Parts, template } from './template.ts';

const FILES = new Map(
  [...filesByName(import.meta.glob<string>('./{motifs,backdrops}/*.svg', { eager: true, query: '?raw', import: 'default' }))].map(
    ([name, svg]) => [name, template(svg)],
  ),
);

function drawing(name: string, colours: Palette, parts: Parts = {}): string {
  const file = FILES.get(name);
  if (!file) throw new Error(`no motif ${name}`);
  return file(colours, parts);
}

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
  scales: (colours) => drawing('scales', colours),
  hexagons: (colours, random) =>
    drawing('hexagons', colours) +
    times(7, () => at(Math.floor(random() * 8) * 40, Math.floor(random() * 5) * 69.3, drawing('hexagon', colours))),
  harlequin: (colours) =>
    drawing('harlequin', colours) +
    times(6, (row) => times(4, (column) => at(column * 76 + (row % 2) * 38, row * 62, drawing('lozenge', colours)))),
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
  horizon: (colours, random) => {
    const { tint, deep } = colours;
    return (
      disc(between(random, 60, 240), 96, 50, tint, 'opacity=".22"') +
      box(0, 214, 300, 190, 0, deep, 'opacity=".55"') +
      line('M0 214H300', tint, 1.6, 'opacity=".5"') +
      times(22, () => box(random() * 280 - 10, between(random, 222, 330), between(random, 12, 70), 1.8, 1, tint, 'opacity=".28"')) +
      times(3, (index) => cloud(20 + index * 110 + random() * 40, between(random, 30, 150), colours))
    );
  },
  clouds: (colours, random) =>
    times(7, (index) =>
      at(((index * 97) % 300) - 20, 24 + index * 46 + random() * 16, drawing('curl', colours), between(random, 0.7, 1.25)),
    ),
  ridges: ({ tint, deep }, random) =>
    disc(between(random, 70, 230), 88, 44, tint, 'opacity=".24"') +
    times(4, (index) => ridge(150 + index * 46, random, index % 2 ? deep : tint, index)),
  petals: (colours, random) =>
    times(26, () =>
      at(
        random() * 300,
        random() * 330,
        drawing('petal', colours, { opacity: between(random, 0.1, 0.34).toFixed(2) }),
        between(random, 0.5, 1.2),
        random() * 360,
      ),
    ) + drawing('branch', colours),
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

function stars(tint: string, random: Random, count: number): string {
  return times(count, () =>
    sparkle(random() * 300, random() * 330, between(random, 2, 11), tint, `opacity="${between(random, 0.12, 0.5).toFixed(2)}"`),
  );
}

function cloud(x: number, y: number, colours: Palette): string {
  return drawing('cloud', colours, { place: `${round(x)} ${round(y)}` });
}

function ridge(top: number, random: Random, tone: string, depth: number): string {
  const peaks = times(7, (index) => `L${index * 52 - 6} ${round(top + (index % 2 ? 0 : between(random, -62, -24)))}`);
  return path(`M-20 ${top + 10}${peaks}L320 ${top}V410H-20Z`, tone, `opacity="${(0.16 + depth * 0.05).toFixed(2)}"`);
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
  disc: (colours) => drawing('disc', colours),
  halo: (colours) => drawing('halo', colours),
  medallion: (colours) =>
    drawing('medallion', colours, { rivets: times(16, (index) => disc(...polar(110.5, (index * Math.PI) / 8), 2.2, colours.metal[4])) }),
  burst: ({ deep, tint }) =>
    poly(
      ring(40, 1).map(([x, y], index) => [x * (index % 2 ? 104 : 122), y * (index % 2 ? 104 : 122)]),
      deep,
      'opacity=".5"',
    ) + disc(0, 0, 96, tint, 'opacity=".14"'),
  arch: (colours) => drawing('arch', colours),
  diamond: (colours) => drawing('diamond', colours),
} as const satisfies Readonly<Record<string, (colours: Palette) => string>>;
export type Backdrop = keyof typeof BACKDROPS;
