import { cutStone } from '../../facets.ts';
import { at, box, disc, line, oval, path, polar, poly, ring, sparkle, star, times } from '../../shapes.ts';
import type { Draw } from './picture.ts';

const CAPS = 'stroke-linecap="round" stroke-linejoin="round"';
const LETTERS = {
  A: 'M-44 60L0 -62L44 60M-28 22H28',
  K: 'M-34 -62V62M42 -60L-26 6M-12 -6L46 62',
  Q: 'M0 -58C30 -58 44 -30 44 0C44 30 30 54 0 54C-30 54 -44 30 -44 0C-44 -30 -30 -58 0 -58ZM14 24L46 66',
  J: 'M-8 -58H38M22 -58V22C22 66 -40 66 -42 18',
  T: 'M-58 -38L-36 -58V60M32 -58C58 -58 62 -28 62 0C62 30 58 58 32 58C6 58 2 30 2 0C2 -28 6 -58 32 -58Z',
} as const;

/** A letter of the cards in enamel with a metal rim. */
export function royal(letter: keyof typeof LETTERS): Draw {
  const d = LETTERS[letter];
  const layer = (stroke: string, width: number, more = '') =>
    line(d, stroke, width, `stroke-linejoin="miter" stroke-miterlimit="3"${more && ` ${more}`}`);
  return ({ accent, metal }) =>
    layer('#07080f', 41, 'opacity=".45" transform="translate(3 6)"') +
    layer(metal[0], 38) +
    layer(metal[2], 34) +
    layer(metal[4], 29, 'transform="translate(-1 -2)"') +
    layer(accent[0], 25) +
    layer(accent[1], 20) +
    layer(accent[2], 12, 'transform="translate(-2 -2)"') +
    layer('#fff', 4, 'opacity=".6" transform="translate(-5 -4)"');
}

/** A tile of ivory on jade with a painted sign. */
export function tile(sign: 'bamboo' | 'dots' | 'blossom' | 'wind' | 'sparrow'): Draw {
  const signs: Readonly<Record<typeof sign, Draw>> = {
    bamboo: ({ accent }) =>
      [-26, 0, 26]
        .map((x) =>
          [-30, 26]
            .map(
              (y) =>
                box(x - 8, y - 24, 16, 46, 7, accent[1], `stroke="${accent[0]}" stroke-width="3"`) +
                line(`M${x - 8} ${y}H${x + 8}`, accent[4], 4),
            )
            .join(''),
        )
        .join(''),
    dots: ({ accent, second }) =>
      [
        [-24, -34],
        [24, -34],
        [0, 0],
        [-24, 34],
        [24, 34],
      ]
        .map(
          ([x = 0, y = 0], index) =>
            disc(x, y, 17, index === 2 ? second[1] : accent[1]) +
            disc(x, y, 10, '#fff7e6') +
            disc(x, y, 5, index === 2 ? second[1] : accent[1]),
        )
        .join(''),
    blossom: ({ accent, second }) =>
      times(
        5,
        (index) =>
          `<g transform="rotate(${index * 72})">${path('M0 0C-30 -14 -26 -50 0 -52C26 -50 30 -14 0 0Z', accent[2], `stroke="${accent[0]}" stroke-width="3"`)}</g>`,
      ) + disc(0, 0, 12, second[2]),
    wind: ({ accent }) => line('M0 -54V54M-34 -30H34M-28 -4H28V26H-28ZM-14 54Q0 40 14 54', accent[1], 11, CAPS),
    sparrow: ({ accent, second }) =>
      path('M-40 10C-34 -34 16 -40 34 -14L48 -10L34 0C30 40 -16 48 -40 10Z', accent[1], `stroke="${accent[0]}" stroke-width="3"`) +
      path('M-34 10L-56 50L-10 34Z', second[1]) +
      path('M-14 -4Q12 0 6 26Q-16 22 -14 -4Z', accent[3]) +
      disc(20, -16, 5, '#fff') +
      disc(21, -16, 2.5, '#000'),
  };
  return (colours, random, number) =>
    box(-56, -80, 124, 172, 18, '#0c5a3f') +
    box(-60, -84, 124, 168, 18, '#1b8a5f') +
    box(-66, -90, 124, 166, 18, '#fff9ea', 'stroke="#d9c79c" stroke-width="3"') +
    box(-58, -82, 108, 150, 12, 'none', 'stroke="#e8dbb8" stroke-width="2.5"') +
    at(-4, -8, signs[sign](colours, random, number), 1.04);
}

export const bell: Draw = ({ metal, second }) =>
  disc(0, 74, 18, metal[0]) +
  disc(0, 70, 17, 'url(#face)') +
  path(
    'M0 -90C12 -90 14 -76 12 -72C52 -60 54 -12 60 28L82 60H-82L-60 28C-54 -12 -52 -60 -12 -72C-14 -76 -12 -90 0 -90Z',
    'url(#face)',
    `stroke="${metal[0]}" stroke-width="5" ${CAPS}`,
  ) +
  path('M-66 34H66L82 60H-82Z', 'url(#rim)', `stroke="${metal[0]}" stroke-width="3"`) +
  line('M-58 16Q0 30 58 16', second[1], 11) +
  line('M-36 8Q-34 -40 -16 -56', '#fff', 9, `${CAPS} opacity=".7"`);
export const bar: Draw = ({ accent, metal }) =>
  box(-92, -50, 184, 108, 18, metal[0]) +
  box(-94, -54, 188, 104, 18, 'url(#rim)') +
  box(-82, -43, 164, 82, 11, accent[0]) +
  box(-82, -43, 164, 40, 11, accent[1]) +
  line(
    'M-60 -26V26M-60 -26H-42Q-30 -24 -32 -12Q-34 0 -46 -1H-60M-46 -1Q-28 0 -28 13Q-28 26 -42 26H-60M-16 28L0 -28L16 28M-10 12H10M32 28V-26H48Q60 -24 60 -12Q60 2 46 2H32M46 2L62 28',
    '#fff6d8',
    10,
    CAPS,
  );
export const star7: Draw = ({ accent }) =>
  cutStone(star(5, 92, 40), [0.06], accent) + poly(star(5, 92, 40), 'none', 'stroke="url(#rim)" stroke-width="7" stroke-linejoin="round"');

export const castle: Draw = ({ accent, second, metal, ink }) => {
  const tower = (x: number, top: number, width: number) =>
    box(x - width, top, width * 2, 84 - top, 2, 'url(#pearl)') +
    box(x, top, width, 84 - top, 2, accent[0], 'opacity=".4"') +
    poly(
      [
        [x, top - 56],
        [x + width + 8, top + 4],
        [x - width - 8, top + 4],
      ],
      second[2],
      `stroke="${metal[3]}" stroke-width="2.5"`,
    ) +
    poly(
      [
        [x, top - 56],
        [x + width + 8, top + 4],
        [x, top + 4],
      ],
      second[0],
      'opacity=".55"',
    ) +
    path(`M${x - 6} ${top + 42}V${top + 26}Q${x} ${top + 16} ${x + 6} ${top + 26}V${top + 42}Z`, ink) +
    line(`M${x} ${top - 56}V${top - 74}`, metal[2], 3) +
    path(`M${x} ${top - 74}L${x + 20} ${top - 67}L${x} ${top - 60}Z`, accent[2]);
  return (
    tower(-58, -10, 18) +
    tower(58, -10, 18) +
    box(-58, 26, 116, 58, 0, 'url(#pearl)') +
    box(0, 26, 58, 58, 0, accent[0], 'opacity=".3"') +
    times(6, (index) => box(-58 + index * 20, 16, 12, 12, 0, '#e6e8ee')) +
    tower(0, -24, 24) +
    path('M-20 84V58Q0 32 20 58V84Z', 'url(#wood)', `stroke="${metal[2]}" stroke-width="4"`) +
    line('M-92 86H92', '#3f9a4d', 12, CAPS)
  );
};
export const key: Draw = ({ metal, accent }) =>
  at(
    0,
    0,
    box(-9, -20, 18, 108, 5, 'url(#bar)', `stroke="${metal[0]}" stroke-width="3"`) +
      path('M9 54H38V70H26V82H9Z', 'url(#rim)', `stroke="${metal[0]}" stroke-width="3"`) +
      times(
        3,
        (index) =>
          `<g transform="translate(0 -46) rotate(${index * 120})">${disc(0, -26, 22, 'none', 'stroke="url(#rim)" stroke-width="13"')}</g>`,
      ) +
      at(0, -46, cutStone(ring(8, 18), [0.55], accent)) +
      box(-17, -22, 34, 11, 4, 'url(#rim)'),
    1.02,
    32,
  );
export const teapot: Draw = ({ accent, metal, second }) =>
  line('M-58 -14C-104 -20 -104 44 -54 42', 'url(#rim)', 13, CAPS) +
  path('M52 32C78 26 76 -18 98 -30L84 -42C54 -30 60 2 42 4Z', 'url(#orb)', `stroke="${metal[2]}" stroke-width="4"`) +
  path('M-64 8C-64 -36 64 -36 64 8C64 62 40 80 0 80C-40 80 -64 62 -64 8Z', 'url(#orb)', `stroke="${metal[2]}" stroke-width="5"`) +
  oval(0, -28, 42, 12, accent[0]) +
  path('M-40 -30Q-30 -58 0 -58Q30 -58 40 -30Z', accent[2], `stroke="${metal[2]}" stroke-width="4"`) +
  disc(0, -66, 11, 'url(#face)', `stroke="${metal[0]}" stroke-width="2"`) +
  times(
    5,
    (index) => `<g transform="translate(4 26) rotate(${index * 72})">${path('M0 0C-16 -8 -14 -28 0 -29C14 -28 16 -8 0 0Z', second[3])}</g>`,
  ) +
  disc(4, 26, 6, metal[3]) +
  line('M-46 -4Q-44 -22 -28 -24M-40 12V24', '#fff', 7, `${CAPS} opacity=".65"`);
export const fan: Draw = ({ accent, second, metal }) =>
  times(11, (index) => {
    const from = -Math.PI + 0.14 + index * 0.26;
    const [a, b, c, d] = [polar(140, from, 0, 70), polar(140, from + 0.26, 0, 70), polar(52, from + 0.26, 0, 70), polar(52, from, 0, 70)];
    return poly([a, b, c, d], index % 2 ? accent[1] : accent[2]) + line(`M0 70L${a[0].toFixed(0)} ${a[1].toFixed(0)}`, metal[2], 3.5);
  }) +
  line('M-126 54A128 128 0 0 1 126 54', metal[3], 6, 'transform="scale(.98) translate(0 2)"') +
  times(3, (flowerIndex) =>
    at(
      (flowerIndex - 1) * 50,
      flowerIndex === 1 ? -30 : 2,
      times(5, (index) => disc(...polar(10, index * 1.257), 8.5, second[4])) + disc(0, 0, 5, metal[2]),
    ),
  ) +
  disc(0, 70, 14, 'url(#face)', `stroke="${metal[0]}" stroke-width="3"`) +
  line('M0 82V98', accent[1], 8, CAPS);
export const totem: Draw = ({ accent, second, metal, ink }) =>
  path('M-66 -70Q0 -104 66 -70L72 20Q56 80 0 96Q-56 80 -72 20Z', metal[0], 'transform="translate(4 5)"') +
  path('M-66 -70Q0 -104 66 -70L72 20Q56 80 0 96Q-56 80 -72 20Z', 'url(#wood)', 'stroke="url(#rim)" stroke-width="7"') +
  path('M-60 -66Q0 -94 60 -66L56 -44Q0 -66 -56 -44Z', second[2]) +
  line('M-40 -84L-52 -104M0 -92V-108M40 -84L52 -104', accent[2], 14, CAPS) +
  [-1, 1]
    .map(
      (side) =>
        path(
          `M${side * 12} -22Q${side * 34} -46 ${side * 56} -24Q${side * 36} -4 ${side * 12} -22Z`,
          '#fff7e0',
          `stroke="${ink}" stroke-width="4"`,
        ) +
        disc(side * 34, -24, 9, accent[1]) +
        disc(side * 34, -24, 4, ink) +
        line(`M${side * 20} 8L${side * 58} 14M${side * 24} 20L${side * 56} 28`, second[3], 7, CAPS),
    )
    .join('') +
  path('M-10 -20H10L18 24Q0 36 -18 24Z', metal[2], `stroke="${ink}" stroke-width="3"`) +
  path('M-38 44Q0 30 38 44Q30 74 0 76Q-30 74 -38 44Z', ink) +
  path('M-30 46H30L24 56H-24ZM-18 70H18L12 62H-12Z', '#fff7e0');
export const skull: Draw = ({ metal, accent, ink }) =>
  [-1, 1]
    .map(
      (side) =>
        `<g transform="rotate(${side * 42})">${box(-9, -96, 18, 192, 8, '#efe6d2', `stroke="${metal[0]}" stroke-width="3"`)}${disc(-9, -94, 12, '#efe6d2')}${disc(9, -94, 12, '#efe6d2')}${disc(-9, 94, 12, '#efe6d2')}${disc(9, 94, 12, '#efe6d2')}</g>`,
    )
    .join('') +
  path(
    'M0 -66C54 -66 66 -18 54 14Q52 28 36 30L34 58H-34L-36 30Q-52 28 -54 14C-66 -18 -54 -66 0 -66Z',
    'url(#pearl)',
    `stroke="${ink}" stroke-width="5"`,
  ) +
  oval(-22, -4, 17, 19, ink) +
  oval(22, -4, 17, 19, ink) +
  disc(-20, -4, 5, accent[2]) +
  disc(24, -4, 5, accent[2]) +
  path('M0 14L9 30H-9Z', ink) +
  line('M-16 38V58M0 38V58M16 38V58', ink, 5) +
  path('M-62 -34Q-50 -96 0 -92Q50 -96 62 -34Q0 -56 -62 -34Z', accent[1], 'stroke="url(#rim)" stroke-width="5"');
export const map: Draw = ({ accent, ink, metal }) =>
  path(
    'M-80 -58L-28 -74L26 -56L80 -72V60L26 76L-28 58L-80 74Z',
    '#ecd9a8',
    `stroke="${metal[0]}" stroke-width="5" stroke-linejoin="round"`,
  ) +
  path('M-28 -74L26 -56V76L-28 58Z', '#c9ae73') +
  line('M-58 40Q-46 0 -20 10T14 -20Q30 -40 46 -20', ink, 6, `${CAPS} stroke-dasharray="3 12"`) +
  line('M42 -32L64 -8M64 -32L42 -8', accent[1], 11, CAPS) +
  path('M-58 -36q18 -16 34 0q-10 20 -34 0Z', '#5a9a63');
export const bottle: Draw = ({ accent, metal }) =>
  at(
    0,
    0,
    path(
      'M-15 -88H15V-44Q44 -30 44 0V78Q44 90 30 90H-30Q-44 90 -44 78V0Q-44 -30 -15 -44Z',
      'url(#orb)',
      `stroke="${accent[4]}" stroke-opacity=".7" stroke-width="4"`,
    ) +
      box(-17, -98, 34, 18, 5, 'url(#wood)') +
      box(-36, 6, 72, 54, 6, '#ecd9a8', `stroke="${metal[0]}" stroke-width="3"`) +
      line('M-16 18L16 48M16 18L-16 48', metal[0], 7, CAPS) +
      line('M-30 -6Q-28 -26 -14 -34', '#fff', 7, `${CAPS} opacity=".7"`),
    1,
    16,
  );
export const barrel: Draw = ({ metal }) =>
  path('M-54 -76H54Q80 0 54 80H-54Q-80 0 -54 -76Z', 'url(#wood)', `stroke="${metal[0]}" stroke-width="4"`) +
  line('M-26 -74Q-38 0 -26 78M0 -74V78M26 -74Q38 0 26 78', metal[0], 3, 'opacity=".7"') +
  line('M-60 -46Q0 -36 60 -46M-60 50Q0 60 60 50', 'url(#bar)', 14) +
  oval(0, -76, 53, 13, metal[1], `stroke="${metal[0]}" stroke-width="4"`) +
  line('M-50 -20Q-54 10 -48 30', '#fff', 6, `${CAPS} opacity=".4"`);
export const sweet =
  (kind: number): Draw =>
  ({ accent, second, metal }) =>
    kind === 0
      ? path('M-48 -24L-96 -50V50L-48 24ZM48 -24L96 -50V50L48 24Z', accent[3], `stroke="${accent[0]}" stroke-width="4" ${CAPS}`) +
        disc(0, 0, 56, 'url(#orb)', `stroke="${accent[0]}" stroke-width="4"`) +
        line('M-40 20Q-10 0 -20 -46M0 52Q30 10 6 -54M40 36Q54 0 34 -40', '#fff', 11, `${CAPS} opacity=".75"`)
      : kind === 1
        ? box(-7, 20, 14, 78, 6, '#fff', `stroke="${metal[0]}" stroke-width="2"`) +
          disc(0, -22, 66, 'url(#orb)', `stroke="${accent[0]}" stroke-width="4"`) +
          line('M0 -22q14 -10 22 4q2 30 -26 28q-40 -8 -30 -44q22 -38 62 -16q36 30 10 72', '#fff', 11, `${CAPS} opacity=".8"`)
        : kind === 2
          ? path('M-74 30C-74 -60 74 -60 74 30L62 78H-62Z', 'url(#orb)', `stroke="${accent[4]}" stroke-opacity=".8" stroke-width="5"`) +
            path('M-44 10C-40 -30 -14 -38 8 -36', 'none', 'stroke="#fff" stroke-width="11" stroke-linecap="round" opacity=".7"') +
            times(6, (index) => disc(-50 + index * 20, 66, 5, accent[4]))
          : kind === 3
            ? disc(0, 0, 82, 'url(#orb)', `stroke="${accent[0]}" stroke-width="4"`) +
              path(
                'M-74 -10Q-60 30 -40 6Q-20 44 4 12Q24 50 44 8Q64 30 76 -8Q70 -76 0 -78Q-70 -76 -74 -10Z',
                second[3],
                `stroke="${second[1]}" stroke-width="3"`,
              ) +
              disc(0, -10, 26, accent[0]) +
              times(9, (index) =>
                box(
                  ...(polar(52, index * 0.7) as unknown as [number, number]),
                  11,
                  5,
                  2,
                  [metal[3], accent[1], '#fff'][index % 3] ?? '#fff',
                ),
              )
            : path(
                'M0 84C-76 40 -96 -10 -74 -46C-54 -76 -14 -68 0 -36C14 -68 54 -76 74 -46C96 -10 76 40 0 84Z',
                'url(#orb)',
                `stroke="${accent[4]}" stroke-width="5"`,
              ) +
              line('M-56 -10Q-58 -40 -34 -46', '#fff', 10, `${CAPS} opacity=".75"`) +
              sparkle(36, -20, 15, '#fff');

/** A coin whose worth the game writes on it, a wheel, and a sign of the unknown: the same meaning in every theme. */
export const worth: Draw = ({ metal }) =>
  disc(3, 6, 88, metal[0]) +
  disc(0, 0, 88, 'url(#rim)') +
  disc(0, 0, 74, 'url(#face)', `stroke="${metal[0]}" stroke-width="4"`) +
  times(28, (index) => disc(...polar(81, index * 0.2244), 3, metal[4])) +
  line('M-52 -30Q-40 -54 -14 -60', '#fff', 7, `${CAPS} opacity=".8"`);
export const unknown: Draw = ({ accent, metal }) =>
  box(-74, -78, 156, 164, 24, metal[0]) +
  box(-80, -84, 160, 164, 24, 'url(#rim)') +
  box(-68, -72, 136, 140, 16, accent[0]) +
  box(-68, -72, 136, 60, 16, accent[1]) +
  line('M-26 -26C-26 -62 32 -60 30 -24C28 0 0 0 0 22M0 46V48', '#fff6d8', 19, CAPS);
