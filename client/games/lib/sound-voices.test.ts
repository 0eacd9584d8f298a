import { expect, test } from 'vitest';
import type { Engine, Variant } from '../../../shared/games/catalogue.ts';
import { voiceOf } from './sound-voices.ts';

const GAMES: readonly (readonly [Engine, Variant])[] = [
  ['slot', 'harbour'],
  ['roulette', 'european'],
  ['dice', 'classic'],
  ['keno', 'classic'],
  ['digits', 'four'],
  ['fish', 'reef'],
  ['duel', 'war'],
  ['table', 'baccarat'],
  ['table', 'sicbo'],
  ['table', 'wheel'],
  ['thirteen', 'tides'],
  ['crash', 'comet'],
  ['match', 'football'],
] as readonly (readonly [Engine, Variant])[];

test('every engine has different sounds for moves and wins', () => {
  const voices = GAMES.map(([engine, variant]) => voiceOf(engine, variant));
  const distinct = (of: (voice: (typeof voices)[number]) => unknown) => new Set(voices.map((voice) => JSON.stringify(of(voice)))).size;
  expect(distinct(({ click }) => click ?? null)).toBe(GAMES.length);
  expect(distinct(({ root, steps }) => [root, steps])).toBe(GAMES.length);
});
