import { expect, test } from 'vitest';
import { clockText } from '../../../shared/time.ts';
import { clockOffset, urgencyOf } from '../games/countdown.ts';
import { crossedMark } from './countdown.tsx';
import { gamesOfLobby, type LotteryPath } from './lottery-view.ts';
import { nextPollDelay } from './next-poll-delay.ts';
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
])('a draw that arrives later shows its time in the zone of the site: %s', (zone, text) => {
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
