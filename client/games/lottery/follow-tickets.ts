import type { LotteryChase, LotteryTicket } from '../../../shared/games/lottery/protocol.ts';
import { isAwaited } from '../../../shared/games/lottery/ticket-state.ts';
import { codeOf } from '../lib/api.ts';
import { fail } from '../lib/game-messages.ts';
import { money, showBalance } from '../lib/game-page.ts';
import { MESSAGE_MS } from '../lib/shell.ts';
import { unitsOf } from '../lib/stakes.ts';
import { chaseEndText, isRunning, wasStopped } from './chase-list.ts';
import type { LotteryPage } from './place-ticket.ts';
import { createTicketPages } from './ticket-pages.ts';

export interface TicketFollower {
  /** A ticket or a chase waits for a draw. */
  readonly isWaiting: boolean;
  /** Requests the player's tickets and announces those that have ended since. Nothing without a session. */
  refresh(): Promise<void>;
  /** Adds older tickets to the list. */
  loadMore(): Promise<void>;
}

const RESULT_PULSE = [40, 60, 40];
const WIN_PULSE = [120, 60, 120, 60, 240];

/** The player's tickets and chases in the list of the page. */
export function followTickets(page: LotteryPage): TicketFollower {
  const { api, view, state } = page;
  const pages = createTicketPages(api.lotteryTickets);
  let chases: readonly LotteryChase[] = [];
  const show = () => view.showTickets({ tickets: pages.tickets, chases, hasMore: pages.hasMore });
  return {
    get isWaiting() {
      return pages.tickets.some(isAwaited) || chases.some(isRunning);
    },
    async refresh() {
      if (!state.session) return;
      const open = new Set(pages.tickets.filter(isAwaited).map(({ ticketId }) => ticketId));
      const answer = await pages.refresh().catch(() => undefined);
      if (!answer) return;
      if (answer.balance !== null && !state.busy) showBalance(page, unitsOf(answer.balance));
      const ended = pages.tickets.filter((ticket) => !isAwaited(ticket) && ticket.status !== 'cancelled' && open.has(ticket.ticketId));
      const ran = new Set(chases.filter(isRunning).map(({ chaseId }) => chaseId));
      const stopped = answer.chases.filter((chase) => wasStopped(chase) && ran.has(chase.chaseId));
      chases = answer.chases;
      show();
      announceEnded(page, ended);
      announceStopped(page, stopped);
    },
    async loadMore() {
      await pages.loadMore().catch((error: unknown) => fail(page, codeOf(error), () => page.shell.notify(null), false));
      show();
    },
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
