import type { RoomView, TableView } from '../../../shared/games/rooms/protocol.ts';
import { cardName } from '../lib/card-name.ts';
import { fail } from '../lib/game-messages.ts';
import { type GamePage, money, showBalance } from '../lib/game-page.ts';
import { unitsOf } from '../lib/stakes.ts';
import { resultText } from './result-view.ts';
import { inOrder, type RoomPageView } from './room-view.ts';
import { aliasName } from './seat-view.ts';
import { turnText } from './status.ts';

export type RoomPage = GamePage<RoomPageView>;

/** Shows a view and announces the changes since the previous one: moves, turns, the end of a hand. */
export function createAnnouncer(page: RoomPage, root: HTMLElement, setClock: (iso: string) => void): (view: RoomView) => void {
  const { shell, state, view: room, frame, t } = page;
  let before: TableView | undefined;
  let announced: string | undefined;
  let playing = '';
  let isFirst = true;

  return (view) => {
    if (view.kind === 'elsewhere') return;
    setClock(view.now);
    root.classList.toggle('in-lobby', view.kind === 'lobby');
    room.show(view, state.session?.trial ?? false);
    if (view.kind === 'table') {
      if (view.balance !== null) showBalance(page, unitsOf(view.balance));
      shell.setTotal(money(state, view.stake));
      shell.setWin(view.hand ? money(state, view.hand.pot) : '–', false);
      reportStart(view);
      announceMoves(view);
      if (view.notice !== null && view.notice !== before?.notice) fail(page, view.notice, () => shell.notify(null), false);
    }
    reportEnd(view);
    before = view.kind === 'table' ? view : undefined;
    isFirst = false;
  };

  function reportStart(view: TableView): void {
    const id = view.hand && view.hand.mine.length > 0 ? view.hand.handId : '';
    if (id === '' || id === playing) return;
    playing = id;
    shell.notify(null);
    shell.setMessage('', false);
    frame.send('round-started');
    frame.send('balance-changed');
  }

  function announceMoves(view: TableView): void {
    const { hand } = view;
    if (!hand || (before?.hand?.handId === hand.handId && before.hand.step === hand.step)) return;
    const isMyTurn = hand.turn === view.seat;
    const turn = isMyTurn ? ` ${t('studio.room_your_turn')} ${turnText(view, t)}` : '';
    shell.announce(`${moveText(view)}${turn}`);
    const wasLate = hand.lastMove?.auto && hand.lastMove.seat === view.seat;
    shell.setMessage(wasLate ? t('studio.room_timed_out') : '', false);
    if (isMyTurn) page.sound.tick();
  }

  function moveText({ hand, players }: TableView): string {
    const last = hand?.lastMove;
    if (!last) return '';
    const player = players.find(({ seat }) => seat === last.seat);
    const name = player?.you ? t('studio.room_you') : aliasName(player?.alias ?? 0, t);
    const cards = inOrder(last.cards).map((card) => cardName(card, t));
    const move = t(cards.length > 0 ? 'studio.room_played' : 'studio.room_passes', { name, cards: cards.join(', ') });
    return last.auto ? `${move} ${t('studio.room_auto')}` : move;
  }

  function reportEnd(view: Exclude<RoomView, { kind: 'elsewhere' }>): void {
    const { last } = view;
    if (!last || last.stake === null) return;
    const id = `${last.handId}/${last.paid}`;
    if (id === announced) return;
    const isNew = announced === undefined ? false : !announced.startsWith(last.handId);
    announced = id;
    if (playing === last.handId) frame.send('round-ended');
    frame.send('balance-changed');
    const text = resultText(last, view.kind === 'table' ? view.seat : null, { t, money: (amount) => money(state, amount) });
    const won = unitsOf(last.payout ?? '0.0000') > unitsOf(last.stake);
    if (isFirst) {
      const dismiss = { label: t('studio.step_dismiss'), run: () => shell.notify(null) };
      shell.notify({ tone: 'info', blocking: false, title: t('studio.recovered_title'), text, actions: [dismiss] });
      return;
    }
    shell.setMessage('', false);
    shell.announce(text);
    if (won && (isNew || playing === last.handId)) page.sound.win();
  }
}
