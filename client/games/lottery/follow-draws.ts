import type { LotteryChase, LotteryDrawsAnswer, LotteryDrawView, LotteryTicket } from '../../../shared/games/lottery/protocol.ts';
import { codeOf } from '../lib/api.ts';
import { fail, refuseStream } from '../lib/game-messages.ts';
import { money, showBalance, showMessage } from '../lib/game-page.ts';
import { MESSAGE_MS } from '../lib/shell.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { ServerClock } from '../match/match-clock.ts';
import { createFollower } from '../table/follow-stream.ts';
import { chaseEndText, isRunning, wasStopped } from './chase-list.ts';
import type { LotteryPage } from './place-ticket.ts';
import { isAwaited } from './ticket-list.ts';
import { createTicketPages } from './ticket-pages.ts';

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
  const { api, view, context, state } = page;
  let last: LotteryDrawsAnswer | undefined;
  const pages = createTicketPages(api.lotteryTickets);
  let chases: readonly LotteryChase[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;
  let isLoading = false;
  const warnOfClose = closeWarning(page, clock);
  const refreshSoon = together(() => void refreshTickets());

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
    if (isNew || pages.tickets.some(isAwaited) || chases.some(isRunning)) await refreshTickets();
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

  async function refreshTickets(): Promise<void> {
    if (!state.session) return;
    const open = new Set(pages.tickets.filter(isAwaited).map(({ ticketId }) => ticketId));
    const answer = await pages.refresh().catch(() => undefined);
    if (!answer) return;
    if (answer.balance !== null && !state.busy) showBalance(page, unitsOf(answer.balance));
    const ended = pages.tickets.filter((ticket) => !isAwaited(ticket) && ticket.status !== 'cancelled' && open.has(ticket.ticketId));
    const ran = new Set(chases.filter(isRunning).map(({ chaseId }) => chaseId));
    const stopped = answer.chases.filter((chase) => wasStopped(chase) && ran.has(chase.chaseId));
    chases = answer.chases;
    showTickets();
    announceEnded(page, ended);
    announceStopped(page, stopped);
  }

  function showTickets(): void {
    view.showTickets({ tickets: pages.tickets, chases, hasMore: pages.hasMore });
  }

  async function loadMore(): Promise<void> {
    try {
      await pages.loadMore();
    } catch (error) {
      fail(page, codeOf(error), () => page.shell.notify(null), false);
    }
    showTickets();
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
      void refreshTickets();
    },
    refreshTickets,
    loadMore,
  };
}

const WARNING_MS = 10_000;
const CLOSE_PULSE = [60];
const RESULT_PULSE = [40, 60, 40];
const WIN_PULSE = [120, 60, 120, 60, 240];

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

function announceEnded({ shell, sound, frame, state, t }: LotteryPage, ended: readonly LotteryTicket[]): void {
  if (ended.length === 0) return;
  const won = ended.filter(({ status }) => status === 'won');
  const sorted = [...won, ...ended.filter(({ status }) => status !== 'won')];
  const lines = sorted.map((ticket) => {
    const amounts = { issue: ticket.draw.issue, amount: money(state, ticket.payout), stake: money(state, ticket.cost) };
    return t(`studio.lotto_ended_${ticket.status}`, amounts);
  });
  shell.setMessage(lines[0] ?? '', won.length > 0, MESSAGE_MS);
  shell.announce(lines.join(' '));
  if (won.length > 0) sound.win();
  sound.vibrate(won.length > 0 ? WIN_PULSE : RESULT_PULSE);
  frame.send('balance-changed');
}

/** A chase that a limit, a break or an empty balance has ended: the player did not end it and must know. */
function announceStopped(page: LotteryPage, stopped: readonly LotteryChase[]): void {
  const [first] = stopped;
  if (!first) return;
  const { shell, t } = page;
  shell.notify({
    tone: 'info',
    blocking: false,
    title: t('studio.lotto_chase_stopped'),
    text: chaseEndText(first, page),
    actions: [{ label: t('studio.step_dismiss'), run: () => shell.notify(null) }],
  });
}
