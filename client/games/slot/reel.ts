import { h, prefersReducedMotion, svg } from '../lib/dom.ts';
import type { Film } from './film.ts';

const LOOP = 12;
const LOOP_MS = 380;
const FILL = 9;
const STOP_MS = 780;
const VANISH_MS = 260;
const FALL_MS = 360;

export interface Reel {
  readonly element: HTMLElement;
  /** The cells at rest, top to bottom. */
  readonly cells: readonly HTMLElement[];
  set(symbols: readonly string[]): void;
  spin(): void;
  /** Stops on the symbols; resolves when it has stopped. With reduced motion it shows them at once. */
  stop(symbols: readonly string[]): Promise<void>;
  /** Removes the cells of `removed` rows and drops those above; `symbols` is the reel afterwards. */
  fall(removed: ReadonlySet<number>, symbols: readonly string[]): Promise<void>;
}

/** One reel. A spin animates only the strip's transform, in units of cells, so it causes no layout. */
export function createReel(names: readonly string[], rows: number, film: Film, random: () => number = Math.random): Reel {
  const strip = h('div', { class: 'strip' });
  const element = h('div', { class: 'reel' }, strip);
  let resting: readonly string[] = names.slice(0, rows);
  let cells: HTMLElement[] = [];
  let loop: readonly string[] = [];
  let moving: Animation | undefined;

  /** The symbols that pass by do not affect the outcome: the page chooses them. */
  const filler = (count: number) => Array.from({ length: count }, () => names[Math.floor(random() * names.length)] ?? '');

  function set(symbols: readonly string[]): void {
    moving?.cancel();
    moving = undefined;
    resting = symbols;
    cells = symbols.map(cell);
    strip.replaceChildren(...cells);
  }
  function fill(symbols: readonly string[]): void {
    const picture = film.strip(symbols, element, rows);
    strip.replaceChildren(...(picture ? [picture] : symbols.map(cell)));
  }
  function spin(): void {
    if (prefersReducedMotion()) return;
    loop = [...resting, ...filler(LOOP - resting.length)];
    fill([...loop, ...loop.slice(0, rows + 1)]);
    const run = (timing: KeyframeAnimationOptions) => strip.animate([at(-LOOP), at(0)], timing);
    const start = run({ duration: LOOP_MS * 1.9, easing: 'cubic-bezier(.5, 0, .75, .5)', fill: 'forwards' });
    moving = start;
    start.onfinish = () => {
      if (moving !== start) return;
      moving = run({ duration: LOOP_MS, iterations: Number.POSITIVE_INFINITY });
      start.cancel();
    };
  }
  async function stop(symbols: readonly string[]): Promise<void> {
    const running = moving;
    if (!running) return set(symbols);
    const top = LOOP * (1 - progressOf(running));
    const first = Math.floor(top);
    const seen = Array.from({ length: rows + 1 }, (_, index) => loop[(first + index) % LOOP] ?? '');
    fill([...filler(1), ...symbols, ...filler(FILL), ...seen]);
    running.cancel();
    const from = -(1 + symbols.length + FILL + (top - first));
    const landing = strip.animate([at(from), at(-1)], { duration: STOP_MS, easing: 'cubic-bezier(.3, .6, .42, 1.05)', fill: 'forwards' });
    moving = landing;
    await landing.finished;
    set(symbols);
  }
  async function fall(removed: ReadonlySet<number>, symbols: readonly string[]): Promise<void> {
    if (removed.size === 0 || prefersReducedMotion()) return set(symbols);
    const leaving = cells.filter((_, row) => removed.has(row));
    await Promise.all(leaving.map((old) => old.animate(VANISH, { duration: VANISH_MS, easing: 'ease-in', fill: 'forwards' }).finished));
    const remaining = cells.flatMap((_, row) => (removed.has(row) ? [] : [row]));
    set(symbols);
    await Promise.all(
      cells.flatMap((fallen, row) => {
        const rowsFallen = row < removed.size ? removed.size : row - (remaining[row - removed.size] ?? row);
        if (rowsFallen === 0) return [];
        return fallen.animate([at(-rowsFallen), at(0)], { duration: FALL_MS, easing: 'cubic-bezier(.45, 0, .7, 1.15)' }).finished;
      }),
    );
  }
  set(resting);
  return {
    element,
    get cells() {
      return cells;
    },
    set,
    spin,
    stop,
    fall,
  };
}

const VANISH: Keyframe[] = [{ transform: 'scale(1)' }, { transform: 'scale(1.14)', offset: 0.35 }, { transform: 'scale(0)', opacity: 0 }];

function at(cells: number): Keyframe {
  return { transform: `translate3d(0, calc(var(--cell-height) * ${cells.toFixed(4)}), 0)` };
}

function progressOf(animation: Animation): number {
  return animation.effect?.getComputedTiming().progress ?? 0;
}

function cell(name: string): HTMLElement {
  return h('div', { class: `cell cell-${name}`, 'data-symbol': name }, symbol(name));
}

export function symbol(name: string): SVGSVGElement {
  return svg('svg', { class: 'symbol', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, svg('use', { href: `#s-${name}` }));
}
