import { expect, test } from 'vitest';
import type { PlayAnswer, PlayRequest } from '../../../shared/games/protocol.ts';
import { type Failure, failureOf, StudioFailure } from './api.ts';
import { createAttempt, leavesRoundOpen } from './attempt.ts';

const BET = { engine: 'slot', stake: '1.0000' } as const;
const ANSWER = { balance: '9.0000' } as PlayAnswer;

/** An API that fails with the given codes in turn and then succeeds. */
function failing(...codes: Failure[]) {
  const received: PlayRequest[] = [];
  const play = async (request: PlayRequest) => {
    received.push(request);
    const code = codes.shift();
    if (code) throw new StudioFailure(code);
    return ANSWER;
  };
  return { received, play };
}

test('a round with unknown outcome is requested again with the same key and bet', async () => {
  const api = failing('offline', 'wallet_unavailable');
  const pauses: number[] = [];
  const attempt = createAttempt(api, { bet: BET }, async (ms) => void pauses.push(ms));
  expect(await attempt.send()).toBe(ANSWER);
  expect(api.received).toEqual([1, 2, 3].map(() => ({ key: attempt.key, bet: BET })));
  expect(pauses).toEqual([400, 900]);
});

test('after the last pause the failure is thrown, and a later retry still uses the key', async () => {
  const api = failing('offline', 'offline', 'offline', 'offline');
  const attempt = createAttempt(api, { bet: BET }, async () => {});
  await expect(attempt.send()).rejects.toMatchObject({ code: 'offline' });
  expect(await attempt.send()).toBe(ANSWER);
  expect(new Set(api.received.map((request) => request.key)).size).toBe(1);
  expect(api.received).toHaveLength(5);
});

test('a rejection is thrown at once: no stake was taken', async () => {
  const api = failing('insufficient_funds');
  await expect(createAttempt(api, { bet: BET }, async () => {}).send()).rejects.toMatchObject({ code: 'insufficient_funds' });
  expect(api.received).toHaveLength(1);
});

test('each round has its own key', () => {
  const keys = Array.from({ length: 50 }, () => createAttempt(failing(), { bet: BET }).key);
  expect(new Set(keys).size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

test('only failures after which the stake may have been taken leave a round open', () => {
  expect((['offline', 'wallet_unavailable', 'round_pending'] as const).every(leavesRoundOpen)).toBe(true);
  expect((['insufficient_funds', 'session_expired', 'bet_invalid', 'too_many_requests'] as const).some(leavesRoundOpen)).toBe(false);
});

test('responses without a known code are mapped by their status', () => {
  expect(failureOf(402, { error: 'insufficient_funds' })).toBe('insufficient_funds');
  expect(failureOf(401, {})).toBe('session_expired');
  expect(failureOf(429, null)).toBe('too_many_requests');
  expect(failureOf(500, { error: 'what' })).toBe('offline');
  expect(failureOf(400, 'x')).toBe('bad_request');
});
