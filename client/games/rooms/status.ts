import type { TableView } from '../../../shared/games/rooms/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { cardName } from '../lib/card-name.ts';
import { aliasName } from './seat-view.ts';

/** What the table is waiting for, with the seconds left if there is a limit. */
export function statusText(view: TableView, now: number, t: Translate): string {
  const seconds = view.dueAt ? Math.max(0, Math.ceil((Date.parse(view.dueAt) - now) / 1_000)) : 0;
  if (view.state === 'staking') return t('studio.room_staking');
  if (view.state === 'waiting') return waitingText(view, seconds, t);
  const { hand } = view;
  if (!hand) return '';
  const left = view.dueAt ? ` · ${t('studio.room_seconds', { seconds })}` : '';
  if (hand.turn === view.seat) return `${turnText(view, t)}${left}`;
  const player = view.players.find(({ seat }) => seat === hand.turn);
  const text = t('studio.room_turn_of', { name: player ? aliasName(player.alias, t) : '' });
  return hand.mine.length === 0 ? `${text} ${t('studio.room_watch')}` : `${text}${left}`;
}

/** What the player at turn may do. */
export function turnText({ hand }: TableView, t: Translate): string {
  if (hand?.opening != null) return t('studio.room_turn_opening', { card: cardName(hand.opening, t) });
  return t(hand?.trick ? 'studio.room_turn_beat' : 'studio.room_turn_lead');
}

function waitingText(view: TableView, seconds: number, t: Translate): string {
  if (view.dueAt) return t('studio.room_begins', { seconds });
  if (view.players.length === 1) return t('studio.room_wait_alone');
  return t('studio.room_wait_ready', { ready: view.players.filter((player) => player.ready).length, players: view.players.length });
}
