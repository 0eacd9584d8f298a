import { cutStone } from './facets.ts';
import type { Palette, Ramp } from './palette.ts';
import { between, pick, type Random } from './random.ts';
import { at, box, disc, line, oval, type Point, path, poly, ring, sparkle, star, times } from './shapes.ts';

const ROUND_JOIN = 'stroke-linejoin="round"';

/** A gem in one of five cuts. */
export function gem(colours: Palette, random: Random): string {
  const cut = pick(random, [brilliant, emeraldCut, roundCut, pear, hexagon]);
  return cut(colours.accent) + sparkle(between(random, -52, -40), between(random, -56, -44), 17, '#fff');
}

function brilliant(tones: Ramp): string {
  const [a, b, c, d, e] = tones;
  const crown: Point[] = [
    [-88, -20],
    [-50, -66],
    [50, -66],
    [88, -20],
  ];
  const [left, right, tip]: [Point, Point, Point] = [
    [-34, -20],
    [34, -20],
    [0, 92],
  ];
  return (
    poly([...crown, tip], b) +
    poly([[-88, -20], [-50, -66], left], c) +
    poly([[-50, -66], [0, -66], left], d) +
    poly([[0, -66], right, left], e) +
    poly([[0, -66], [50, -66], right], c) +
    poly([[50, -66], [88, -20], right], b) +
    poly([[-88, -20], left, tip], c) +
    poly([left, [0, -20], tip], e) +
    poly([[0, -20], right, tip], c) +
    poly([right, [88, -20], tip], a) +
    line('M-34 -20L0 92L34 -20', e, 1.4, 'opacity=".6"') +
    poly([...crown, tip], 'none', `stroke="url(#rim)" stroke-width="5" ${ROUND_JOIN}`)
  );
}

function emeraldCut(tones: Ramp): string {
  const outline: Point[] = [
    [-44, -84],
    [44, -84],
    [72, -56],
    [72, 56],
    [44, 84],
    [-44, 84],
    [-72, 56],
    [-72, -56],
  ];
  return framed(outline, cutStone(outline, [0.8, 0.6, 0.4], tones));
}

function roundCut(tones: Ramp): string {
  const outline = ring(16, 84, Math.PI / 16);
  const table = ring(8, 40, Math.PI / 8);
  return framed(
    outline,
    cutStone(outline, [0.78], tones) +
      poly(ring(8, 66), tones[2], 'opacity=".7"') +
      cutStone(table, [0.62], tones) +
      poly(star(8, 66, 42), 'none', `stroke="${tones[4]}" stroke-width="1.6" opacity=".75"`),
  );
}

function pear(tones: Ramp): string {
  const outline: Point[] = [
    [0, -94],
    [30, -52],
    [58, -2],
    [66, 34],
    [50, 66],
    [22, 84],
    [-22, 84],
    [-50, 66],
    [-66, 34],
    [-58, -2],
    [-30, -52],
  ];
  return framed(outline, cutStone(outline, [0.76, 0.5], tones));
}

function hexagon(tones: Ramp): string {
  const outline = ring(6, 86);
  return framed(
    outline,
    cutStone(outline, [0.74, 0.46], tones) + poly(star(6, 64, 40), 'none', `stroke="${tones[4]}" stroke-width="1.6" opacity=".55"`),
  );
}

function framed(outline: readonly Point[], body: string): string {
  return body + poly(outline, 'none', `stroke="url(#rim)" stroke-width="6" ${ROUND_JOIN}`);
}

/** A cluster of standing crystals. */
export function crystal(colours: Palette, random: Random): string {
  const { accent: tones } = colours;
  const shard = (x: number, height: number, width: number, lean: number): string => {
    const top = 78 - height;
    const body =
      poly(
        [
          [-width, top + width],
          [0, top - width * 0.4],
          [0, 82],
          [-width * 0.8, 74],
        ],
        tones[3],
      ) +
      poly(
        [
          [0, top - width * 0.4],
          [width, top + width * 0.8],
          [width * 0.8, 74],
          [0, 82],
        ],
        tones[1],
      ) +
      poly(
        [
          [-width, top + width],
          [0, top - width * 0.4],
          [width * 0.2, top + width * 1.2],
          [-width * 0.3, top + width * 1.5],
        ],
        tones[4],
      ) +
      line(`M${-width * 0.3} ${top + width * 1.5}L-4 80`, tones[4], 1.4, 'opacity=".7"');
    return at(x, 0, body, 1, lean);
  };
  const tall = between(random, 150, 168);
  return (
    shard(-34, 104, 19, -24) +
    shard(38, 112, 20, 22) +
    shard(-14, 128, 20, -9) +
    shard(0, tall, 25, 4) +
    shard(22, 84, 15, 14) +
    shard(-46, 62, 13, -34) +
    shard(52, 58, 12, 34) +
    path('M-78 84Q0 62 78 84Q0 100 -78 84Z', 'url(#rim)') +
    sparkle(14, -62, 15, '#fff') +
    sparkle(-44, -22, 9, '#fff')
  );
}

/** A coin with a star, an anchor or a square hole. */
export function coin(colours: Palette, random: Random): string {
  const { metal } = colours;
  const relief = pick(random, [starRelief, anchorRelief, squareRelief, crownRelief]);
  return (
    disc(5, 7, 84, metal[0]) +
    disc(0, 0, 84, 'url(#rim)') +
    disc(0, 0, 74, metal[0]) +
    disc(0, 0, 74, 'none', `stroke="${metal[3]}" stroke-width="2.5" stroke-dasharray="2.5 6"`) +
    disc(0, 0, 65, 'url(#face)') +
    relief(colours) +
    line('M-64 -34A73 73 0 0 1 -12 -72', '#fff', 6, 'stroke-linecap="round" opacity=".6"') +
    sparkle(54, -54, 15, '#fff')
  );
}

function starRelief({ metal }: Palette): string {
  const points = star(5, 50, 21);
  const shadows = times(5, (index) => {
    const [tip, valley] = [points[index * 2], points[index * 2 + 1]];
    return tip && valley ? poly([[0, 0], tip, valley], metal[1]) : '';
  });
  return poly(points, metal[4], `stroke="${metal[0]}" stroke-width="3" ${ROUND_JOIN}`) + shadows;
}

function anchorRelief({ metal }: Palette): string {
  const shape = 'M0 -32V44M-20 -20H20M-40 14Q-36 46 0 46Q36 46 40 14M-48 24L-40 12L-30 22M48 24L40 12L30 22';
  const strokes = 'stroke-linecap="round" stroke-linejoin="round"';
  return (
    at(2, 3, line(shape, metal[0], 9, strokes)) +
    line(shape, metal[4], 8, strokes) +
    disc(0, -40, 9, 'none', `stroke="${metal[4]}" stroke-width="6"`)
  );
}

function squareRelief({ metal, ink }: Palette): string {
  const marks = times(
    4,
    (index) => `<g transform="rotate(${index * 90})">${path('M-15 -56H15V-48H-15ZM-9 -42H9V-35H-9Z', metal[0], 'opacity=".8"')}</g>`,
  );
  return marks + box(-27, -27, 54, 54, 4, metal[0]) + box(-22, -22, 44, 44, 2, ink) + line('M-27 27V-27H27', metal[4], 3);
}

function crownRelief({ metal }: Palette): string {
  return (
    path('M-40 24L-46 -20L-22 0L0 -36L22 0L46 -20L40 24Z', metal[4], `stroke="${metal[0]}" stroke-width="3" ${ROUND_JOIN}`) +
    path('M0 -36L22 0L46 -20L40 24H0Z', metal[1], 'opacity=".6"') +
    box(-40, 29, 80, 10, 3, metal[3], `stroke="${metal[0]}" stroke-width="2"`)
  );
}

/** A crown: five points with orbs, or a tiara of arcs. */
export function crown(colours: Palette, random: Random): string {
  return pick(random, [royalCrown, tiara, royalCrown])(colours);
}

function royalCrown(colours: Palette): string {
  const { accent, second, metal } = colours;
  const tips: Point[] = [
    [-90, -36],
    [-46, -52],
    [0, -74],
    [46, -52],
    [90, -36],
  ];
  const body = 'M-74 44L-90 -32L-54 4L-46 -48L-20 0L0 -70L20 0L46 -48L54 4L90 -32L74 44Z';
  const orbs = tips
    .map(
      ([x, y], index) =>
        disc(x, y, index === 2 ? 11 : 8.5, index % 2 ? accent[2] : second[2], `stroke="${metal[3]}" stroke-width="3"`) +
        disc(x - 3, y - 3, 2.8, '#fff', 'opacity=".85"'),
    )
    .join('');
  const stones = [-44, 0, 44]
    .map((x, index) => at(x, 24, cutStone(ring(4, index === 1 ? 17 : 13), [0.5], index === 1 ? second : accent)))
    .join('');
  return (
    path('M-66 44Q0 -30 66 44Z', second[0]) +
    path(body, 'url(#rim)', `stroke="${metal[0]}" stroke-width="2.5" ${ROUND_JOIN}`) +
    path('M0 -70L20 0L46 -48L54 4L90 -32L74 44H0Z', metal[0], 'opacity=".25"') +
    stones +
    path('M-76 44Q0 58 76 44L72 70Q0 84 -72 70Z', 'url(#bar)', `stroke="${metal[3]}" stroke-width="2"`) +
    times(7, (index) => disc(-57 + index * 19, 60.5 + (9 - (index - 3) ** 2) * 0.45, 4.6, index % 2 ? accent[3] : second[3])) +
    orbs +
    sparkle(-66, -60, 13, '#fff')
  );
}

function tiara(colours: Palette): string {
  const { accent, metal } = colours;
  const arcs = [-64, -32, 0, 32, 64];
  const loops = arcs.map((x) => {
    const height = 92 - Math.abs(x) * 0.75;
    const y = 40 - (1 - (x / 90) ** 2) * -12;
    return (
      line(
        `M${x - 17} ${y}Q${x - 15} ${round5(y - height * 0.62)} ${x} ${round5(y - height)}Q${x + 15} ${round5(y - height * 0.62)} ${x + 17} ${y}`,
        'url(#rim)',
        6.5,
      ) +
      at(
        x,
        y - height * 0.38,
        cutStone(
          [
            [0, -height * 0.26],
            [10, 0],
            [0, height * 0.2],
            [-10, 0],
          ],
          [0.5],
          accent,
        ),
      ) +
      disc(x, y - height - 4, 7, 'url(#pearl)')
    );
  });
  return (
    loops.join('') +
    path('M-84 40Q0 66 84 40L80 60Q0 86 -80 60Z', 'url(#bar)', `stroke="${metal[3]}" stroke-width="2"`) +
    times(9, (index) => disc(-64 + index * 16, 59 + (16 - (index - 4) ** 2) * 0.55, 4.4, index % 2 ? accent[3] : '#fff')) +
    sparkle(-40, -58, 13, '#fff') +
    oval(0, 74, 20, 3, '#fff', 'opacity=".2"')
  );
}

function round5(value: number): number {
  return Math.round(value * 10) / 10;
}
