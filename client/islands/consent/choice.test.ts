import { expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/time.ts';
import { readChoice, saveChoice } from './choice.ts';

const storageWith = (value: string | null) => ({ getItem: () => value });
const closed = {
  getItem: () => {
    throw new Error('closed');
  },
  setItem: () => {
    throw new Error('closed');
  },
};

it.each([
  ['nothing yet', null, null],
  ['no JSON', '{', null],
  ['something else', '{"choice":"maybe","at":0}', null],
  ['a date in the future', JSON.stringify({ choice: 'granted', at: 400 * DAY_MS }), null],
  ['a consent', JSON.stringify({ choice: 'granted', at: 199 * DAY_MS }), 'granted'],
  ['a refusal', JSON.stringify({ choice: 'denied', at: 199 * DAY_MS }), 'denied'],
  ['a consent of long ago', JSON.stringify({ choice: 'granted', at: 10 * DAY_MS }), null],
])('finds %s', (_name, stored, choice) => {
  expect(readChoice(storageWith(stored), 200 * DAY_MS)).toBe(choice);
});

it('stores a choice, also on a device without storage', () => {
  const stored: string[] = [];
  expect(saveChoice('denied', { setItem: (_key, value) => void stored.push(value) }, 5)).toBe(true);
  expect(readChoice(storageWith(stored[0] ?? null), 6)).toBe('denied');
  expect([saveChoice('granted', closed), readChoice(closed)]).toEqual([false, null]);
});
