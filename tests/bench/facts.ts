import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../server/platform/base/db/index.ts';
import { median } from './load.ts';
import { measure, PROGRAM, type RoundRate, seat } from './rounds.ts';
import { withBenchDatabase } from './wages.ts';

const PLAYERS = 8;
const FACTS_PER_SECOND = 2_000;
const TICKS_PER_SECOND = 10;
const SECONDS = 10;
const TURNS = 3;

export interface FactRates {
  /** Medians of the turns: facts are only written, and they are consumed as well. */
  readonly written: Pick<RoundRate, 'roundsPerSecond' | 'betMedian' | 'betP99'>;
  readonly consumed: Pick<RoundRate, 'roundsPerSecond' | 'betMedian' | 'betP99'>;
  /** Facts a second that arrived, and that each consumer has consumed. */
  readonly arrivedPerSecond: number;
  readonly consumedPerSecond: ReadonlyMap<string, number>;
}

/**
 * How much slower bets get while facts of play are consumed by every feature that does so. In all turns facts of other members are written at the same
 * rate; in every other turn they are consumed, by the process that answers the bets. Needs a PostgreSQL server.
 */
export async function benchFacts(server: string): Promise<FactRates> {
  return withBenchDatabase(server, 'facts', async (db) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const place = Object.assign(new URL(server), { pathname: `/${rows[0]?.name ?? ''}` }).href;
    const { platform, players } = await seat({ name: 'this', program: PROGRAM, place });
    const seated = players.slice(0, PLAYERS);
    const results: Record<'written' | 'consumed', Omit<RoundRate, 'version' | 'pgbenchPerSecond'>[]> = { written: [], consumed: [] };
    const arrived: number[] = [];
    const taken = new Map<string, number[]>();
    try {
      // Creates the consumers.
      await platform.get('/bench/consume');
      await platform.get('/bench/pause');
      for (let turn = 0; turn < TURNS; turn += 1) {
        await whileWriting(db, async () => results.written.push(await measure(platform, seated, SECONDS)));
        await platform.get('/bench/consume');
        const before = await positions(db);
        const start = performance.now();
        const count = await whileWriting(db, async () => results.consumed.push(await measure(platform, seated, SECONDS)));
        const after = await positions(db);
        const seconds = (performance.now() - start) / 1_000;
        arrived.push(count / seconds);
        for (const [name, position] of before) taken.set(name, [...(taken.get(name) ?? []), ((after.get(name) ?? 0) - position) / seconds]);
        await platform.get('/bench/pause');
      }
    } finally {
      await platform.stop();
    }
    return {
      written: middle(results.written),
      consumed: middle(results.consumed),
      arrivedPerSecond: median(arrived),
      consumedPerSecond: new Map([...taken].map(([name, rates]) => [name, median(rates)])),
    };
  });
}

function middle(rates: readonly Omit<RoundRate, 'version' | 'pgbenchPerSecond'>[]): FactRates['written'] {
  const of = (name: 'roundsPerSecond' | 'betMedian' | 'betP99') => median(rates.map((rate) => rate[name]));
  return { roundsPerSecond: of('roundsPerSecond'), betMedian: of('betMedian'), betP99: of('betP99') };
}

/** Writes facts until the work ends; returns how many. A tick that comes late writes what it has missed. */
async function whileWriting(db: Database, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let [written, isDone] = [0, false];
  const writing = (async () => {
    while (!isDone) {
      const due = Math.floor(((performance.now() - start) / 1_000) * FACTS_PER_SECOND) - written;
      if (due > 0) await writeFacts(db, due);
      written += due;
      await pause(1_000 / TICKS_PER_SECOND);
    }
  })();
  try {
    await work();
  } finally {
    isDone = true;
    await writing;
  }
  return written;
}

async function writeFacts(db: Database, count: number): Promise<void> {
  await sql`
    insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
    select 'm' || (1 + floor(random() * 20000)::int), 'BENCH', gen_random_uuid()::text, 'g', 'v', (array['RNG', 'LIVE', 'SPORTS'])[1 + n % 3], 'USD',
           'settled', 1, 10000, 10000, 9000, 10000, now() from generate_series(1, ${count}::int) n`.execute(db);
}

/** Of the consumers of play: other streams have ids of their own. */
async function positions(db: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; position: string }>`
    select name, position from fact_consumer
     where name in ('teams', 'vip', 'cashback', 'points', 'missions', 'bonus', 'bonus flags', 'referrals', 'raffles', 'promotions')`.execute(
    db,
  );
  return new Map(rows.map(({ name, position }) => [name, Number(position)]));
}
