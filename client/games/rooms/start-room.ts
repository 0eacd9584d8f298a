import type { GamePageContext } from '../../../shared/games/page-context.ts';
import type { LobbyLevel, RoomView } from '../../../shared/games/rooms/protocol.ts';
import { translator } from '../../../shared/i18n/translate.ts';
import { createStudioApi } from '../lib/api.ts';
import { connect } from '../lib/connect.ts';
import { openDialog } from '../lib/dialog.ts';
import { button, h } from '../lib/dom.ts';
import { createFrame } from '../lib/frame.ts';
import { listenToKeys } from '../lib/game.ts';
import { fail, refuseStream } from '../lib/game-messages.ts';
import { createPlayState, money, showMessage, showPortalBalance } from '../lib/game-page.ts';
import { createShell } from '../lib/shell.ts';
import { createSound } from '../lib/sound.ts';
import { voiceOf } from '../lib/sound-voices.ts';
import { createServerClock } from '../match/match-clock.ts';
import { pageRoot, readContext } from '../page-context.ts';
import { createAnnouncer, type RoomPage } from './announcer.ts';
import { createArrival } from './arrival.ts';
import { callRoom, createPauseHandler } from './call-room.ts';
import { followRoom } from './follow-room.ts';
import { createNewcomers } from './newcomers.ts';
import { addRoomTools } from './room-tools.ts';
import { createRoomView } from './room-view.ts';
import { aliasName } from './seat-view.ts';

const TICK_MS = 500;

/** Starts the page of the card rooms: the lobby, a table, and hands that the player confirms. */
export function startRoom(): void {
  const root = pageRoot();
  const context = readContext<GamePageContext>(root);
  const t = translator(context.texts, context.languageTag);
  const shell = createShell(root, context, t, { win: t('studio.room_pot') });
  const sound = createSound(voiceOf(context.engine, context.variant));
  const state = createPlayState();
  const clock = createServerClock();
  const api = createStudioApi();
  const game = {
    context,
    t,
    sound,
    money: (amount: Parameters<typeof money>[1]) => money(state, amount),
    balance: () => state.balance,
    changed() {},
    play() {},
    showMessage: (text: string) => showMessage(shell, text),
  };
  const view = createRoomView(game, clock, {
    sit: (level) => sit(level),
    practised(on) {
      root.classList.toggle('practising', on);
      shell.setMessage('', false);
    },
    ready: (on) => void request(() => api.ready(on)),
    move(cards) {
      const { hand } = view.table() ?? {};
      if (hand) void request(() => api.move({ handId: hand.handId, step: hand.step, cards }));
    },
  });
  const page: RoomPage = {
    context,
    t,
    shell,
    sound,
    state,
    api,
    view,
    frame: createFrame(
      (type) => pauseHandler.handle(type),
      (units) => showPortalBalance(page, units),
    ),
  };
  const announce = createAnnouncer(page, root, clock.set);
  const newcomers = createNewcomers();
  const seen = (seenNow: RoomView) => {
    const { level, alias } = newcomers(seenNow);
    announce(seenNow);
    if (level) noteRoom(level);
    if (alias !== undefined) noteTable(alias);
    pauseHandler.update();
    arrive(seenNow);
  };
  const pauseHandler = createPauseHandler(page, seen);
  const request = (call: () => Promise<RoomView>) => callRoom(page, call, seen);
  const sit = (level: string) => void request(() => api.sit(level));
  const arrive = createArrival(document.URL, sit);

  function leave(): void {
    const table = view.table();
    if (view.isPractising()) view.endPractice();
    else if (!table) page.frame.send('leave');
    else if (!table.hand?.mine.length) void request(() => api.standUp());
    else confirmLeave();
  }

  /** Announces the first player of a level to a player who waits in the lobby or practises. */
  function noteRoom({ level, stake }: LobbyLevel): void {
    const text = t('studio.room_joined', { name: t(`studio.room_level_${level}`), amount: game.money(stake) });
    const dismiss = () => shell.notify(null);
    const goThere = () => {
      dismiss();
      view.endPractice();
      sit(level);
    };
    const actions = [
      { label: t('studio.room_joined_sit'), run: goThere },
      { label: t('studio.step_dismiss'), run: dismiss },
    ];
    shell.notify({ tone: 'info', blocking: false, title: t('studio.room_joined_title'), text, actions });
    sound.tick();
  }

  function noteTable(alias: number): void {
    showMessage(shell, t('studio.room_joined_table', { name: aliasName(alias, t) }));
    sound.tick();
  }

  function confirmLeave(): void {
    const dialog = openDialog(t('studio.room_leave'), t('studio.close'), [
      h('p', {}, t('studio.room_leave_text')),
      h(
        'div',
        { class: 'row room-leave' },
        button(t('studio.room_stay'), { class: 'button main' }, () => dialog.close()),
        button(t('studio.room_leave'), { class: 'button' }, () => {
          dialog.close();
          void request(() => api.standUp());
        }),
      ),
    ]);
  }

  shell.mount(view, 'cards');
  shell.action.remove();
  view.lock(true);
  addRoomTools(page, view, leave);
  listenToKeys(() => view.act());
  setInterval(() => view.tick(), TICK_MS);
  const follow = () =>
    void followRoom(api, {
      seen,
      lost(on) {
        root.classList.toggle('room-lost', on);
        if (on) showMessage(shell, t('studio.room_reconnecting'));
        else shell.setMessage('', false);
      },
      ended: (code) => (code === 'too_many_streams' ? refuseStream(page, follow) : fail(page, code, () => shell.notify(null), false)),
    });
  void connect(page).then(() => {
    if (state.session) follow();
  });
}
