import { drawing } from '../lib/dom.ts';

interface Die {
  readonly at: string;
  readonly faces: readonly [top: string, left: string, right: string];
  readonly pips: readonly [top: readonly Pip[], left: readonly Pip[], right: readonly Pip[]];
}
type Pip = readonly [u: number, v: number];

const ONE: readonly Pip[] = [[0.5, 0.5]];
const TWO: readonly Pip[] = [
  [0.27, 0.27],
  [0.73, 0.73],
];
const THREE: readonly Pip[] = [...TWO, ...ONE];
const FOUR: readonly Pip[] = [...TWO, [0.27, 0.73], [0.73, 0.27]];
const FIVE: readonly Pip[] = [...FOUR, ...ONE];
const SIX: readonly Pip[] = [...FOUR, [0.27, 0.5], [0.73, 0.5]];

/** Corners of an isometric die: origin and the two edges of each face. */
const FACES = [
  { origin: [0, -64], u: [58, 30], v: [-58, 30] },
  { origin: [-58, -34], u: [58, 30], v: [0, 64] },
  { origin: [0, -4], u: [58, -30], v: [0, 64] },
] as const;

/** Two dice with pips in perspective, gold rims and a gleam on each face. */
export function diceArt(): SVGSVGElement {
  const gold: Die = { at: 'translate(-46 26) rotate(-8)', faces: ['#ffd98a', '#dca62c', '#8a5a10'], pips: [FIVE, THREE, SIX] };
  const red: Die = { at: 'translate(52 -32) rotate(11) scale(.86)', faces: ['#ff8d7a', '#d2303a', '#7f121d'], pips: [TWO, SIX, FOUR] };
  return drawing(
    '-130 -120 260 240',
    `<defs><linearGradient id="d-rim" x1="0" y1="0" x2=".8" y2="1"><stop stop-color="#fff6d8"/><stop offset=".5" stop-color="#dca62c"/><stop offset="1" stop-color="#6b4409"/></linearGradient></defs><ellipse cy="102" rx="92" ry="13" fill="#05060c" opacity=".38"/>${[red, gold].map(die).join('')}`,
  );
}

function die({ at, faces, pips }: Die): string {
  const drawn = FACES.map(({ origin: [x, y], u, v }, index) => {
    const on = (a: number, b: number) => `${(x + u[0] * a + v[0] * b).toFixed(1)} ${(y + u[1] * a + v[1] * b).toFixed(1)}`;
    const outline = `M${on(0, 0)}L${on(1, 0)}L${on(1, 1)}L${on(0, 1)}Z`;
    const matrix = (a: number, b: number) => `matrix(${u[0] / 60} ${u[1] / 60} ${v[0] / 60} ${v[1] / 60} ${on(a, b)})`;
    const dots = (pips[index] ?? []).map(
      ([a, b]) => `<g transform="${matrix(a, b)}"><circle r="7" fill="#fff"/><circle cx="1" cy="1" r="6" fill="#e8e0d0"/></g>`,
    );
    return `<path d="${outline}" fill="${faces[index]}" stroke="url(#d-rim)" stroke-width="3" stroke-linejoin="round"/><path d="M${on(0.06, 0.06)}L${on(0.6, 0.06)}L${on(0.06, 0.6)}Z" fill="#fff" opacity=".18"/>${dots.join('')}`;
  });
  return `<g transform="${at}">${drawn.join('')}</g>`;
}
