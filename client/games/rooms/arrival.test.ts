import { expect, test } from 'vitest';
import type { RoomView } from '../../../shared/games/rooms/protocol.ts';
import { createArrival } from './arrival.ts';

const LEVELS = [{ level: 'bay', stake: '1.0000' }];
const seen = (kind: RoomView['kind'], siteMaxStake: string | null = null) =>
  ({ kind, ...(kind === 'lobby' ? { levels: LEVELS, siteMaxStake } : {}) }) as unknown as RoomView;

test.each([
  ['from the card of a room', '?ticket=t&room=CARDS.bay', ['lobby', 'table', 'lobby'], ['bay']],
  ['to a seat that is held already', '?room=CARDS.bay', ['table', 'lobby'], []],
  ['from anywhere else', '?ticket=t', ['lobby'], []],
  ['by a room that there is not', '?room=CARDS.constructor', ['lobby'], []],
] as const)('who comes %s sits down once, or not at all', (_name, query, kinds, expected) => {
  const levels: string[] = [];
  const arrive = createArrival(`https://games.example/studio/play/CARDS${query}`, (level) => void levels.push(level));
  for (const kind of kinds) arrive(seen(kind));
  expect(levels).toEqual(expected);
});

test.each([
  ['0.9999', []],
  ['1.0000', ['bay']],
])('with a highest stake of %s on the site a seat at 1.00 is taken: %j', (siteMaxStake, expected) => {
  const levels: string[] = [];
  createArrival('https://games.example/studio/play/CARDS?room=CARDS.bay', (level) => void levels.push(level))(seen('lobby', siteMaxStake));
  expect(levels).toEqual(expected);
});
