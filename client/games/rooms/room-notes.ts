import type { LobbyLevel } from '../../../shared/games/rooms/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { openDialog } from '../lib/dialog.ts';
import { button, h } from '../lib/dom.ts';
import { money, showMessage } from '../lib/game-page.ts';
import type { RoomPage } from './announcer.ts';
import { aliasName } from './seat-view.ts';

/** Announces the first player of a level to a player who waits in the lobby or practises; `sit` takes a seat there. */
export function noteRoom({ shell, sound, state, t }: RoomPage, { level, stake }: LobbyLevel, sit: () => void): void {
  const text = t('studio.room_joined', { name: t(`studio.room_level_${level}`), amount: money(state, stake) });
  const dismiss = () => shell.notify(null);
  const goThere = () => {
    dismiss();
    sit();
  };
  const actions = [
    { label: t('studio.room_joined_sit'), run: goThere },
    { label: t('studio.step_dismiss'), run: dismiss },
  ];
  shell.notify({ tone: 'info', blocking: false, title: t('studio.room_joined_title'), text, actions });
  sound.tick();
}

/** Announces a player who has taken a seat at the player's table. */
export function noteTable({ shell, sound, t }: RoomPage, alias: number): void {
  showMessage(shell, t('studio.room_joined_table', { name: aliasName(alias, t) }));
  sound.tick();
}

/** Leaving during a hand needs a confirmation: the stake stays in the hand. */
export function confirmLeave(t: Translate, standUp: () => void): void {
  const dialog = openDialog(t('studio.room_leave'), t('studio.close'), [
    h('p', {}, t('studio.room_leave_text')),
    h(
      'div',
      { class: 'row room-leave' },
      button(t('studio.room_stay'), { class: 'button main' }, () => dialog.close()),
      button(t('studio.room_leave'), { class: 'button' }, () => {
        dialog.close();
        standUp();
      }),
    ),
  ]);
}
