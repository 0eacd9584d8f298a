import { drawing, h, prefersReducedMotion } from '../lib/dom.ts';

const NEAR = -24;
const FAR = 24;
const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [NEAR, NEAR],
    [FAR, FAR],
  ],
  [
    [NEAR, NEAR],
    [0, 0],
    [FAR, FAR],
  ],
  [
    [NEAR, NEAR],
    [FAR, NEAR],
    [NEAR, FAR],
    [FAR, FAR],
  ],
  [
    [NEAR, NEAR],
    [FAR, NEAR],
    [0, 0],
    [NEAR, FAR],
    [FAR, FAR],
  ],
  [
    [NEAR, NEAR],
    [FAR, NEAR],
    [NEAR, 0],
    [FAR, 0],
    [NEAR, FAR],
    [FAR, FAR],
  ],
];
/** Rotation of the cube that brings each face to the front; opposite faces add up to seven. */
const TURNS: readonly string[] = [
  '',
  'rotateX(0deg) rotateY(0deg)',
  'rotateX(-90deg) rotateY(0deg)',
  'rotateX(0deg) rotateY(-90deg)',
  'rotateX(0deg) rotateY(90deg)',
  'rotateX(90deg) rotateY(0deg)',
  'rotateX(0deg) rotateY(180deg)',
];

/** One face of a die; one and four are red, as dice of this game are painted. */
export function dieFace(face: number): SVGSVGElement {
  const tone = face === 1 || face === 4 ? '#c3212e' : '#1a1d28';
  const radius = face === 1 ? 15 : 10;
  const pips = (PIPS[face] ?? []).map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${tone}"/>`);
  return drawing('-50 -50 100 100', pips.join(''));
}

export interface Die {
  readonly element: HTMLElement;
  /** Rolls until `land`. */
  roll(): void;
  land(face: number, milliseconds: number): Promise<void>;
}

/** A cube of six faces that tumbles; only its transform moves. */
export function createDie(index: number): Die {
  const faces = [1, 2, 3, 4, 5, 6].map((face) => h('div', { class: `die-face die-face-${face}` }, dieFace(face)));
  const cube = h('div', { class: 'die-cube' }, ...faces);
  const element = h('div', { class: 'die' }, cube);
  let rolling: Animation | undefined;
  cube.style.transform = TURNS[index + 1] ?? '';
  return {
    element,
    roll() {
      if (prefersReducedMotion()) return;
      rolling?.cancel();
      const frames = [0, 1].map((turn) => ({
        transform: `rotateX(${turn * 360 * (index + 1)}deg) rotateY(${turn * 720}deg) rotateZ(${turn * 360}deg)`,
      }));
      rolling = cube.animate(frames, { duration: 900 + index * 130, iterations: Number.POSITIVE_INFINITY });
    },
    async land(face, milliseconds) {
      rolling?.cancel();
      rolling = undefined;
      const turn = TURNS[face] ?? '';
      cube.style.transform = turn;
      if (milliseconds === 0 || prefersReducedMotion()) return;
      const [x = 0, y = 0] = [...turn.matchAll(/(-?\d+)deg/g)].map(([, degrees]) => Number(degrees));
      const from = `rotateX(${x - 720}deg) rotateY(${y - 1080 - index * 180}deg)`;
      await cube.animate([{ transform: from }, { transform: turn }], { duration: milliseconds, easing: 'cubic-bezier(.12,.7,.2,1)' })
        .finished;
    },
  };
}
