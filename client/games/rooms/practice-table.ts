import { randomHex } from '../../../shared/random-hex.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import type { ServerClock } from '../match/match-clock.ts';
import { statusText } from './status.ts';
import { createRoomTable, type RoomTable } from './table-view.ts';

/** A practice table: always marked as such, with points instead of money. */
export function createPracticeTable(game: GameContext, clock: ServerClock, changed: () => void): RoomTable {
  const { t } = game;
  const money = (amount: Parameters<GameContext['money']>[0]) => t('studio.room_points', { points: wholeOf(amount) });
  // Between hands the button label is sufficient.
  const status: typeof statusText = (view, now, translate) => (view.state === 'waiting' ? '' : statusText(view, now, translate));
  const table = createRoomTable({ ...game, money }, clock, changed, status);
  const banner = h(
    'p',
    { class: 'room-practice-banner', role: 'note' },
    h('b', {}, t('studio.room_practice')),
    ' ',
    t('studio.room_practice_note'),
  );
  const element = h('div', { class: 'room-practising' }, banner, table.element);
  return { ...table, element, show: (view) => table.show(view) };
}

function wholeOf(amount: string | bigint): string {
  return typeof amount === 'bigint' ? String(amount) : amount.replace(/\.\d*$/, '');
}

/** 64 hexadecimal digits. */
export function randomSeed(): string {
  return randomHex(32);
}
