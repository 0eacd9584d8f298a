import { HOUR_MS } from '../../../../shared/time.ts';
import { Refusal } from '../../base/refusal.ts';
import { createWindowedTries } from '../../base/windowed-tries.ts';

/** Additions per member, successful or not: many tries indicate a search for other members' numbers. */
export const additionTries = createWindowedTries({
  table: 'payout_account_try',
  max: 10,
  windowMs: 24 * HOUR_MS,
  refuse: (waitMs) => new Refusal('payout_account_too_many', { hours: Math.ceil(waitMs / HOUR_MS) }),
});

export const removeOldTries = additionTries.sweep;
