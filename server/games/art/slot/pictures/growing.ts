import { at, box, disc, line, oval, path, polar, sparkle, times } from '../../shapes.ts';
import type { Draw } from './picture.ts';

const CAPS = 'stroke-linecap="round" stroke-linejoin="round"';
const gleam = (d: string, width = 7) => line(d, '#fff', width, `${CAPS} opacity=".65"`);
const leafAt = (x: number, y: number, degrees: number, size = 1) =>
  at(
    x,
    y,
    path('M0 0C10 -26 40 -34 62 -20C48 4 22 12 0 0Z', 'url(#leaf)', 'stroke="#0f3d22" stroke-width="3"') +
      line('M4 -2Q30 -16 54 -18', '#c9f29b', 2.5),
    size,
    degrees,
  );

export const cherry: Draw = ({ accent }) =>
  line('M-38 30Q-30 -34 22 -84Q30 -30 44 22', '#3f7a35', 8, CAPS) +
  leafAt(20, -80, 24, 1.1) +
  disc(-40, 44, 40, 'url(#orb)', `stroke="${accent[0]}" stroke-width="4"`) +
  disc(44, 38, 42, 'url(#orb)', `stroke="${accent[0]}" stroke-width="4"`) +
  gleam('M-62 36Q-58 22 -46 20M20 28Q26 14 40 12');
export const plum: Draw = ({ accent }) =>
  path(
    'M4 -52C58 -72 92 -24 80 26C68 72 22 92 -10 84C-62 76 -88 30 -76 -10C-64 -52 -28 -62 4 -52Z',
    'url(#orb)',
    `stroke="${accent[0]}" stroke-width="5"`,
  ) +
  line('M4 -52Q-24 10 4 82', accent[0], 5, `${CAPS} opacity=".6"`) +
  line('M4 -52Q2 -76 -12 -90', '#5a3a1c', 9, CAPS) +
  leafAt(4, -68, -10, 1.1) +
  gleam('M-58 -2Q-52 -32 -28 -40', 9);
export const lemon: Draw = ({ accent }) =>
  at(
    0,
    0,
    path(
      'M-96 4C-80 -8 -72 -22 -60 -36C-28 -68 34 -66 62 -34C74 -18 82 -8 96 0C82 8 74 20 62 36C32 66 -30 68 -60 38C-72 24 -80 14 -96 4Z',
      'url(#orb)',
      `stroke="${accent[0]}" stroke-width="5"`,
    ) +
      times(9, (index) => disc(-44 + (index % 5) * 22, -16 + index * 7, 3, accent[1], 'opacity=".5"')) +
      gleam('M-52 -22Q-34 -44 -6 -48', 9),
    1,
    -24,
  ) + leafAt(20, -60, -10, 1.1);
export const orange: Draw = ({ accent }) =>
  disc(0, 10, 76, 'url(#orb)', `stroke="${accent[0]}" stroke-width="5"`) +
  times(14, (index) => disc(...polar(22 + (index % 4) * 13, index * 2.4, 8, 18), 3, accent[1], 'opacity=".55"')) +
  path('M-12 -62L0 -52L12 -62L4 -48L-4 -48Z', '#3f7a35') +
  leafAt(2, -62, -16, 1.15) +
  gleam('M-56 -4Q-48 -34 -22 -44', 9);
export const grapes: Draw = ({ accent }) =>
  line('M0 -60Q6 -80 -10 -94', '#5a3a1c', 9, CAPS) +
  leafAt(-2, -66, -20, 1.2) +
  at(0, 0, leafAt(2, -66, 20, 1.1), 1) +
  [
    [-44, -34],
    [0, -40],
    [44, -34],
    [-24, 0],
    [22, 0],
    [-46, 4],
    [46, 4],
    [0, 32],
    [-26, 36],
    [26, 36],
    [0, 66],
  ]
    .map(
      ([x = 0, y = 0]) =>
        disc(x, y, 25, 'url(#orb)', `stroke="${accent[0]}" stroke-width="3"`) + disc(x - 8, y - 9, 6, '#fff', 'opacity=".7"'),
    )
    .join('');
export const melon: Draw = ({ accent }) =>
  path('M-94 -30A96 96 0 0 0 94 -30Z', '#14532f') +
  path('M-88 -30A89 89 0 0 0 88 -30Z', '#bfe88f') +
  path('M-80 -30A81 81 0 0 0 80 -30Z', accent[1]) +
  path('M-80 -30A81 81 0 0 0 60 14Q0 20 -80 -30Z', accent[2], 'opacity=".8"') +
  [
    [-48, -10],
    [-16, 2],
    [18, 4],
    [48, -10],
    [-30, 22],
    [2, 30],
    [32, 22],
  ]
    .map(([x = 0, y = 0]) => path('M0 -9Q7 2 0 9Q-7 2 0 -9Z', '#25120c', `transform="translate(${x} ${y})"`))
    .join('') +
  line('M-94 -30H94', '#fff', 4, 'opacity=".6"');
export const pineapple: Draw = ({ accent, metal }) =>
  times(
    7,
    (index) =>
      `<g transform="translate(0 -30) rotate(${(index - 3) * 22})">${path('M-9 6Q-12 -40 0 -72Q12 -40 9 6Z', index % 2 ? '#3f9a4d' : 'url(#leaf)', 'stroke="#0f3d22" stroke-width="2.5"')}</g>`,
  ) +
  path(
    'M0 -36C46 -38 58 0 54 34C50 74 26 92 0 92C-26 92 -50 74 -54 34C-58 0 -46 -38 0 -36Z',
    'url(#orb)',
    `stroke="${accent[0]}" stroke-width="5"`,
  ) +
  line(
    'M-52 10L8 88M-50 -14L40 72M-28 -34L54 44M6 -36L54 12M52 10L-8 88M50 -14L-40 72M28 -34L-54 44M-6 -36L-54 12',
    accent[0],
    4,
    'opacity=".55"',
  ) +
  times(8, (index) => disc((index % 3) * 24 - 24 + (index > 4 ? 12 : 0), -8 + Math.floor(index / 3) * 26, 4, metal[4])) +
  gleam('M-42 -2Q-36 -20 -22 -26');
export const coconut: Draw = ({ accent, metal }) =>
  disc(8, 8, 78, metal[0]) +
  disc(8, 8, 74, 'url(#wood)') +
  times(12, (index) => line(`M${-50 + index * 10} -50Q${-54 + index * 12} 10 ${-44 + index * 9} 64`, metal[0], 3, 'opacity=".5"')) +
  oval(-8, -4, 60, 52, '#fdf9ef', `stroke="${metal[1]}" stroke-width="7"`) +
  oval(-8, 4, 44, 34, accent[4]) +
  oval(-8, 10, 38, 24, '#ffffff', 'opacity=".75"') +
  gleam('M-52 -18Q-40 -40 -16 -44');

/** A flower seen from above: petals by number, a heart of seeds. */
export function flower(petals: number, shape: 'round' | 'pointed' | 'heart'): Draw {
  const d = {
    round: 'M0 0C-40 -24 -38 -88 0 -92C38 -88 40 -24 0 0Z',
    pointed: 'M0 0C-34 -30 -24 -70 0 -98C24 -70 34 -30 0 0Z',
    heart: 'M0 0C-46 -26 -44 -84 -14 -88Q0 -84 0 -72Q0 -84 14 -88C44 -84 46 -26 0 0Z',
  }[shape];
  return ({ accent, metal, second }) =>
    times(
      3,
      (index) =>
        `<g transform="rotate(${index * 120 + 40})">${path('M0 -40C14 -60 16 -84 0 -102C-16 -84 -14 -60 0 -40Z', 'url(#leaf)', 'stroke="#0f3d22" stroke-width="2"')}</g>`,
    ) +
    times(
      petals,
      (index) =>
        `<g transform="rotate(${(index * 360) / petals})">${path(d, 'url(#petal)', `stroke="${accent[4]}" stroke-width="3"`)}${line('M0 -18V-66', accent[4], 2.5, 'opacity=".6"')}</g>`,
    ) +
    times(
      petals,
      (index) =>
        `<g transform="rotate(${((index + 0.5) * 360) / petals}) scale(.6)">${path(d, 'url(#bloom)', `stroke="${accent[4]}" stroke-width="3" stroke-opacity=".7"`)}</g>`,
    ) +
    disc(0, 0, 22, 'url(#face)', `stroke="${metal[0]}" stroke-width="2"`) +
    times(8, (index) => disc(...polar(13, index * 0.785), 3.4, second[1]));
}

/** One leaf of the forest. */
export function leaf(kind: 'palm' | 'split' | 'oak' | 'clover' | 'fern'): Draw {
  const vein = (d: string, tone: string) => line(d, tone, 5, CAPS);
  const bodies: Readonly<Record<typeof kind, Draw>> = {
    palm: ({ accent }) =>
      times(
        7,
        (index) =>
          `<g transform="translate(0 56) rotate(${(index - 3) * 27})">${path('M0 0C-20 -50 -16 -110 0 -142C16 -110 20 -50 0 0Z', index % 2 ? accent[2] : accent[1], `stroke="${accent[4]}" stroke-width="2.5"`)}${line('M0 -8V-120', accent[4], 2.5)}</g>`,
      ),
    split: ({ accent }) =>
      path(
        'M0 90C-20 70 -84 60 -88 4L-48 14L-86 -34L-36 -20L-60 -74L-10 -48Q-4 -84 0 -96Q4 -84 10 -48L60 -74L36 -20L86 -34L48 14L88 4C84 60 20 70 0 90Z',
        'url(#orb)',
        `stroke="${accent[4]}" stroke-width="4" ${CAPS}`,
      ) + vein('M0 84V-70M0 50L-60 30M0 50L60 30M0 10L-50 -16M0 10L50 -16M0 -30L-30 -50M0 -30L30 -50', accent[4]),
    oak: ({ accent }) =>
      path(
        'M0 92V60C-30 70 -50 54 -44 36C-76 36 -84 4 -58 -8C-80 -30 -60 -56 -36 -46C-36 -76 -16 -92 0 -94C16 -92 36 -76 36 -46C60 -56 80 -30 58 -8C84 4 76 36 44 36C50 54 30 70 0 60Z',
        'url(#orb)',
        `stroke="${accent[4]}" stroke-width="4" ${CAPS}`,
      ) + vein('M0 92V-72M0 40L-32 26M0 40L32 26M0 2L-40 -8M0 2L40 -8M0 -34L-20 -46M0 -34L20 -46', accent[4]),
    clover: ({ accent }) =>
      line('M0 0Q10 50 -16 92', accent[0], 11, CAPS) +
      times(
        4,
        (index) =>
          `<g transform="rotate(${index * 90 + 45})">${path('M0 0C-54 -30 -50 -88 -18 -90Q0 -86 0 -70Q0 -86 18 -90C50 -88 54 -30 0 0Z', 'url(#orb)', `stroke="${accent[4]}" stroke-width="4"`)}${line('M0 -10V-52', accent[4], 4)}</g>`,
      ),
    fern: ({ accent }) =>
      times(7, (index) => {
        const y = 64 - index * 22;
        const w = 84 - index * 9;
        return path(
          `M0 ${y}Q${-w * 0.6} ${y - 34} ${-w} ${y - 22}Q${-w * 0.5} ${y + 6} 0 ${y}ZM0 ${y}Q${w * 0.6} ${y - 34} ${w} ${y - 22}Q${w * 0.5} ${y + 6} 0 ${y}Z`,
          index % 2 ? accent[2] : accent[1],
          `stroke="${accent[4]}" stroke-width="2"`,
        );
      }) + line('M0 94V-96', accent[4], 6, CAPS),
  };
  return bodies[kind];
}

/** A bottle of something; `kind` is its shape. */
export function potion(kind: number): Draw {
  const d =
    [
      'M-16 -50V-24C-64 -8 -76 86 0 88C76 86 64 -8 16 -24V-50Z',
      'M-14 -54V-14L-66 70Q-64 88 -44 88H44Q64 88 66 70L14 -14V-54Z',
      'M-18 -52V-30H-44Q-54 -28 -54 -16V74Q-54 88 -40 88H40Q54 88 54 74V-16Q54 -28 44 -30H18V-52Z',
      'M-14 -52V-36C-70 -34 -70 40 -20 54V72L-40 88H40L20 72V54C70 40 70 -34 14 -36V-52Z',
      'M-14 -54V-30L-56 8L-34 88H34L56 8L14 -30V-54Z',
    ][kind % 5] ?? '';
  const id = `p${kind}`;
  return ({ accent, metal }) =>
    path(d, accent[0], 'opacity=".55"') +
    `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${path('M-100 10Q-50 -6 0 10T100 10V100H-100Z', 'url(#orb)')}${line('M-100 10Q-50 -6 0 10T100 10', accent[4], 6)}${disc(-18, 44, 9, accent[4], 'opacity=".7"')}${disc(20, 60, 6, accent[4], 'opacity=".7"')}${disc(12, 30, 5, '#fff', 'opacity=".7"')}</g>` +
    path(d, 'none', 'stroke="#fff" stroke-opacity=".85" stroke-width="5" stroke-linejoin="round"') +
    box(-19, -84, 38, 34, 6, 'url(#wood)', `stroke="${metal[0]}" stroke-width="2"`) +
    box(-22, -56, 44, 11, 4, 'url(#bar)') +
    gleam('M-34 18Q-42 44 -32 64', 8) +
    sparkle(46, -50, 15, '#fff');
}

/** A fish; `kind` is its build. */
export function fish(kind: number): Draw {
  const bodies = [
    'M-88 4C-60 -56 20 -62 56 4C20 66 -60 62 -88 4Z',
    'M-80 4C-66 -84 30 -88 56 4C30 92 -66 90 -80 4Z',
    'M-96 2C-60 -34 20 -40 60 2C20 42 -60 38 -96 2Z',
    'M-82 4C-50 -70 -6 -66 56 4C-6 72 -50 76 -82 4Z',
    'M-76 6C-76 -74 44 -78 56 6C44 84 -76 82 -76 6Z',
  ];
  const id = `h${kind}`;
  const d = bodies[kind % 5] ?? '';
  return ({ accent, second }) =>
    path('M44 4L98 -46Q84 4 98 54Z', second[2], `stroke="${second[4]}" stroke-width="3" ${CAPS}`) +
    path('M-34 -40Q0 -96 40 -62L24 -26ZM-26 44Q-4 84 26 66L16 34Z', second[1], `stroke="${second[4]}" stroke-width="3"`) +
    path(d, 'url(#orb)', `stroke="${accent[0]}" stroke-width="4"`) +
    `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${[kind % 2 ? path('M-26 -100Q-6 0 -26 100H-2Q18 0 -2 -100ZM24 -100Q40 0 24 100H40Q58 0 40 -100Z', second[3], 'opacity=".9"') : line('M-20 -20q14 14 0 28M4 -24q14 18 0 36M26 -18q12 14 0 26M-4 14q14 12 0 26M20 18q12 10 0 20', second[3], 6, CAPS)][0]}${path('M-100 40Q0 70 70 20V100H-100Z', '#05060c', 'opacity=".2"')}</g>` +
    line('M-42 -26Q-30 6 -42 34', accent[0], 5, CAPS) +
    disc(-60, -8, 11, '#fff') +
    disc(-62, -8, 6, '#0b1020') +
    disc(-64, -10, 2, '#fff') +
    path('M-20 12Q10 16 12 36Q-12 34 -20 12Z', second[2], `stroke="${second[4]}" stroke-width="2"`) +
    gleam('M-52 -34Q-24 -52 8 -44', 6);
}
