import type { LotteryTicket, LotteryTicketsAnswer } from '../../../shared/games/lottery/protocol.ts';
import { isAwaited } from '../../../shared/games/lottery/ticket-state.ts';

export interface TicketPages {
  /** Those loaded so far, newest first. */
  readonly tickets: readonly LotteryTicket[];
  /** There are older ones. */
  readonly hasMore: boolean;
  /** Reads the newest tickets again, and older ones that await their draw. Returns the newest page. */
  refresh(): Promise<LotteryTicketsAnswer>;
  /** Adds the next page. */
  loadMore(): Promise<void>;
}

/** A player's tickets, page by page. `load` requests the page after a cursor. */
export function createTicketPages(load: (after?: string) => Promise<LotteryTicketsAnswer>): TicketPages {
  let tickets: readonly LotteryTicket[] = [];
  let next: string | null = null;
  return {
    get tickets() {
      return tickets;
    },
    get hasMore() {
      return next !== null;
    },
    async refresh() {
      const newest = await load();
      const fresh = [...newest.tickets];
      let cursor = newest.next;
      const oldest = [...tickets].reverse().find(isAwaited);
      while (cursor !== null && oldest && !has(fresh, oldest)) {
        const page = await load(cursor);
        fresh.push(...page.tickets);
        cursor = page.next;
      }
      // Older pages stay if they follow on what was read: otherwise tickets in between would be missing.
      const last = fresh.at(-1);
      const at = last ? tickets.findIndex(({ ticketId }) => ticketId === last.ticketId) : -1;
      const kept = at < 0 ? [] : tickets.slice(at + 1);
      if (kept.length === 0) next = cursor;
      tickets = [...fresh, ...kept];
      return newest;
    },
    async loadMore() {
      if (next === null) return;
      const page = await load(next);
      tickets = [...tickets, ...page.tickets.filter((ticket) => !has(tickets, ticket))];
      next = page.next;
    },
  };
}

function has(list: readonly LotteryTicket[], { ticketId }: LotteryTicket): boolean {
  return list.some((one) => one.ticketId === ticketId);
}
