import { h, prefersReducedMotion } from '../lib/dom.ts';
import type { Place, Swimmer } from './swimmers.ts';

/** Short animations; each removes itself. All of them animate only transform and opacity. */
export interface Effects {
  readonly element: HTMLElement;
  fly(seat: number, from: Place, to: Place): Promise<void>;
  /** A label at a position. `quiet`: for a shot of another player. */
  showLabel(at: Place, text: string, kind: 'hit' | 'miss' | 'quiet', seat: number): void;
  /** The net closes and moves the animal to the cannon; coins follow. */
  capture(swimmer: Swimmer, at: Place, home: Place, coins: number): Promise<void>;
  /** The catch of another player: the animal fades out. */
  fade(swimmer: Swimmer): Promise<void>;
  dodge(swimmer: Swimmer): void;
}

export const SHOT_MS = 240;
const CATCH_MS = 620;
const FADE_MS = 320;
const LABEL_MS = 1100;
const COIN_MS = 720;

export function createEffects(): Effects {
  const element = h('div', { class: 'sea-effects' });

  async function play(part: HTMLElement, frames: Keyframe[], timing: KeyframeAnimationOptions): Promise<void> {
    element.append(part);
    await part.animate(frames, { fill: 'both', ...timing }).finished;
    part.remove();
  }
  function coin(at: Place, home: Place, index: number): void {
    const side = ((index % 5) - 2) * 22;
    const up = { x: at.x + side, y: at.y - 34 - (index % 3) * 12 };
    const to = (place: Place, scale: number) => `translate(${place.x.toFixed(1)}px, ${place.y.toFixed(1)}px) scale(${scale})`;
    void play(
      h('div', { class: 'coin' }),
      [
        { transform: to(at, 0.4), opacity: 0 },
        { transform: to(up, 1), opacity: 1, offset: 0.35, easing: 'ease-in' },
        { transform: to(home, 0.6), opacity: 1 },
      ],
      { duration: COIN_MS, delay: index * 45, easing: 'ease-out' },
    );
  }

  return {
    element,
    fly: (seat, from, to) =>
      play(
        h('div', { class: `shot seat-${seat}` }),
        [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${to.x}px, ${to.y}px)` }],
        { duration: SHOT_MS, easing: 'ease-out' },
      ),
    showLabel(at, text, kind, seat) {
      const label = h('p', { class: `catch-label ${kind} seat-${seat}` }, text);
      // Stays inside the edges for an animal next to them.
      const x = `clamp(12cqi, ${at.x}px, 88cqi)`;
      const place = `translate(${x}, ${Math.max(40, at.y)}px) translate(-50%, -50%)`;
      const rise = [
        { transform: `${place} translateY(8px)`, opacity: 0 },
        { transform: place, opacity: 1, offset: 0.15 },
        { transform: place, opacity: 1, offset: 0.75 },
        { transform: `${place} translateY(-18px)`, opacity: 0 },
      ];
      void play(label, prefersReducedMotion() ? [{ transform: place }, { transform: place }] : rise, { duration: LABEL_MS });
    },
    async capture({ body }, at, home, coins) {
      const net = `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)`;
      void play(
        h('div', { class: 'net' }),
        [
          { transform: `${net} scale(0.2)`, opacity: 1 },
          { transform: `${net} scale(1)`, opacity: 0.9, offset: 0.4 },
          { transform: `${net} scale(0.9)`, opacity: 0 },
        ],
        { duration: CATCH_MS },
      );
      for (let index = 0; index < coins; index++) coin(at, home, index);
      const away = `translate(${home.x - at.x}px, ${home.y - at.y}px) scale(.1)`;
      await body.animate(
        [{ transform: 'none' }, { transform: 'rotate(-14deg) scale(1.18)', offset: 0.35 }, { transform: away, opacity: 0.2 }],
        { duration: CATCH_MS, easing: 'ease-in-out', fill: 'forwards' },
      ).finished;
    },
    async fade({ body }) {
      await body.animate([{ opacity: 1 }, { opacity: 0, transform: 'scale(0.6)' }], { duration: FADE_MS, fill: 'forwards' }).finished;
    },
    dodge({ body, pass }) {
      const dash = `translateX(${pass.toRight ? 46 : -46}px)`;
      body.animate([{ transform: 'none' }, { transform: dash, offset: 0.35 }, { transform: 'none' }], {
        duration: 700,
        easing: 'ease-out',
      });
    },
  };
}
