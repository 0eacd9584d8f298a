import { drawing } from './dom.ts';

export type Motif = 'waves' | 'rays' | 'lattice' | 'deco' | 'stars' | 'hexagons';

const repeat = (count: number, draw: (index: number) => string) => Array.from({ length: count }, (_, index) => draw(index)).join('');
const ray = (angle: number, width: number) =>
  `500,300 ${(500 + 900 * Math.cos(angle)).toFixed(0)},${(300 + 900 * Math.sin(angle)).toFixed(0)} ${(500 + 900 * Math.cos(angle + width)).toFixed(0)},${(300 + 900 * Math.sin(angle + width)).toFixed(0)}`;
/** The same dots for every player: a generator with a fixed seed. */
function scatter(count: number): readonly (readonly [number, number, number])[] {
  let seed = 20_461;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: count }, () => [next() * 1000, next() * 600, next()] as const);
}

const MOTIFS: Readonly<Record<Motif, () => string>> = {
  waves: () =>
    repeat(
      6,
      (i) =>
        `<path d="M-40 ${360 + i * 46}q60-${34 - i * 3} 120 0t120 0t120 0t120 0t120 0t120 0t120 0t120 0t120 0V700H-40Z" class="motif-fill" opacity="${(0.3 + i * 0.1).toFixed(1)}"/>`,
    ) +
    scatter(16)
      .map(([x, y, r]) => `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${(3 + r * 11).toFixed(1)}" class="motif-line"/>`)
      .join(''),
  rays: () => repeat(18, (i) => `<polygon points="${ray((i * Math.PI) / 9, 0.17)}" class="motif-fill"/>`),
  lattice: () =>
    repeat(8, (y) =>
      repeat(12, (x) => {
        const left = x * 96 - 60 + (y % 2) * 48;
        return `<path d="M${left} ${y * 84}l48 -48l48 48l-48 48Z M${left + 24} ${y * 84}l24 -24l24 24l-24 24Z" class="motif-line"/>`;
      }),
    ),
  deco: () =>
    repeat(14, (i) => `<polygon points="${ray(Math.PI + (i * Math.PI) / 14, 0.1)}" class="motif-fill"/>`) +
    repeat(9, (i) => `<circle cx="500" cy="300" r="${90 + i * 56}" class="motif-line"/>`),
  stars: () =>
    scatter(70)
      .map(([x, y, r]) => {
        const size = 3 + r * 9;
        const bend = size * 0.15;
        return `<path transform="translate(${x.toFixed(0)} ${y.toFixed(0)})" d="M0-${size}Q${bend}-${bend} ${size} 0Q${bend} ${bend} 0 ${size}Q-${bend} ${bend}-${size} 0Q-${bend}-${bend} 0-${size}Z" class="motif-star" opacity="${(0.15 + r * 0.45).toFixed(2)}"/>`;
      })
      .join(''),
  hexagons: () =>
    repeat(9, (y) =>
      repeat(13, (x) => {
        const filled = (x * 7 + y * 3) % 6 === 0;
        return `<path d="M${x * 84 - 42 + (y % 2) * 42} ${y * 73 - 10}l42 -24l42 24v49l-42 24l-42 -24z" class="${filled ? 'motif-fill motif-line' : 'motif-line'}"/>`;
      }),
    ),
};

/** The pattern behind a game, in tints of its hue. */
export function backdrop(motif: Motif): SVGSVGElement {
  const dust = scatter(26).map(
    ([x, y, r]) => `<circle cx="${y.toFixed(0)}" cy="${(x * 0.6).toFixed(0)}" r="${(0.8 + r * 2).toFixed(1)}" class="motif-dust"/>`,
  );
  const element = drawing('0 0 1000 600', MOTIFS[motif]() + dust.join(''));
  element.setAttribute('preserveAspectRatio', 'xMidYMid slice');
  element.classList.add('backdrop');
  return element;
}
