import type { RoomView } from '../../../shared/games/rooms/protocol.ts';
import { connect } from '../lib/connect.ts';
import { createFrame } from '../lib/frame.ts';
import { listenToKeys } from '../lib/game.ts';
import { fail, refuseStream } from '../lib/game-messages.ts';
import { showMessage, showPortalBalance } from '../lib/game-page.ts';
import { createPageParts, gameContextOf } from '../lib/page-parts.ts';
import { createServerClock } from '../match/match-clock.ts';
import { pageRoot } from '../page-context.ts';
import { createAnnouncer, type RoomPage } from './announcer.ts';
import { createArrival } from './arrival.ts';
import { callRoom, createPauseHandler } from './call-room.ts';
import { followRoom } from './follow-room.ts';
import { createNewcomers } from './newcomers.ts';
import { confirmLeave, noteRoom, noteTable } from './room-notes.ts';
import { addRoomTools } from './room-tools.ts';
import { createRoomView } from './room-view.ts';

const TICK_MS = 500;

/** Starts the page of the card rooms: the lobby, a table, and hands that the player confirms. */
export function startRoom(): void {
  const root = pageRoot();
  const parts = createPageParts(root, (t) => ({ win: t('studio.room_pot') }));
  const { t, shell, state, api } = parts;
  const clock = createServerClock();
  const view = createRoomView(gameContextOf(parts, { changed() {}, play() {} }), clock, {
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
    ...parts,
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
    if (level) noteRoom(page, level, () => sitAt(level.level));
    if (alias !== undefined) noteTable(page, alias);
    pauseHandler.update();
    arrive(seenNow);
  };
  const pauseHandler = createPauseHandler(page, seen);
  const request = (call: () => Promise<RoomView>) => callRoom(page, call, seen);
  const sit = (level: string) => void request(() => api.sit(level));
  const standUp = () => void request(() => api.standUp());
  const arrive = createArrival(document.URL, sit);
  const sitAt = (level: string) => {
    view.endPractice();
    sit(level);
  };

  function leave(): void {
    const table = view.table();
    if (view.isPractising()) view.endPractice();
    else if (!table) page.frame.send('leave');
    else if (!table.hand?.mine.length) standUp();
    else confirmLeave(t, standUp);
  }

  shell.mount(view, 'cards');
  shell.action.remove();
  view.lock(true);
  addRoomTools(page, view, leave);
  listenToKeys(() => view.act());
  setInterval(() => view.tick(), TICK_MS);
  const lost = (on: boolean) => {
    root.classList.toggle('room-lost', on);
    if (on) showMessage(shell, t('studio.room_reconnecting'));
    else shell.setMessage('', false);
  };
  const follow = () =>
    void followRoom(api, {
      seen,
      lost,
      ended: (code) => (code === 'too_many_streams' ? refuseStream(page, follow) : fail(page, code, () => shell.notify(null), false)),
    });
  void connect(page).then(() => {
    if (state.session) follow();
  });
}
