import { expect, test } from 'vitest';
import { readRound, roundText } from './paste-form.ts';
import type { Evidence } from './recompute.ts';

const EVIDENCE: Evidence = {
  bet: { engine: 'dice', stake: '1.0000', over: true, target: 50 },
  outcome: { engine: 'dice', roll: 1, multiplier: '0.00' },
  payout: '0.0000',
  fairness: { serverSeed: 'a', serverSeedHash: 'b', clientSeed: 'c', nonce: 1 },
};

test('a copied round can be pasted', () => {
  const round = readRound(roundText('classic', EVIDENCE));
  expect(round?.variant).toBe('classic');
  expect(round?.evidence).toMatchObject(EVIDENCE);
});

test.each(['', '{', 'null', '[]', '1', '{"variant":"classic"}', '{"variant":"classic","payout":"1","bet":1,"outcome":{},"fairness":{}}'])(
  'text that is no round is rejected: %s',
  (text) => {
    expect(readRound(text)).toBeUndefined();
  },
);
