import type { FishVariant } from '../../../shared/games/catalogue.ts';
import { type FishPass, shoalAt } from '../../../shared/games/sea/shoal.ts';
import { h, setVariables } from '../lib/dom.ts';
import { speciesPicture } from './species-art.ts';

/** Pixels from the scene's upper left corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Swimmer {
  readonly pass: FishPass;
  readonly element: HTMLElement;
  readonly body: HTMLElement;
}

/** The animals of a sea as elements moved by the compositor; positions are computed, never measured. */
export interface Swimmers {
  readonly element: HTMLElement;
  /** Shows another sea. `elapsed`: milliseconds since it was opened. */
  enter(seed: string, elapsed: () => number): void;
  /** Adds animals that enter and removes those that have left. */
  tick(): void;
  /** Marks animals as caught and removes those without a running capture. */
  caught(fish: Iterable<number>): void;
  hold(fish: number, on: boolean): void;
  find(fish: number): Swimmer | undefined;
  all(): Iterable<Swimmer>;
  /** The centre of an animal now or after a delay, clamped to the scene. */
  placeOf(swimmer: Swimmer, inMs?: number): Place;
  /** Milliseconds until it leaves. */
  left(swimmer: Swimmer): number;
  still(on: boolean): void;
  resize(width: number, height: number): void;
}

const PICTURE_RATIO = 140 / 108;
/** As in the style sheet: the smallest height of an animal, in pixels. */
const SMALLEST = 40;

export function createSwimmers(variant: FishVariant): Swimmers {
  const element = h('div', { class: 'shoal' });
  const shown = new Map<number, Swimmer>();
  const held = new Set<number>();
  let gone = new Set<number>();
  let seed = '';
  let elapsed = () => 0;
  let isStill = false;
  let width = 0;
  let height = 0;

  function remove(swimmer: Swimmer): void {
    swimmer.element.remove();
    shown.delete(swimmer.pass.fish);
  }
  /** Aligns the animation to the time of the sea: by default it would start at the next frame. */
  function anchor(swimmer: Swimmer): void {
    for (const motion of swimmer.element.getAnimations())
      if (motion instanceof CSSAnimation && motion.animationName === 'swim')
        motion.startTime = performance.now() - (elapsed() - swimmer.pass.entersAt);
  }
  function tick(): void {
    const now = elapsed();
    const passes = new Map(shoalAt(variant, seed, now).map((pass) => [pass.fish, pass]));
    for (const swimmer of [...shown.values()]) {
      const { fish } = swimmer.pass;
      if ((!passes.has(fish) || gone.has(fish)) && !held.has(fish)) remove(swimmer);
    }
    const fresh = [...passes.values()].filter(({ fish }) => !shown.has(fish) && !gone.has(fish)).map(swimmerOf);
    for (const swimmer of fresh) shown.set(swimmer.pass.fish, swimmer);
    element.append(...fresh.map((swimmer) => swimmer.element));
    if (!isStill) fresh.forEach(anchor);
  }

  return {
    element,
    tick,
    enter(next, since) {
      seed = next;
      elapsed = since;
      gone = new Set();
      held.clear();
      for (const swimmer of [...shown.values()]) remove(swimmer);
      tick();
    },
    caught(fish) {
      for (const one of fish) gone.add(one);
      tick();
    },
    hold(fish, on) {
      if (on) held.add(fish);
      else held.delete(fish);
    },
    find: (fish) => shown.get(fish),
    all: () => shown.values(),
    left: ({ pass }) => pass.leavesAt - elapsed(),
    placeOf({ pass }, inMs = 0) {
      const size = Math.max(SMALLEST, pass.size * height);
      const wide = size * PICTURE_RATIO;
      const way = (elapsed() + inMs - pass.entersAt) / (pass.leavesAt - pass.entersAt);
      const x = isStill ? (pass.place / 100) * width : (pass.toRight ? way : 1 - way) * (width + wide) - wide / 2;
      return { x: within(x, width), y: within((pass.depth / 100) * height + size / 2, height * 0.9) };
    },
    still(on) {
      isStill = on;
      element.classList.toggle('still', on);
      if (!on) [...shown.values()].forEach(anchor);
    },
    resize(wide, high) {
      width = wide;
      height = high;
    },
  };
}

function within(value: number, size: number): number {
  return Math.min(size * 0.95, Math.max(size * 0.05, value));
}

function swimmerOf(pass: FishPass): Swimmer {
  const { species, toRight, depth, place, size, entersAt, leavesAt, fish } = pass;
  const body = h('div', { class: 'swim-body' }, speciesPicture(species));
  const element = h('div', { class: toRight ? 'swimmer to-right' : 'swimmer', 'data-species': species, 'data-fish': fish }, body);
  setVariables(element, { depth, place, size, seconds: (leavesAt - entersAt) / 1_000 });
  return { pass, element, body };
}
