import { expect, test } from 'vitest';
import type { LobbyView, TableView } from '../../../shared/games/rooms/protocol.ts';
import { createNewcomers } from './newcomers.ts';

const lobby = (players: readonly number[]): LobbyView => ({
  kind: 'lobby',
  now: '',
  last: null,
  siteMaxStake: null,
  levels: players.map((count, index) => ({ level: `level-${index}`, stake: '1.0000', players: count, bots: 0, waiting: count, tables: 0 })),
});
const seat = (place: number, alias: number, more: object = {}) => ({
  seat: place,
  alias,
  bot: false,
  you: false,
  ready: false,
  away: false,
  leaving: false,
  cards: null,
  passed: false,
  ...more,
});
const table = (players: readonly object[], nr = 1) => ({ kind: 'table', nr, players }) as unknown as TableView;

test('names an empty room when its first player sits down, and no room that had players', () => {
  const newcomers = createNewcomers();
  expect(newcomers(lobby([1, 0])).level).toBeUndefined();
  expect(newcomers(lobby([2, 0])).level).toBeUndefined();
  expect(newcomers(lobby([2, 1])).level?.level).toBe('level-1');
  expect(newcomers(lobby([2, 1])).level).toBeUndefined();
});

test('names new players at the own table, neither bots nor the player', () => {
  const newcomers = createNewcomers();
  expect(newcomers(table([seat(0, 3, { you: true })])).alias).toBeUndefined();
  expect(newcomers(table([seat(0, 3, { you: true }), seat(1, 5, { bot: true })])).alias).toBeUndefined();
  expect(newcomers(table([seat(0, 3, { you: true }), seat(2, 7)])).alias).toBe(7);
  expect(newcomers(table([seat(0, 3, { you: true }), seat(2, 7)])).alias).toBeUndefined();
});

test('does not name a room whose stake is above the highest stake of the site', () => {
  const newcomers = createNewcomers();
  const limited = (players: readonly number[]) => ({ ...lobby(players), siteMaxStake: '0.5000' });
  newcomers(limited([0]));
  expect(newcomers(limited([1])).level).toBeUndefined();
});
