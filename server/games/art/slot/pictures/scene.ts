import { hexOf } from '../../../../../shared/colour.ts';
import { type Random, seededRandom } from '../../random.ts';
import { disc, oval, poly, round, times } from '../../shapes.ts';

/** Paints what lies behind the reels in a box of 1000 by 700; the middle 420 columns show on a phone held upright. */
export type Scene = (paint: ScenePaint) => string;
export interface ScenePaint {
  /** A tone of the scene: lightness, chroma, hue before the game's own turn. */
  readonly ink: (lightness: number, chroma: number, hue: number) => string;
  readonly random: Random;
}

export function scenePaint(turn: number, seed: string): ScenePaint {
  return { ink: (lightness, chroma, hue) => hexOf([lightness, chroma, hue + turn]), random: seededRandom(seed) };
}

export function sky(top: string, middle: string, low: string): string {
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset=".55" stop-color="${middle}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs><path d="M0 0H1000V700H0Z" fill="url(#sky)"/>`;
}
export function halo(x: number, y: number, radius: number, tone: string, core = 0.5): string {
  return (
    times(6, (index) => disc(x, y, radius * (1 + (5 - index) * 0.34), tone, `opacity="${index === 5 ? 0.95 : 0.05 + index * 0.015}"`)) +
    disc(x, y, radius * core, '#fff', 'opacity=".35"')
  );
}
export function stars({ random }: ScenePaint, count: number, low = 420): string {
  return times(count, () => disc(random() * 1000, random() * low, 0.6 + random() * 2, '#fff', `opacity="${round(0.25 + random() * 0.6)}"`));
}
/** A line of hills; `sharp` makes peaks of them. */
export function ridge({ random }: ScenePaint, y: number, height: number, tone: string, sharp = false, step = 90): string {
  let d = `M-60 700V${y}`;
  for (let x = -60; x < 1080; x += step) {
    const top = y - random() * height;
    d += sharp
      ? `L${x + step / 2} ${round(top)}L${x + step} ${round(y - random() * height * 0.2)}`
      : `Q${x + step / 2} ${round(top)} ${x + step} ${y}`;
  }
  return `<path d="${d}V700Z" fill="${tone}"/>`;
}
export function waves(y: number, tones: readonly string[]): string {
  return tones
    .map((tone, row) => `<path d="M-40 700V${y + row * 42}${times(14, () => `q20 -16 40 0t40 0`)}V700Z" fill="${tone}"/>`)
    .join('');
}
/** The same shape several times along the ground. */
export function along(places: readonly (readonly [x: number, y: number, size: number])[], shape: string): string {
  return places.map(([x, y, size]) => `<g transform="translate(${x} ${y}) scale(${size})">${shape}</g>`).join('');
}
export function beams(x: number, y: number, tone: string, count = 16): string {
  return times(count, (index) => {
    const angle = (index * 2 * Math.PI) / count;
    const to = (turn: number) => [x + 900 * Math.cos(angle + turn), y + 900 * Math.sin(angle + turn)] as const;
    return poly([[x, y], to(-0.09), to(0.09)], tone, 'opacity=".09"');
  });
}
export function bubbles({ random }: ScenePaint, count: number): string {
  return times(count, () =>
    disc(
      random() * 1000,
      80 + random() * 580,
      3 + random() * 9,
      '#fff',
      `fill-opacity=".07" stroke="#fff" stroke-opacity=".35" stroke-width="1.5"`,
    ),
  );
}
export function mist(y: number, tone: string): string {
  return times(7, (index) => oval(index * 170 - 20, y + (index % 2) * 26, 170, 28, tone, 'opacity=".16"'));
}
