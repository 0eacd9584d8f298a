import { Refusal } from '../../base/refusal.ts';
import { createWindowedTries } from '../../base/windowed-tries.ts';

const MINUTE_MS = 60_000;

/** Wrong codes per member within the window. A correct code resets it. */
export const codeTries = createWindowedTries({
  table: 'factor_try',
  most: 5,
  windowMs: 15 * MINUTE_MS,
  refuse: (waitMs) => new Refusal('factor_locked', { minutes: Math.ceil(waitMs / MINUTE_MS) }),
});
