import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtureOf } from '../../server/games/events/event-store.ts';
import { eventually, newKey, openStudioWorld, type StudioWorld } from '../../server/games/test-studio.ts';
import { movableClock } from '../../server/platform/base/clock.ts';
import { marketsAt } from '../../shared/games/events/markets.ts';
import { EVENT_API, type TicketAnswer } from '../../shared/games/events/protocol.ts';
import { seriesOf } from '../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';

const SERIES = seriesOf(STUDIO_GAMES)
  .filter((one) => one.kind.name === 'match')
  .slice(0, 1);
const GAME = SERIES[0]?.gameId ?? '';

let world: StudioWorld;
beforeAll(async () => {
  world = await openStudioWorld();
});
afterAll(() => world.close());

async function isWaitedFor(): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    world.db,
  );
  return rows.length > 0;
}

test('bets on a match whose next step is due are refused without locking it, so that they cannot delay it', async () => {
  const clock = movableClock({ now: () => new Date(Date.UTC(2026, 5, 1, 12, 0, 30)) });
  // The loop runs only once, at the start, so steps stay due.
  const studio = await world.start({ series: SERIES, clock, policy: { retryMs: 600_000 } });
  world.wallet.balances.set('anna', 100_0000n);
  const session = await studio.join('anna', GAME);
  const events = () => world.db.selectFrom('studio_event').selectAll().orderBy('next_at').execute();
  await eventually(async () => expect(await events()).not.toHaveLength(0));
  const [match] = await events();
  if (!match) throw new Error('no match');
  clock.advance(match.next_at.getTime() - clock.now().getTime());
  const [offer] = marketsAt(fixtureOf(match).terms, '').flatMap(({ picks }) => picks.filter(({ odds }) => odds !== null));
  const legs = [{ eventId: match.id, selection: offer?.selection, odds: offer?.odds }];
  await world.db.transaction().execute(async (tx) => {
    // A statement that locks the match would wait for this transaction.
    await tx.selectFrom('studio_event').select('id').where('id', '=', match.id).forUpdate().execute();
    const placing = studio.call<TicketAnswer>(
      EVENT_API.ticket,
      { key: newKey(), legs, stake: '1.0000', acceptBetter: false },
      session.token,
    );
    let seen: unknown;
    void placing.then((answer) => {
      seen = answer;
    });
    await eventually(async () => {
      if (await isWaitedFor()) seen ??= 'waits';
      expect(seen).toBeDefined();
    });
    expect(seen).toMatchObject({ body: { error: 'event_suspended' } });
  });
  await studio.close();
});
