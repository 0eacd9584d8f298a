import { expect, test } from 'vitest';
import type { LotteryGame } from '../../../../shared/api/schedule/schemas.ts';
import { bettingHref, chosenGame } from './lottery-page.tsx';

const game = (code: string, defaultPlayType: string, maintenance = false) => ({ code, defaultPlayType, maintenance }) as LotteryGame;
const games = [game('A', 'straight', true), game('B', 'sum'), game('C', 'straight')];
const chosen = (query: string) => chosenGame(games, new URLSearchParams(query))?.code;

test('a lottery is chosen by its code, else by the way it is played, else the first open one', () => {
  expect(chosen('gameCode=A&playType=sum')).toBe('A');
  expect(chosen('playType=straight')).toBe('C');
  expect(chosen('gameCode=NONE&playType=sum')).toBe('B');
  expect(chosen('playType=unknown')).toBe('B');
  expect(chosen('')).toBe('B');
  const withDraws = [game('X', 'sum'), game('TCG_SEA_SEA_TWO', 'DIGITS_2', true), game('TCG_SEA_SEA_FOUR', 'DIGITS_4')];
  expect(chosenGame(withDraws, new URLSearchParams('playType=straight'))?.code).toBe('TCG_SEA_SEA_FOUR');
  expect(chosenGame([], new URLSearchParams('gameCode=A'))).toBeUndefined();
});

test('view=betting opens the page of the game, whose exit leads to an address of this site only', () => {
  const href = (query: string) => bettingHref('/seaLottery', new URLSearchParams(query));
  expect(href('gameCode=A')).toBeUndefined();
  expect(href('view=betting')).toBeUndefined();
  expect(href('gameCode=A&view=lobby')).toBeUndefined();
  expect(href('gameCode=A&view=betting&playType=box')).toBe('/game?gameId=A&play=1&from=%2FseaLottery%3FgameCode%3DA&playType=box');
  expect(href('gameCode=A&view=betting&backUrl=/elott?page=2')).toBe('/game?gameId=A&play=1&from=%2Felott%3Fpage%3D2');
  expect(href('gameCode=A&view=betting&backUrl=//other.example')).toBe('/game?gameId=A&play=1&from=%2FseaLottery%3FgameCode%3DA');
});
