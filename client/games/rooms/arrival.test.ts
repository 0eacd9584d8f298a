import { expect, test } from 'vitest';
import type { RoomView } from '../../../shared/games/rooms/protocol.ts';
import { createArrival } from './arrival.ts';

const seen = (kind: RoomView['kind']) => ({ kind }) as RoomView;

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
