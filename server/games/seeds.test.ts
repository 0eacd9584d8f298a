import { createHmac, hash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { seedOfLink } from '../../shared/games/events/draw.ts';
import { seriesOf } from '../../shared/games/events/series.ts';
import { seedHash } from '../../shared/games/fairness.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';
import { type MovableClock, movableClock } from '../platform/base/clock.ts';
import { createRotation, openDataKeys } from '../platform/base/data-key/index.ts';
import type { Database } from '../platform/base/db/index.ts';
import { createChains } from './live/chains.ts';
import { newServerSeed } from './rounds.ts';
import { createSeeds, sealStoredSeeds } from './seeds.ts';
import { NOON, openScene } from './test-scene.ts';
import { opened, TEST_SEALER, TEST_SEEDS } from './test-seeds.ts';
import { eventually, type StudioWorld } from './test-studio.ts';

const ALL = seriesOf(STUDIO_GAMES);
const ofKind = (name: string) => ALL.filter(({ kind }) => kind.name === name).slice(0, 2);
const SERIES = [...ofKind('draw'), ...ofKind('round'), ...ofKind('match')];
const [DRAWS] = SERIES;
/** Links of a day of rounds up to noon, and of a day of draws. */
const [ROUND_LINKS, DRAW_LINKS] = [3_000, 1_440];

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene('', { series: SERIES });
let world: StudioWorld;
let clock: MovableClock;
beforeEach(() => {
  ({ world } = scene);
  // Rounds at tables would close during the checks on a busy machine.
  clock = movableClock({ now: () => new Date(NOON) });
});

const stored = () => world.db.selectFrom('studio_event').selectAll().orderBy('id').execute();
const chains = () => world.db.selectFrom('studio_chain').selectAll().orderBy('game_id').orderBy('first_place').execute();
const announce = async () => {
  const studio = await scene.start({ series: SERIES, clock });
  await eventually(async () => expect(new Set((await stored()).map(({ game_id }) => game_id)).size).toBe(SERIES.length));
  return studio;
};

/** Every text of 32 bytes, in hexadecimal or base64, in any column of any table. */
async function textsOfDatabase(): Promise<readonly Buffer[]> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(world.db);
  expect(tables.filter(({ name }) => name.startsWith('studio_')).length).toBeGreaterThan(10);
  const found = new Map<string, Buffer>();
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select to_jsonb(one)::text as text from ${sql.table(name)} as one`.execute(world.db);
    for (const { text } of rows) {
      for (const [hex] of text.matchAll(/[0-9a-f]{64}/gi)) found.set(hex, Buffer.from(hex, 'hex'));
      for (const [base64] of text.matchAll(/[\w+/-]{43}(?![\w+/-])/g)) found.set(base64, Buffer.from(base64, 'base64url'));
    }
  }
  return [...found.values()];
}

/** Events that take bets and whose seed follows from what the database has. */
async function foretold(): Promise<readonly string[]> {
  const open = (await stored()).filter((event) => event.state === 'open' && event.closes_at > clock.now());
  expect(open.length).toBeGreaterThan(SERIES.length);
  const committed = new Map(open.map((event) => [event.seed_hash, event.id]));
  const found = new Set<string>();
  const compare = (seed: string) => {
    const id = committed.get(seed);
    if (id !== undefined) found.add(id);
  };
  for (const text of await textsOfDatabase()) {
    // The function of the draws takes a hundred times as long.
    expect(createHmac('sha256', text).update('draw').digest('hex')).toBe(seedOfLink(text.toString('hex')));
    // The hash of a link is the link before it: all earlier links of the day follow from one.
    for (let [link, nr] = [text, 0]; nr < ROUND_LINKS; nr += 1) {
      const before = hash('sha256', link, 'buffer');
      compare(before.toString('hex'));
      if (nr < DRAW_LINKS) compare(hash('sha256', createHmac('sha256', link).update('draw').digest(), 'hex'));
      link = before;
    }
  }
  return [...found].sort();
}

describe('who reads the whole database', () => {
  test('finds no seed of an event that takes bets', async () => {
    const studio = await announce();
    await studio.close();
    expect(await foretold()).toEqual([]);
    expect((await chains()).length).toBeGreaterThanOrEqual(4);
    for (const event of await stored()) expect(seedHash(opened(event).server_seed)).toBe(event.seed_hash);
  });

  test('would find them if one seed of an event or of a chain were stored open', async () => {
    const studio = await announce();
    await studio.close();
    const [match] = (await stored()).filter(({ kind }) => kind === 'match');
    await world.db
      .updateTable('studio_event')
      .set({ server_seed: TEST_SEEDS.open('event', match?.server_seed ?? '') })
      .where('id', '=', match?.id ?? '')
      .execute();
    expect(await foretold()).toEqual([match?.id]);
    const [chain] = (await chains()).filter(({ game_id }) => game_id === DRAWS?.gameId);
    await world.db
      .updateTable('studio_chain')
      .set({ sealed_seed: TEST_SEEDS.open('chain', chain?.sealed_seed ?? '') })
      .where('game_id', '=', chain?.game_id ?? '')
      .execute();
    const draws = (await stored()).filter(({ game_id }) => game_id === DRAWS?.gameId).map(({ id }) => id);
    expect(draws.length).toBeGreaterThanOrEqual(2);
    expect(await foretold()).toEqual([match?.id ?? '', ...draws].sort());
  });
});

describe('seeds that an earlier release has stored open', () => {
  /** Stores the seeds of all events and chains as they were before. */
  async function openAll(): Promise<void> {
    for (const { id, server_seed } of await stored())
      await world.db
        .updateTable('studio_event')
        .set({ server_seed: TEST_SEEDS.open('event', server_seed) })
        .where('id', '=', id)
        .execute();
    for (const { game_id, first_place, sealed_seed } of await chains())
      await world.db
        .updateTable('studio_chain')
        .set({ sealed_seed: TEST_SEEDS.open('chain', sealed_seed) })
        .where('game_id', '=', game_id)
        .where('first_place', '=', first_place)
        .execute();
  }

  test('are sealed by a pass that may end anywhere and runs on several nodes', async () => {
    await (await announce()).close();
    await openAll();
    const [events, links] = [await stored(), await chains()];
    expect((await foretold()).length).toBeGreaterThan(SERIES.length);
    let left = 5;
    const interrupted = createSeeds({
      open: TEST_SEALER.open,
      seal(purpose, text) {
        left -= 1;
        if (left < 0) throw new Error('interrupted');
        return TEST_SEALER.seal(purpose, text);
      },
    });
    await expect(sealStoredSeeds(world.db, interrupted)).rejects.toThrow('interrupted');
    expect((await stored()).filter(({ server_seed }) => /^[0-9a-f]{64}$/.test(server_seed))).toHaveLength(events.length - 5);
    await Promise.all([1, 2].map(() => sealStoredSeeds(world.db, TEST_SEEDS)));
    expect(await foretold()).toEqual([]);
    expect((await stored()).map(opened)).toEqual(events);
    expect((await chains()).map((one) => ({ ...one, sealed_seed: TEST_SEEDS.open('chain', one.sealed_seed) }))).toEqual(links);
  });

  test('are sealed by the next start, and seeds of drawn events stay as they are', async () => {
    await (await announce()).close();
    await openAll();
    const [first] = (await stored()).filter(({ game_id }) => game_id === DRAWS?.gameId);
    await world.db
      .updateTable('studio_event')
      .set({ state: 'drawn', outcome: '[]', ended_at: clock.now() })
      .where('id', '=', first?.id ?? '')
      .execute();
    await (await scene.start({ series: [], clock })).close();
    expect(await foretold()).toEqual([]);
    const [again] = (await stored()).filter(({ id }) => id === first?.id);
    expect(again?.server_seed).toBe(first?.server_seed);
  });
});

test('after a change of the data key, draws and chains open with the new one alone', async () => {
  const [FIRST, SECOND] = ['the-first-data-key-of-32-characters-', 'the-second-data-key-of-32-characters'];
  const db = world.db as unknown as Database;
  const log = { info: () => undefined, error: () => undefined };
  await sql`delete from data_key`.execute(db);
  await sql`delete from data_key_node`.execute(db);
  const keys = await openDataKeys(db, { current: FIRST });
  const old = createSeeds(keys.secrets);
  const seed = newServerSeed();
  const link = await createChains(world.db, old).seedAt('chain-game', 7, 100);
  await (await announce()).close();
  const [event] = await stored();
  const sealed = { server_seed: old.seal('event', seed), seed_hash: seedHash(seed) };
  await world.db
    .deleteFrom('studio_event')
    .where('id', '<>', event?.id ?? '')
    .execute();
  await world.db.updateTable('studio_event').set(sealed).execute();
  await world.db.deleteFrom('studio_chain').where('game_id', '<>', 'chain-game').execute();
  const both = await openDataKeys(db, { current: SECOND, previous: FIRST });
  const rotation = createRotation({ db, keys: both, log, nodeTimeoutSeconds: 3_600, batch: 2 });
  await rotation.run();
  await sql`update data_key set activated_at = activated_at - interval '2 hours'`.execute(db);
  await sql`update data_key_node set seen_at = seen_at - interval '2 hours'`.execute(db);
  await rotation.run();
  expect(await db.selectFrom('data_key').select('state').execute()).toEqual([{ state: 'active' }]);
  const after = createSeeds((await openDataKeys(db, { current: SECOND })).secrets);
  const [again] = await stored();
  expect(again?.server_seed).toMatch(/^a2\./);
  expect(after.open('event', again?.server_seed ?? '')).toBe(seed);
  expect(await createChains(world.db, after).seedAt('chain-game', 7, 100)).toBe(link);
  expect(() => old.open('event', again?.server_seed ?? '')).toThrow();
  // A sealed seed opens as what it is only.
  expect(() => after.open('chain', again?.server_seed ?? '')).toThrow();
});
