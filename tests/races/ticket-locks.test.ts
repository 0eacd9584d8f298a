import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { endSettled, insertTicket, markReported, type TicketRecord } from '../../server/games/events/ticket-store.ts';
import type { StudioDatabase } from '../../server/games/tables.ts';
import { openStudioWorld, type StudioWorld } from '../../server/games/test-studio.ts';

const NOW = new Date(Date.UTC(2026, 5, 1, 12));
const IDS = ['t-a', 't-b'];

let world: StudioWorld;
beforeAll(async () => {
  world = await openStudioWorld();
  await (await world.start()).close();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

/** Lost early, while its other match continues. */
const unpaidTicket = (id: string): TicketRecord => ({
  id,
  event_id: null,
  play_key: id,
  player: 'anna',
  game_id: 'CUP',
  currency: 'USD',
  trial: false,
  chips: null,
  target: null,
  market: null,
  cashed: null,
  stake: '10000',
  payout: '0',
  state: 'owed',
  refusal: null,
  balance_after: null,
  attempts: 0,
  next_try_at: NOW,
  placed_at: NOW,
  ended_at: null,
  changes: 1,
  reported_changes: 0,
  exposure: null,
  chase_id: null,
  chase_nr: null,
});
const backwards = (tickets: readonly TicketRecord[]) => tickets.toReversed();

test.each([
  ['delivery of bets', (db: StudioDatabase, tickets: readonly TicketRecord[]) => markReported(db, backwards(tickets))],
  [
    'ending paid bets',
    (db: StudioDatabase, tickets: readonly TicketRecord[]) =>
      endSettled(
        db,
        backwards(tickets).map(({ id }) => ({ id, balance: '1' })),
        NOW,
      ),
  ],
])('%s locks them in the same order as the end of a match', async (_what, write) => {
  const tickets = IDS.map(unpaidTicket);
  // Inserts the last one first.
  await world.db.transaction().execute(async (tx) => {
    for (const ticket of backwards(tickets)) await insertTicket(tx, ticket);
  });
  const hold = (db: StudioDatabase, id: string) => db.selectFrom('studio_ticket').select('id').where('id', '=', id).forUpdate().execute();
  let writing: Promise<unknown> = Promise.resolve();
  await world.db.transaction().execute(async (tx) => {
    await hold(tx, 't-a');
    writing = write(world.db, tickets);
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 60_000, interval: 20 });
    // In a deadlock the database would abort one of the two.
    await expect(hold(tx, 't-b')).resolves.toHaveLength(1);
  });
  await expect(writing).resolves.not.toBeInstanceOf(Error);
  const [first] = await world.db.selectFrom('studio_ticket').select(['state', 'reported_changes']).orderBy('id').execute();
  expect(first).toEqual(_what === 'delivery of bets' ? { state: 'owed', reported_changes: 1 } : { state: 'settled', reported_changes: 0 });
});

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
  return rows[0]?.count ?? 0;
}
