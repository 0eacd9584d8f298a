import type { LotteryChase, LotteryDrawsAnswer, LotteryTicket } from '../../../shared/games/lottery/protocol.ts';
import { money, showBalance } from '../lib/game-page.ts';
import { MESSAGE_MS } from '../lib/shell.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { ServerClock } from '../match/match-clock.ts';
import { chaseEndText, isRunning, wasStopped } from './chase-list.ts';
import type { LotteryPage } from './place-ticket.ts';
import { isAwaited } from './ticket-list.ts';

export interface DrawFollower {
  readonly last: LotteryDrawsAnswer | undefined;
  start(): void;
  /** Requests the player's tickets and announces those that have ended since. */
  refreshTickets(): Promise<void>;
}

const TICK_MS = 500;
/** The list is reloaded at this interval, and more often while a result is due. */
const RELOAD_MS = 15_000;
const DUE_MS = 2_000;

/** Updates draws and tickets. The clock of the server decides the countdown. */
export function followDraws(page: LotteryPage, clock: ServerClock): DrawFollower {
  const { api, view, context, state } = page;
  let last: LotteryDrawsAnswer | undefined;
  let tickets: readonly LotteryTicket[] = [];
  let chases: readonly LotteryChase[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;
  let isLoading = false;

  async function reload(): Promise<void> {
    isLoading = true;
    loadedAt = performance.now();
    try {
      const answer = await api.lotteryDraws(context.gameId);
      clock.set(answer.now);
      const before = last?.results[0]?.drawId;
      last = answer;
      view.showDraws(answer);
      if (answer.results[0]?.drawId !== before || tickets.some(isAwaited) || chases.some(isRunning)) await refreshTickets();
    } catch {
      // The next interval repeats it.
    } finally {
      isLoading = false;
    }
  }

  async function refreshTickets(): Promise<void> {
    if (!state.session) return;
    const answer = await api.lotteryTickets().catch(() => undefined);
    if (!answer) return;
    if (answer.balance !== null && !state.busy) showBalance(page, unitsOf(answer.balance));
    const open = new Set(tickets.filter(isAwaited).map(({ ticketId }) => ticketId));
    const ended = answer.tickets.filter((ticket) => !isAwaited(ticket) && ticket.status !== 'cancelled' && open.has(ticket.ticketId));
    const ran = new Set(chases.filter(isRunning).map(({ chaseId }) => chaseId));
    const stopped = answer.chases.filter((chase) => wasStopped(chase) && ran.has(chase.chaseId));
    tickets = answer.tickets;
    chases = answer.chases;
    view.showTickets(answer);
    announceEnded(page, ended);
    announceStopped(page, stopped);
  }

  function tick(): void {
    view.tick();
    if (document.hidden || isLoading) return;
    const isDue = (last?.open ?? []).some(({ drawsAt }) => Date.parse(drawsAt) <= clock.now());
    if (performance.now() - loadedAt >= (isDue ? DUE_MS : RELOAD_MS)) void reload();
  }

  return {
    get last() {
      return last;
    },
    start() {
      void reload();
      setInterval(tick, TICK_MS);
    },
    refreshTickets,
  };
}

function announceEnded({ shell, sound, frame, state, t }: LotteryPage, ended: readonly LotteryTicket[]): void {
  if (ended.length === 0) return;
  const won = ended.filter(({ status }) => status === 'won');
  const sorted = [...won, ...ended.filter(({ status }) => status !== 'won')];
  const lines = sorted.map((ticket) => {
    const amounts = { issue: ticket.draw.issue, amount: money(state, ticket.payout), stake: money(state, ticket.cost) };
    return t(`studio.lotto_told_${ticket.status}`, amounts);
  });
  shell.setMessage(lines[0] ?? '', won.length > 0, MESSAGE_MS);
  shell.announce(lines.join(' '));
  if (won.length > 0) sound.win();
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
