import { expect, test } from 'vitest';
import type { LotteryTicket, LotteryTicketsAnswer } from '../../../shared/games/lottery/protocol.ts';
import { createTicketPages } from './ticket-pages.ts';

const PAGE = 4;

/** A player's tickets by number; `end` ends one. */
function server(count: number) {
  const states = Array.from({ length: count }, () => 'lost');
  let requests = 0;
  const load = async (after?: string): Promise<LotteryTicketsAnswer> => {
    requests += 1;
    const from = after === undefined ? states.length - 1 : Number(after) - 1;
    const ids = Array.from({ length: PAGE }, (_, index) => from - index).filter((id) => id >= 0);
    const last = ids.at(-1) ?? 0;
    const tickets = ids.map((id) => ({ ticketId: String(id), status: states[id] }) as LotteryTicket);
    return { now: '', tickets, next: last > 0 && ids.length === PAGE ? String(last) : null, chases: [], balance: null };
  };
  return { states, load, requests: () => requests };
}

const shown = (pages: ReturnType<typeof createTicketPages>) => pages.tickets.map(({ ticketId, status }) => `${ticketId} ${status}`);

test('all tickets are reached page by page, and only once', async () => {
  const { load } = server(10);
  const pages = createTicketPages(load);
  await pages.refresh();
  expect([pages.tickets.length, pages.hasMore]).toEqual([PAGE, true]);
  while (pages.hasMore) await pages.loadMore();
  await pages.loadMore();
  expect(pages.tickets.map(({ ticketId }) => ticketId)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0']);
});

test('new tickets join the loaded pages without a gap', async () => {
  const { load, states } = server(10);
  const pages = createTicketPages(load);
  await pages.refresh();
  await pages.loadMore();
  states.push('open', 'open');
  await pages.refresh();
  expect(pages.tickets.map(({ ticketId }) => ticketId)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2']);
  // More new tickets than a page: what would be missing in between is loaded again instead.
  states.push(...Array.from({ length: 7 }, () => 'lost'));
  states[10] = 'lost';
  states[11] = 'lost';
  await pages.refresh();
  const ids = pages.tickets.map(({ ticketId }) => Number(ticketId));
  expect(ids).toEqual(ids.map((_, index) => (ids[0] ?? 0) - index));
  expect(ids[0]).toBe(18);
});

test('an older ticket that awaits its draw is read again', async () => {
  const { load, states, requests } = server(12);
  states[2] = 'open';
  const pages = createTicketPages(load);
  await pages.refresh();
  while (pages.hasMore) await pages.loadMore();
  states[2] = 'won';
  await pages.refresh();
  expect(shown(pages)).toContain('2 won');
  expect(pages.tickets).toHaveLength(12);
  const before = requests();
  await pages.refresh();
  expect(requests()).toBe(before + 1);
});
