import { MINUTE_MS } from '../../../../shared/time.ts';
import { Refusal } from '../../base/refusal.ts';
import { createWindowedTries } from '../../base/windowed-tries.ts';

/** Wrong codes per member within the window. A correct code resets it. */
export const codeTries = createWindowedTries({
  table: 'factor_try',
  max: 5,
  windowMs: 15 * MINUTE_MS,
  refuse: (waitMs) => new Refusal('factor_locked', { minutes: Math.ceil(waitMs / MINUTE_MS) }),
});
