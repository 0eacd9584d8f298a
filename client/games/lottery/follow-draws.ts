import type { LotteryDrawsAnswer, LotteryDrawView } from '../../../shared/games/lottery/protocol.ts';
import { refuseStream } from '../lib/game-messages.ts';
import { showMessage } from '../lib/game-page.ts';
import type { ServerClock } from '../match/match-clock.ts';
import { createFollower } from '../table/follow-stream.ts';
import { followTickets } from './follow-tickets.ts';
import type { LotteryPage } from './place-ticket.ts';

export interface DrawFollower {
  readonly last: LotteryDrawsAnswer | undefined;
  start(): void;
  /** Called with a session: requests the player's tickets and follows them on the stream. */
  enter(): void;
  /** Requests the player's tickets and announces those that have ended since. */
  refreshTickets(): Promise<void>;
  /** Adds older tickets to the list. */
  loadMore(): Promise<void>;
}

const TICK_MS = 500;
/** Without news from the stream the draws are requested after this time, and earlier while a result is due. */
const RELOAD_MS = 60_000;
const DUE_MS = 5_000;
/** A draw ends many tickets of a player at once: their list is requested once for all of them. */
const TOGETHER_MS = 250;

/** Updates draws and tickets from one stream, and by requests while it is broken. The clock of the server decides the countdown. */
export function followDraws(page: LotteryPage, clock: ServerClock): DrawFollower {
  const { api, view, context } = page;
  let last: LotteryDrawsAnswer | undefined;
  const tickets = followTickets(page);
  let loadedAt = Number.NEGATIVE_INFINITY;
  let isLoading = false;
  const warnOfClose = closeWarning(page, clock);
  const refreshSoon = together(() => void tickets.refresh());

  const feed = createFollower({
    open: (signal) => api.lotteryStream(context.gameId, signal),
    poll: reload,
    lost: (on) => showMessage(page.shell, on ? page.t('studio.connection_lost') : ''),
    full: () => refuseStream(page, feed.restart),
    dispatch(name, data) {
      if (name === 'draws') void showDraws(data as LotteryDrawsAnswer);
      if (name === 'tickets') refreshSoon();
    },
  });

  async function showDraws(answer: LotteryDrawsAnswer): Promise<void> {
    loadedAt = performance.now();
    clock.set(answer.now);
    const before = last?.results[0]?.drawId;
    last = answer;
    view.showDraws(answer);
    const isNew = answer.results[0]?.drawId !== before;
    if (isNew && before !== undefined) page.sound.tick();
    if (isNew || tickets.isWaiting) await tickets.refresh();
  }

  async function reload(): Promise<void> {
    isLoading = true;
    loadedAt = performance.now();
    try {
      await showDraws(await api.lotteryDraws(context.gameId));
    } finally {
      isLoading = false;
    }
  }

  function tick(): void {
    view.tick();
    warnOfClose(last?.open ?? []);
    if (document.hidden || isLoading) return;
    const isDue = (last?.open ?? []).some(({ drawsAt }) => Date.parse(drawsAt) <= clock.now());
    if (performance.now() - loadedAt >= (isDue ? DUE_MS : RELOAD_MS)) void reload().catch(() => undefined);
  }

  return {
    get last() {
      return last;
    },
    start() {
      feed.start();
      setInterval(tick, TICK_MS);
    },
    enter() {
      feed.restart();
      void tickets.refresh();
    },
    refreshTickets: tickets.refresh,
    loadMore: tickets.loadMore,
  };
}

const WARNING_MS = 10_000;
const CLOSE_PULSE = [60];

/** Sounds once before the close of each draw that was open longer than that while the page was. */
function closeWarning({ sound }: LotteryPage, clock: ServerClock): (open: readonly LotteryDrawView[]) => void {
  const early = new Set<string>();
  return (open) => {
    for (const { drawId, opensAt, closesAt } of open) {
      const left = Date.parse(closesAt) - clock.now();
      if (Date.parse(opensAt) > clock.now() || left <= 0) continue;
      if (left > WARNING_MS) early.add(drawId);
      else if (early.delete(drawId)) {
        sound.warn();
        sound.vibrate(CLOSE_PULSE);
      }
    }
  };
}

/** Runs the task once for all calls within a moment. */
function together(task: () => void): () => void {
  let isPending = false;
  return () => {
    if (isPending) return;
    isPending = true;
    setTimeout(() => {
      isPending = false;
      task();
    }, TOGETHER_MS);
  };
}
