import type { LobbyView } from '../../../shared/games/rooms/protocol.ts';
import { button, h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { isOpenLevel } from './open-level.ts';
import { houseTerms } from './terms.ts';

export interface RoomLobby {
  readonly element: HTMLElement;
  show(view: LobbyView, trial: boolean): void;
  lock(locked: boolean): void;
}

/** Stakes to choose from, each with its current players. */
export function createRoomLobby(game: GameContext, sit: (level: string) => void, practise: () => void): RoomLobby {
  const { t } = game;
  const list = h('ul', { class: 'room-levels' });
  const terms = h('p', { class: 'room-terms' });
  const note = h('p', { class: 'room-note' });
  const practiceTitle = h('b', {});
  const practice = h(
    'div',
    { class: 'room-practice', hidden: true },
    h('span', { class: 'room-about' }, practiceTitle, h('span', { class: 'room-here' }, t('studio.room_practice_text'))),
    button(t('studio.room_practice'), { class: 'button' }, practise),
  );
  let locked = true;
  const element = h(
    'section',
    { class: 'room-lobby', 'aria-labelledby': 'room-lobby-title' },
    h('h2', { id: 'room-lobby-title' }, t('studio.room_lobby')),
    terms,
    list,
    practice,
    note,
  );

  function item(view: LobbyView, { level, stake, players, bots, waiting, tables }: LobbyView['levels'][number]): HTMLElement {
    const name = t(`studio.room_level_${level}`);
    const amount = game.money(stake);
    const isOpen = isOpenLevel(view, { stake });
    const seat = button(
      t('studio.room_sit'),
      { class: 'button main', 'data-level': level, 'aria-label': t('studio.room_sit_at', { name, amount }), disabled: locked },
      () => sit(level),
    );
    const here = players === 0 ? t('studio.room_nobody') : t('studio.room_here', { players, waiting });
    return h(
      'li',
      { class: isOpen ? (players > 0 ? 'room-level busy' : 'room-level') : 'room-level above' },
      h('span', { class: 'room-stake' }, h('b', { class: 'amount' }, amount), h('span', {}, t('studio.room_a_hand'))),
      h(
        'span',
        { class: 'room-about' },
        h('b', {}, name),
        isOpen
          ? h('span', { class: 'room-here' }, here)
          : h('span', { class: 'room-above' }, t('studio.room_level_above', { site: game.money(view.siteMaxStake ?? '') })),
        isOpen && tables > 0 && h('span', { class: 'room-here' }, t('studio.room_tables', { tables })),
        isOpen && bots > 0 && h('span', { class: 'room-here' }, t('studio.room_bots_here', { bots })),
      ),
      isOpen && seat,
    );
  }

  return {
    element,
    show(view, trial) {
      const focused = (document.activeElement as HTMLElement | null)?.dataset.level;
      list.replaceChildren(...view.levels.map((one) => item(view, one)));
      setText(terms, t('studio.room_lobby_text', houseTerms(game)));
      // In trial play the tables have bots.
      practice.hidden = trial;
      const isEmpty = view.levels.every(({ players }) => players === 0);
      setText(practiceTitle, t(isEmpty ? 'studio.room_practice_alone' : 'studio.room_practice_first'));
      note.textContent = t(trial ? 'studio.room_note_trial' : 'studio.room_note');
      if (focused) list.querySelector<HTMLElement>(`[data-level="${focused}"]`)?.focus();
    },
    lock(on) {
      locked = on;
      for (const one of element.querySelectorAll('button')) one.disabled = on;
    },
  };
}
