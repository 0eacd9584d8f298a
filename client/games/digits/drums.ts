import { h, prefersReducedMotion } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';

const FIRST_MS = 520;
const NEXT_MS = 260;
const TURNS = 2;

export interface Drums {
  readonly element: HTMLElement;
  /** Spins until it is stopped. */
  spin(): void;
  /** Stops at the drawn digits, one drum after the other. */
  stop(drawn: string): Promise<void>;
  /** Stops at the previous digits. */
  rest(): void;
  /** Highlights the digits of the bet, by position. */
  light(places: readonly number[]): void;
}

/** One drum for each digit of a draw, each with a strip of digits behind a window. */
export function createDrums(count: number, { sound }: Pick<GameContext, 'sound'>): Drums {
  let shown = '0'.repeat(count);
  const strips = Array.from({ length: count }, () => h('div', { class: 'strip' }, ...stripOf('0')));
  const windows = strips.map((strip) => h('div', { class: 'drum' }, strip));
  const element = h('div', { class: `drums drums-${count}` }, h('div', { class: 'drum-frame', 'aria-hidden': 'true' }, ...windows));

  async function stopDrum(index: number, digit: string): Promise<void> {
    const strip = strips[index];
    if (!strip) return;
    strip.classList.remove('turning');
    strip.replaceChildren(...stripOf(digit));
    if (prefersReducedMotion()) return;
    const lines = strip.children.length - 1;
    await strip.animate([{ transform: `translateY(${(-lines / (lines + 1)) * 100}%)` }, { transform: 'translateY(0)' }], {
      duration: FIRST_MS + index * NEXT_MS,
      easing: 'cubic-bezier(.15, .75, .3, 1)',
    }).finished;
    sound.tick();
  }

  return {
    element,
    spin() {
      this.light([]);
      for (const strip of strips) strip.classList.add('turning');
    },
    async stop(drawn) {
      shown = drawn;
      await Promise.all([...drawn].map((digit, index) => stopDrum(index, digit)));
    },
    rest() {
      for (const [index, strip] of strips.entries()) {
        strip.classList.remove('turning');
        strip.replaceChildren(...stripOf(shown[index] ?? '0'));
      }
    },
    light(places) {
      for (const [index, window] of windows.entries()) window.classList.toggle('lit', places.includes(index));
    },
  };
}

/** The digit on top and two turns of the drum below it. */
function stripOf(digit: string): readonly HTMLElement[] {
  return Array.from({ length: TURNS * 10 + 1 }, (_, step) => h('span', {}, String((Number(digit) + step) % 10)));
}
