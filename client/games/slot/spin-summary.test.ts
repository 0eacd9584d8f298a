import { expect, test } from 'vitest';
import type { StudioRound } from '../../../shared/games/protocol.ts';
import { freeSpinSummary } from './spin-summary.ts';

const words = { t: (key: string, values: object = {}) => `${key} ${JSON.stringify(values)}`, money: String };
const spin = (kind: string, ...payouts: string[]) => ({ kind, multiplier: 1, steps: [{ wins: payouts.map((payout) => ({ payout })) }] });
const roundOf = (payout: string, ...spins: object[]) => ({ stake: '1.0000', payout, outcome: { spins } }) as unknown as StudioRound;

test('the summary of free spins has their number, the multiple of the stake, rounded down, and the best spin', () => {
  const round = roundOf('5.5900', spin('base', '2.0000'), spin('free', '1.0000', '0.0900'), spin('free', '2.5000'), spin('free'));
  expect(freeSpinSummary(words, round)).toEqual({
    title: 'studio.free_over {"count":3}',
    lines: ['studio.times_stake {"multiplier":"5.5"}', 'studio.best_spin {"amount":"25000"}'],
  });
});

test('a round without free spins has no summary, and free spins without a win have no best spin', () => {
  expect(freeSpinSummary(words, roundOf('9.0000', spin('base', '9.0000')))).toBeUndefined();
  expect(freeSpinSummary(words, roundOf('0.0000', spin('base'), spin('free')))?.lines).toEqual(['studio.times_stake {"multiplier":"0"}']);
});
