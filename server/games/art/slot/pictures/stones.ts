import { cutStone } from '../../facets.ts';
import { at, box, disc, line, oval, type Point, path, polar, poly, ring, sparkle, star, times } from '../../shapes.ts';
import type { Draw } from './picture.ts';

const rimmed = (outline: readonly Point[]) =>
  poly(outline, 'none', 'stroke="url(#rim)" stroke-width="7" stroke-linejoin="round"') +
  sparkle((outline[0]?.[0] ?? 0) - 26, -44, 16, '#fff');

const cut = (outline: readonly Point[], tables: readonly number[]): Draw => {
  return ({ accent }) => cutStone(outline, tables, accent) + rimmed(outline);
};
const squash = (points: readonly Point[], x: number, y: number): Point[] => points.map(([px, py]) => [px * x, py * y]);

/** Gems, each by its cut. */
export const octagon: Draw = cut(ring(8, 88, Math.PI / 8), [0.76, 0.52]);
export const step: Draw = cut(
  [
    [-42, -84],
    [42, -84],
    [66, -58],
    [66, 58],
    [42, 84],
    [-42, 84],
    [-66, 58],
    [-66, -58],
  ],
  [0.82, 0.64, 0.46],
);
export const triangle: Draw = cut(
  [
    [0, -88],
    [34, -40],
    [88, 60],
    [66, 78],
    [-66, 78],
    [-88, 60],
    [-34, -40],
  ],
  [0.66, 0.4],
);
export const pear: Draw = cut(
  [
    [0, -92],
    [32, -46],
    [60, 2],
    [60, 40],
    [34, 74],
    [0, 84],
    [-34, 74],
    [-60, 40],
    [-60, 2],
    [-32, -46],
  ],
  [0.74, 0.46],
);
export const kite: Draw = cut(squash(ring(4, 92), 0.8, 1), [0.7, 0.4]);
export const hexagon: Draw = cut(ring(6, 88), [0.8, 0.5]);
export const marquise: Draw = cut(squash(ring(10, 92), 0.62, 1), [0.72, 0.42]);

/** A carved tablet of stone; `mark` is a stroke drawing of about 100 units. */
export function tablet(mark: string, shape: 'arch' | 'round' | 'shield' = 'arch'): Draw {
  const d = {
    arch: 'M-62 84V-34Q-58 -88 0 -90Q58 -88 62 -34V84Q0 96 -62 84Z',
    round: 'M-84 2Q-80 -84 4 -86Q84 -78 84 6Q78 86 -4 86Q-82 80 -84 2Z',
    shield: 'M-70 -80Q0 -96 70 -80L76 20Q60 72 0 92Q-60 72 -76 20Z',
  }[shape];
  return ({ accent, metal, ink }) =>
    path(d, metal[0], 'transform="translate(5 6)"') +
    path(d, 'url(#bar)', `stroke="${ink}" stroke-width="3"`) +
    path(d, metal[1], 'transform="scale(.84)" opacity=".75"') +
    line(mark, ink, 24, 'stroke-linecap="round" stroke-linejoin="round" opacity=".8" transform="translate(0 3)"') +
    line(mark, accent[1], 17, 'stroke-linecap="round" stroke-linejoin="round"') +
    line(mark, accent[3], 8, 'stroke-linecap="round" stroke-linejoin="round" transform="translate(-1.5 -2)"') +
    line('M-46 -58Q-30 -76 -4 -77', '#fff', 5, 'stroke-linecap="round" opacity=".55"');
}

/** Signs in the manner of old stones, for tablets. */
export const SIGNS = {
  ankh: 'M0 60V-6C-34 -26 -24 -58 0 -58C24 -58 34 -26 0 -6M-32 10H32',
  eye: 'M-40 -4Q0 -44 40 -4Q0 26 -40 -4M0 -8V-2M-10 16L-16 50M12 14Q22 44 40 38',
  bird: 'M-34 -30Q-14 -56 2 -34L-4 0Q10 30 44 40L4 40Q-28 20 -20 -14M2 40V60M-10 60H18',
  snake: 'M-36 48H34Q48 26 20 16Q-34 6 -20 -20Q-10 -40 16 -30M16 -30L28 -46',
  water:
    'M-42 -36l14 14l14 -14l14 14l14 -14l14 14l14 -14M-42 0l14 14l14 -14l14 14l14 -14l14 14l14 -14M-42 36l14 14l14 -14l14 14l14 -14l14 14l14 -14',
  rune1: 'M-10 -58V58M-10 -34L28 -10L-10 14',
  rune2: 'M-22 -58V58M22 -58V58M-22 -18L22 18',
  rune3: 'M0 -58V58M-34 -26L0 4L34 -26',
  rune4: 'M-22 58V-58L28 -22L-22 10L28 58',
  rune5: 'M-28 -50L28 50M28 -50L-28 50',
} as const;

/** A snow crystal of six arms; `kind` shapes its twigs. */
export function snowflake(kind: number): Draw {
  return ({ accent }) => {
    const arm = times(6, (index) => {
      const twigs =
        kind % 2 === 0 ? 'M0 0V-84M0 -34L-20 -52M0 -34L20 -52M0 -56L-16 -72M0 -56L16 -72' : 'M0 0V-82M0 -26L-22 -36L0 -58L22 -36Z';
      return `<g transform="rotate(${index * 60})">${line(twigs, accent[0], 17, 'stroke-linecap="round" stroke-linejoin="round"')}${line(twigs, accent[2], 11, 'stroke-linecap="round" stroke-linejoin="round"')}${line(twigs, accent[4], 4.5, 'stroke-linecap="round" stroke-linejoin="round" transform="translate(-1.5 -1.5)"')}${kind > 1 ? disc(0, -86, 9, accent[3], `stroke="${accent[0]}" stroke-width="3"`) : ''}</g>`;
    });
    return arm + cutStone(ring(6, 22 + kind * 5), [0.5], accent) + sparkle(30, -40, 14, '#fff');
  };
}

/** A cluster of grown crystals. */
export const icicles: Draw = ({ accent }) => {
  const spike = (x: number, top: number, width: number, lean: number) =>
    at(
      x,
      70,
      poly(
        [
          [0, -top],
          [width, -top + 34],
          [width * 0.8, 0],
          [0, 8],
        ],
        accent[1],
      ) +
        poly(
          [
            [0, -top],
            [-width, -top + 34],
            [-width * 0.8, 0],
            [0, 8],
          ],
          accent[3],
        ) +
        poly(
          [
            [0, -top],
            [-width * 0.3, -top + 30],
            [-width * 0.2, 2],
            [0, 8],
          ],
          accent[4],
        ),
      1,
      lean,
    );
  return (
    spike(-40, 96, 17, -24) +
    spike(42, 104, 18, 24) +
    spike(-18, 132, 18, -9) +
    spike(20, 140, 20, 9) +
    spike(0, 158, 24, 0) +
    oval(0, 76, 68, 13, accent[0])
  );
};

/** A world in space: bands, craters, rings or oceans. */
export function planet(kind: 'bands' | 'craters' | 'ringed' | 'ocean' | 'lava'): Draw {
  const marks: Readonly<Record<typeof kind, Draw>> = {
    bands: ({ accent, second }) =>
      line('M-80 -26Q0 -8 80 -26M-84 20Q0 40 84 20', second[3], 14, 'opacity=".75"') +
      line('M-84 -2Q0 18 84 -2', accent[0], 10, 'opacity=".5"') +
      oval(26, 36, 18, 10, second[1]),
    craters: ({ accent }) =>
      [
        [-30, -24, 18],
        [26, 8, 24],
        [-20, 40, 14],
        [36, -42, 11],
        [-52, 14, 9],
      ]
        .map(([x = 0, y = 0, r = 0]) => disc(x, y, r, accent[0], 'opacity=".55"') + disc(x + 3, y + 4, r * 0.8, accent[2], 'opacity=".8"'))
        .join(''),
    ringed: ({ second }) => line('M-70 -18Q0 4 70 -18', second[3], 12, 'opacity=".6"'),
    ocean: ({ second }) =>
      path(
        'M-60 -40Q-30 -66 0 -50Q10 -20 -20 -14Q-40 10 -62 0ZM10 10Q50 -14 66 16Q56 54 22 58Q-6 40 10 10Z',
        second[2],
        `stroke="${second[0]}" stroke-width="3"`,
      ) + line('M-44 40q20 -10 40 0M20 -46q18 -8 34 2', '#fff', 7, 'stroke-linecap="round" opacity=".7"'),
    lava: ({ ink, metal }) =>
      line('M-66 -20L-30 -30L-10 0L20 -12L40 20L70 12M-20 70L-10 0M20 -12L24 -66M40 20L26 66', ink, 12, 'stroke-linejoin="round"') +
      line('M-66 -20L-30 -30L-10 0L20 -12L40 20L70 12M-20 70L-10 0M20 -12L24 -66M40 20L26 66', metal[3], 5, 'stroke-linejoin="round"'),
  };
  const large = kind === 'ringed' ? 58 : 76;
  const band = (front: boolean) =>
    kind === 'ringed'
      ? `<g transform="rotate(-18)">${line(front ? 'M-98 0A98 26 0 0 0 98 0' : 'M-98 0A98 26 0 0 1 98 0', 'url(#rim)', 15)}</g>`
      : '';
  return (colours, random, number) => {
    const clip = `<clipPath id="w${kind}"><circle r="${large}"/></clipPath>`;
    return `${band(false)}${disc(0, 0, large, 'url(#orb)')}${clip}<g clip-path="url(#w${kind})">${marks[kind](colours, random, number)}</g>${disc(0, 0, large, 'url(#shade)')}${disc(0, 0, large, 'none', `stroke="${colours.accent[4]}" stroke-opacity=".6" stroke-width="3"`)}${band(true)}`;
  };
}

/** A rocket in flight. */
export const rocket: Draw = ({ accent, second, metal }) =>
  at(
    0,
    0,
    path('M-22 52Q0 118 22 52Z', 'url(#blaze)') +
      path('M-26 22L-60 62L-24 56ZM26 22L60 62L24 56Z', second[1], `stroke="${second[3]}" stroke-width="3"`) +
      path('M0 -100C34 -66 38 -16 26 56H-26C-38 -16 -34 -66 0 -100Z', '#eef1f8', 'stroke="url(#rim)" stroke-width="5"') +
      path('M0 -100C34 -66 38 -16 26 56H6C22 -10 20 -60 0 -100Z', '#6b7690', 'opacity=".45"') +
      path('M0 -100C14 -86 24 -68 29 -50H-29C-24 -68 -14 -86 0 -100Z', second[2]) +
      disc(0, -14, 18, metal[0]) +
      disc(0, -14, 14, accent[2]) +
      disc(-4, -19, 5, '#fff', 'opacity=".8"') +
      box(-27, 38, 54, 9, 2, 'url(#bar)'),
    0.95,
    28,
  );

/** Marks of a signal flag are white: two random hues mix to a muddy tone. */
const SAILCLOTH = '#faf6ea';

/** Yellow looks olive at the lightness of the other flag hues. */
export const SIGNAL_YELLOW = '#f5c431';

/** Flat signal of the sea on a pole; `kind` is its cut and pattern, `dye` a colour in place of the accent. */
export function flag(kind: number, dye?: string): Draw {
  return ({ accent, metal }) => {
    const cloth =
      [
        'M-44 -70Q0 -88 78 -66V24Q10 4 -44 26Z',
        'M-44 -72Q10 -80 84 -26Q20 -4 -44 22Z',
        'M-44 -70Q0 -88 80 -66L52 -22L80 24Q10 4 -44 26Z',
        'M-44 -72L82 -24L-44 26Z',
        'M-44 -76Q20 -60 60 -80V30Q20 50 -44 30Z',
      ][kind % 5] ?? '';
    const id = `f${kind}`;
    const marks = [
      path('M-44 -40H90V-8H-44ZM-4 -100H30V60H-4Z', SAILCLOTH),
      path('M-44 -100H0V60H-44Z', SAILCLOTH),
      path('M-44 -24H90V40H-44Z', SAILCLOTH),
      disc(-10, -24, 20, SAILCLOTH),
      path('M-44 -100H8V-24H60V50H8V-24H-44Z', SAILCLOTH),
    ][kind % 5];
    return `${box(-54, -88, 10, 178, 4, 'url(#bar)')}${disc(-49, -90, 9, 'url(#face)', `stroke="${metal[0]}" stroke-width="2"`)}${path(cloth, accent[0], 'transform="translate(4 6)" opacity=".6"')}${path(cloth, dye ?? accent[2])}<clipPath id="${id}"><path d="${cloth}"/></clipPath><g clip-path="url(#${id})">${marks}${path('M-10 -100Q30 -30 6 60H40Q60 -20 30 -100Z', '#05060c', 'opacity=".16"')}${path('M-44 -100H-28V60H-44Z', '#fff', 'opacity=".3"')}</g>${path(cloth, 'none', 'stroke="#fff" stroke-opacity=".8" stroke-width="4" stroke-linejoin="round"')}`;
  };
}

/** A star of the sea. */
export const starfish: Draw = ({ accent }) =>
  path(
    star(5, 92, 40)
      .map(
        ([x, y], index, all) =>
          `${index ? '' : `M${((x + (all.at(-1)?.[0] ?? 0)) / 2).toFixed(1)} ${((y + (all.at(-1)?.[1] ?? 0)) / 2).toFixed(1)}`}Q${x.toFixed(1)} ${y.toFixed(1)} ${((x + (all[(index + 1) % 10]?.[0] ?? 0)) / 2).toFixed(1)} ${((y + (all[(index + 1) % 10]?.[1] ?? 0)) / 2).toFixed(1)}`,
      )
      .join(''),
    'url(#orb)',
    `stroke="${accent[0]}" stroke-width="5"`,
  ) + times(5, (arm) => times(4, (step) => disc(...polar(14 + step * 14, -Math.PI / 2 + arm * 1.2566), 6.5 - step, accent[4])));
