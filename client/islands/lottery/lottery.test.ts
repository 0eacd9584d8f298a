import { expect, test } from 'vitest';
import { clockText } from '../../../shared/time.ts';
import { clockOffset, urgencyOf } from '../games/countdown.ts';
import { crossedMark } from './countdown.tsx';
import { gamesOfLobby, type LotteryGameView, type LotteryPath } from './lottery-view.ts';
import { nextPollDelay } from './next-poll-delay.ts';
import { keepNewer, type PushedDraw, withNewest, withPushed } from './pushed-draws.ts';
import { withText } from './use-lottery.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString();
const game = (closes: number, draws: number) => ({
  maintenance: false,
  current: { issue: '1', closesAt: at(closes), drawsAt: at(draws), closesText: '' },
});
const idle = { maintenance: false, current: null };

test.each([
  ['nothing on sale', [idle], 60],
  ['the next issue closes', [game(90, 100), game(30, 40), idle], 31],
  ['closed and not drawn yet', [game(-5, 3), game(300, 310)], 4],
  ['a draw is due', [game(-10, -1), game(300, 310)], 4],
  ['a draw is due, another issue closes before the next refresh', [game(-10, -1), game(1, 9)], 2],
  ['all are due', [game(-10, -1)], 4],
  ['far away', [game(36_000, 36_010)], 600],
])('%s', (_, games, seconds) => {
  expect(nextPollDelay(games, NOW) / 1000).toBe(seconds);
});

test.each([
  [61, 'calm', '1:01'],
  [60, 'soon', '1:00'],
  [11, 'soon', '0:11'],
  [10, 'last', '0:10'],
  [0, 'over', '0:00'],
  [183_725, 'calm', '51:02:05'],
])('%i seconds are %s and shown as %s', (seconds, urgency, text) => {
  expect([urgencyOf(seconds), clockText(seconds)]).toEqual([urgency, text]);
});

test.each([
  [null, 59, undefined],
  [62, 61, undefined],
  [61, 60, 60],
  [60, 59, undefined],
  [11, 9, 10],
  [70, 8, 10],
  [2, 0, 0],
  [0, 0, undefined],
  [0, 300, undefined],
])('from %s to %i seconds the mark %s is announced', (before, left, mark) => {
  expect(crossedMark(before, left)).toBe(mark);
});

test('a device whose clock is an hour slow shows the same countdown', () => {
  const slow = NOW - 3_600_000;
  expect(clockOffset(at(0), slow - 200, slow + 200)).toBe(3_600_000);
});

test.each([
  ['Asia/Bangkok', '01-01 07:00:05'],
  ['America/New_York', '12-31 19:00:05'],
])('a draw that arrives later shows its time in the zone of the market: %s', (zone, text) => {
  const draw = { issue: '2', numbers: [], drawnAt: at(5), verifyUrl: '' };
  expect(withText(draw, [], zone).drawnText).toBe(text);
  const shown = { ...draw, drawnText: 'as sent' };
  expect(withText(draw, [shown], zone).drawnText).toBe('as sent');
});

test('a lobby lists the games of its area that have draws, and one without if the address names it', () => {
  const lotteries = [
    { code: 'RACE', issueSeconds: 180, lottoArea: 'LOTT' },
    { code: 'INSTANT', issueSeconds: 0, lottoArea: 'LOTT' },
    { code: 'FOUR', issueSeconds: 300, lottoArea: 'SEA' },
  ] as const;
  const codes = (path: LotteryPath, gameCode: string | null) => gamesOfLobby(lotteries, path, gameCode).map(({ code }) => code);
  expect(codes('/lottery', null)).toEqual(['RACE', 'FOUR']);
  expect(codes('/lottery', 'INSTANT')).toEqual(['RACE', 'INSTANT', 'FOUR']);
  expect(codes('/seaLottery', null)).toEqual(['FOUR']);
  expect(gamesOfLobby(lotteries.slice(1, 2), '/lottery', null)).toHaveLength(1);
});

const LATEST = { gameCode: 'FOUR', issue: '202606010010', numbers: ['1'], drawnAt: at(-300), verifyUrl: null };
const lobbyGame = (code: string, latest: typeof LATEST | null): LotteryGameView => ({
  code,
  gameName: code,
  showIcon: '',
  issueSeconds: 300,
  maintenance: false,
  latest,
  current: null,
});
const pushedDraw = (nr: number, numbers: readonly string[] | null): PushedDraw => ({
  drawId: `FOUR-2026060100${nr}`,
  issue: `2026060100${nr}`,
  opensAt: at((nr - 13) * 300),
  closesAt: at((nr - 12) * 300 - 10),
  drawsAt: at((nr - 12) * 300),
  numbers,
  verifyUrl: '/studio/verify',
});

test('pushed draws replace issue and result of their game only', () => {
  const games = [lobbyGame('FOUR', LATEST), lobbyGame('TWO', null)];
  const answer = {
    now: at(-5),
    open: [pushedDraw(12, null), pushedDraw(13, null)],
    results: [pushedDraw(11, ['2']), pushedDraw(10, ['1'])],
  };
  const [four, two] = withPushed(games, answer);
  // The issue that is closed and not drawn yet is not on sale any more.
  expect(four?.current).toEqual({ issue: '202606010013', closesAt: at(290), drawsAt: at(300), closesText: '' });
  expect(four?.latest).toMatchObject({ gameCode: 'FOUR', issue: '202606010011', numbers: ['2'] });
  expect(two).toBe(games[1]);
});

test('a result that was pushed is not replaced by an older answer, and stands in the history', () => {
  const newer = { ...LATEST, issue: '202606010011' };
  expect(keepNewer([lobbyGame('FOUR', LATEST)], [lobbyGame('FOUR', newer)])[0]?.latest).toBe(newer);
  expect(keepNewer([lobbyGame('FOUR', newer)], [lobbyGame('FOUR', LATEST)])[0]?.latest).toBe(newer);
  expect(withNewest([LATEST], newer)).toEqual([newer, LATEST]);
  expect(withNewest([newer, LATEST], newer)).toEqual([newer, LATEST]);
  expect(withNewest([LATEST], null)).toEqual([LATEST]);
});
