import type { SlotTable } from '../../../shared/games/slot/table.ts';
import { h, prefersReducedMotion, svg } from '../lib/dom.ts';
import type { Pace } from './pace.ts';

const TURN_MS = 2_800;
const TURNS = 4;

export interface Wheel {
  readonly element: HTMLElement;
  /** Appears, turns and stops on the segment. */
  turn(segment: number, pace: Pace): Promise<void>;
  hide(): void;
}

/** The wheel of prizes, in whole stakes, over the reels. The width of a segment is its probability, so it is not misleading. */
export function createWheel({ wheel }: SlotTable): Wheel | undefined {
  if (!wheel) return undefined;
  const whole = wheel.segments.reduce((sum, [, weight]) => sum + weight, 0);
  let from = 0;
  const middles: number[] = [];
  const parts = wheel.segments.flatMap(([stakes, weight], index) => {
    const [start, end] = [(from / whole) * 360, ((from + weight) / whole) * 360];
    from += weight;
    middles.push((start + end) / 2);
    // From the rim inwards, so that a narrow slice has room for its prize too.
    const label = svg('text', { class: 'wheel-label', transform: `rotate(${(start + end) / 2 - 90}) translate(92 0)` }, `×${stakes}`);
    return [svg('path', { d: slice(start, end), class: `wheel-part part-${index % 3}` }), label];
  });
  const disc = svg('g', { class: 'wheel-disc' }, ...parts, svg('circle', { r: 22, class: 'wheel-hub' }));
  const picture = svg('svg', { viewBox: '-108 -114 216 222', 'aria-hidden': 'true' }, svg('circle', { r: 104, class: 'wheel-rim' }), disc);
  picture.append(svg('path', { d: 'M-12-112H12L0-84Z', class: 'wheel-hand' }));
  const element = h('div', { class: 'prize-wheel', hidden: true }, picture);
  return {
    element,
    async turn(segment, pace) {
      element.hidden = false;
      const angle = -(middles[segment] ?? 0);
      disc.style.transform = `rotate(${angle}deg)`;
      if (prefersReducedMotion()) return;
      const turning = disc.animate([{ transform: `rotate(${angle - TURNS * 360}deg)` }, { transform: `rotate(${angle}deg)` }], {
        duration: TURN_MS,
        easing: 'cubic-bezier(.12, .7, .16, 1)',
      });
      await Promise.race([turning.finished, pace.wait(TURN_MS)]);
      turning.finish();
      await pace.wait(TURN_MS / 3);
    },
    hide() {
      element.hidden = true;
    },
  };
}

function slice(start: number, end: number): string {
  const at = (degrees: number) => {
    const angle = ((degrees - 90) * Math.PI) / 180;
    return `${(98 * Math.cos(angle)).toFixed(2)} ${(98 * Math.sin(angle)).toFixed(2)}`;
  };
  return `M0 0L${at(start)}A98 98 0 ${end - start > 180 ? 1 : 0} 1 ${at(end)}Z`;
}
