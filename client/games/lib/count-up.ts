import { CENT } from '../../../shared/money/currency-steps.ts';
import { UNITS_PER_WHOLE, type Units } from '../../../shared/money/money.ts';

const PARTS = 10_000;
/** Amounts from here on are counted in whole units of the currency. */
const LARGE = UNITS_PER_WHOLE * 1_000n;

export interface Count {
  /** Resolves when the full amount is drawn. */
  readonly completed: Promise<void>;
  /** Draws the full amount at once. */
  finish(): void;
}

/**
 * Draws amounts that rise to the full amount. A timer ends it, not a frame: a hidden page draws no frames, and its round must
 * end too.
 */
export function countUp(to: Units, milliseconds: number, draw: (units: Units) => void): Count {
  let finish = () => {};
  const completed = new Promise<void>((resolve) => {
    const from = performance.now();
    let frame = requestAnimationFrame(function next(now) {
      draw(countAt(to, (now - from) / milliseconds));
      frame = requestAnimationFrame(next);
    });
    finish = () => {
      finish = () => {};
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      draw(to);
      resolve();
    };
    const timer = setTimeout(() => finish(), milliseconds);
  });
  return { completed, finish: () => finish() };
}

/** The amount after a share of the time, in whole cents: quick at first, slower towards the end. */
export function countAt(to: Units, share: number): Units {
  const eased = 1 - (1 - Math.min(1, Math.max(0, share))) ** 2;
  if (eased >= 1) return to;
  const units = (to * BigInt(Math.round(eased * PARTS))) / BigInt(PARTS);
  // An amount without cents rises without cents.
  return units - (units % (to % UNITS_PER_WHOLE === 0n && to >= LARGE ? UNITS_PER_WHOLE : CENT));
}
