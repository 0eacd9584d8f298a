import type { TablePlayer } from '../../../shared/games/rooms/protocol.ts';
import { cardFace } from '../duel/card.ts';
import { h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';

export interface SeatView {
  readonly element: HTMLElement;
  show(player: TablePlayer | undefined, isAtTurn: boolean): void;
  /** Shows the time left for the turn; null hides it. */
  time(left: { readonly milliseconds: number; readonly of: number } | null): void;
}

const HUES = [205, 30, 330, 150, 265, 75, 10, 225, 110, 290, 50, 180];

/** Alias of a player at the table: every sitting has a new one, so that it does not identify the player. */
export function aliasName(alias: number, t: GameContext['t']): string {
  return t(`studio.room_alias_${alias}`);
}

/** A seat at the table: its player, the known part of the hand, and the time left. */
export function createSeatView({ t }: Pick<GameContext, 't'>): SeatView {
  const badge = h('span', { class: 'room-avatar', 'aria-hidden': 'true' });
  const name = h('b', { class: 'room-name' });
  const bot = h('span', { class: 'room-tag room-bot', hidden: true }, t('studio.room_bot'));
  const state = h('span', { class: 'room-state' });
  const count = h('span', { class: 'room-count' });
  const back = h('span', { class: 'room-back', 'aria-hidden': 'true' }, cardFace(undefined));
  const bar = h('span', { class: 'room-time', 'aria-hidden': 'true', hidden: true });
  const cards = h('span', { class: 'room-cards' }, back, count);
  const element = h(
    'li',
    { class: 'room-seat' },
    badge,
    h('span', { class: 'room-who' }, h('span', { class: 'room-names' }, name, bot), state),
    cards,
    bar,
  );

  return {
    element,
    show(player, isAtTurn) {
      element.classList.toggle('empty', player === undefined);
      element.classList.toggle('at-turn', isAtTurn);
      element.classList.toggle('you', player?.you === true);
      element.classList.toggle('passed', player?.passed === true);
      if (isAtTurn) element.setAttribute('aria-current', 'true');
      else element.removeAttribute('aria-current');
      const called = player ? (player.you ? t('studio.room_you') : aliasName(player.alias, t)) : t('studio.room_free');
      setText(name, called);
      setText(badge, player ? ([...aliasName(player.alias, t)][0] ?? '') : '+');
      badge.style.setProperty('--seat-hue', String(HUES[(player?.alias ?? 0) % HUES.length]));
      bot.hidden = player?.bot !== true;
      setText(state, player ? stateText(player) : '');
      cards.hidden = !player || player.cards === null || player.you;
      setText(count, String(player?.cards ?? ''));
      cards.setAttribute('aria-label', t('studio.room_cards', { count: player?.cards ?? 0 }));
      cards.setAttribute('role', 'img');
    },
    time(left) {
      bar.hidden = left === null;
      for (const animation of bar.getAnimations()) animation.cancel();
      if (!left) return;
      const from = Math.max(0, Math.min(1, left.milliseconds / left.of));
      bar.animate([{ transform: `scaleX(${from})` }, { transform: 'scaleX(0)' }], {
        duration: Math.max(1, left.milliseconds),
        fill: 'forwards',
      });
    },
  };

  function stateText(player: TablePlayer): string {
    if (player.leaving) return t('studio.room_leaving');
    if (player.away) return t('studio.room_away');
    if (player.passed) return t('studio.room_passed');
    if (player.cards === null) return player.ready ? t('studio.room_is_ready') : t('studio.room_not_ready');
    return '';
  }
}
