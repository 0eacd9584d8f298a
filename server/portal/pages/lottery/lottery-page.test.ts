import { expect, test } from 'vitest';
import type { LotteryGame } from '../../../../shared/api/schedule/schemas.ts';
import { chosenGame } from './lottery-page.tsx';

const game = (code: string, defaultPlayType: string, maintenance = false) => ({ code, defaultPlayType, maintenance }) as LotteryGame;
const games = [game('A', 'straight', true), game('B', 'sum'), game('C', 'straight')];
const chosen = (query: string) => chosenGame(games, new URLSearchParams(query))?.code;

test('a lottery is chosen by its code, else by the way it is played, else the first open one', () => {
  expect(chosen('gameCode=A&playType=sum')).toBe('A');
  expect(chosen('playType=straight')).toBe('C');
  expect(chosen('gameCode=NONE&playType=sum')).toBe('B');
  expect(chosen('playType=unknown')).toBe('B');
  expect(chosen('')).toBe('B');
  expect(chosenGame([], new URLSearchParams('gameCode=A'))).toBeUndefined();
});
