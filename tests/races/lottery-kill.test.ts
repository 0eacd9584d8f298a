import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { takeTurn } from '../../server/games/lottery/chase-store.ts';
import { eventually, gameOf, newKey, openStudioWorld, type StudioWorld } from '../../server/games/test-studio.ts';
import { LOTTERY_API, type LotteryTicketAnswer } from '../../shared/games/lottery/protocol.ts';

/** Draws, payments and chases of several processes on one database: some of them are killed, some wait for each other. */
const GAME = gameOf('sea3').gameId;
const START = 1_000_0000n;
const TICKETS = 24;
const HOUR_MS = 3_600_000;
const DRAW_ID = `${GAME}-209901010001`;

vi.setConfig({ testTimeout: 240_000 });

let world: StudioWorld;
const children: ChildProcess[] = [];
beforeAll(async () => {
  world = await openStudioWorld();
  await (await world.start()).close();
});
beforeEach(async () => {
  await world.clear();
  world.wallet.forget();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.close();
});

const eventRow = () => ({
  id: DRAW_ID,
  game_id: GAME,
  kind: 'draw' as const,
  place: 1,
  issue: '209901010001',
  opens_at: new Date(Date.now() - HOUR_MS),
  closes_at: new Date(Date.now() + HOUR_MS),
  draws_at: new Date(Date.now() + HOUR_MS),
  next_at: new Date(Date.now() + HOUR_MS),
  terms: '{"mode":"digits","count":3}',
  server_seed: '7b'.repeat(32),
  seed_hash: 'cd'.repeat(32),
  state: 'open' as const,
  outcome: null,
  ended_at: null,
  unsent: false,
});

async function openNode(name: string): Promise<ChildProcess> {
  const child = fork(new URL('node.mjs', import.meta.url), ['lottery-node.ts', world.url ?? '', world.wallet.url, GAME, name]);
  children.push(child);
  await once(child, 'message');
  return child;
}
async function startNode(child: ChildProcess): Promise<void> {
  child.send('start');
  await once(child, 'message');
}
async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
const ticketStates = async () =>
  (await world.db.selectFrom('studio_ticket').select('state').where('event_id', '=', DRAW_ID).execute()).map(({ state }) => state);

async function placeTickets(): Promise<void> {
  await world.db.insertInto('studio_event').values(eventRow()).execute();
  const studio = await world.start();
  for (let nr = 0; nr < TICKETS; nr++) {
    const player = `player-${nr % 4}`;
    if (!world.wallet.balances.has(player)) world.wallet.balances.set(player, START);
    const { token } = await studio.join(player, GAME);
    const request = { key: newKey(), drawId: DRAW_ID, playType: 'digit1', entry: '0 1 2 3 4 5 6 7 8 9', unit: '0.1', multiplier: 1 };
    expect((await studio.call<LotteryTicketAnswer>(LOTTERY_API.ticket, request, token)).status).toBe(200);
  }
  await studio.close();
}

/** Holds a ticket while the draw is due, until one of the nodes waits for it inside its transaction, and kills that node. */
async function killInsideDraw(nodes: ReadonlyMap<string, ChildProcess>): Promise<string> {
  const blocker = new pg.Client({ connectionString: world.url });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select 1 from studio_ticket where event_id = $1 order by id desc limit 1 for update', [DRAW_ID]);
  await sql`update studio_event set closes_at = clock_timestamp(), draws_at = clock_timestamp(), next_at = clock_timestamp()
    where id = ${DRAW_ID}`.execute(world.db);
  const name = await eventually(async () => {
    const { rows } = await blocker.query(
      `select application_name as name from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid)) limit 1`,
    );
    if (!nodes.has(rows[0]?.name)) throw new Error('no node waits');
    return rows[0].name as string;
  });
  await kill(nodes.get(name) as ChildProcess);
  await blocker.query('rollback');
  await blocker.end();
  return name;
}

test('a draw of which one node is killed while it draws, and the others while they pay, is settled once', async () => {
  await placeTickets();
  const names = ['node-1', 'node-2', 'node-3'];
  const [first, second, third, successor] = await Promise.all([...names, 'successor'].map(openNode));
  const nodes = new Map([first, second, third].map((child, nr) => [names[nr] ?? '', child as ChildProcess]));
  let wins = 0;
  // Half of the wins are paid without a reply, the others never arrive.
  world.wallet.fault = (operation) => (operation !== 'win' ? undefined : wins++ < TICKETS / 2 ? 'unanswered' : 'hanging');
  await Promise.all([...nodes.values()].map(startNode));
  const killed = await killInsideDraw(nodes);
  await eventually(() => expect(wins).toBeGreaterThan(TICKETS / 2));
  for (const [name, child] of nodes) if (name !== killed) await kill(child);
  const before = await ticketStates();
  expect(before.every((state) => state === 'owed' || state === 'settled')).toBe(true);
  expect(before).toContain('owed');
  world.wallet.fault = () => undefined;
  await startNode(successor as ChildProcess);
  await eventually(async () => expect(new Set(await ticketStates())).toEqual(new Set(['settled'])));
  await kill(successor as ChildProcess);
  const paid = [...world.wallet.instructions.values()].filter(({ kind }) => kind === 'win');
  expect(paid.length).toBe(TICKETS);
  // Each ticket has all ten digits: it costs 1.00 and wins 9.5 times 0.10.
  const money = [...world.wallet.balances.values()].reduce((sum, one) => sum + one, 0n);
  expect(money).toBe(4n * START - 500n * BigInt(TICKETS));
});

test('of two connections that move a chase past one draw one succeeds, and none moves it back', async () => {
  await world.db.insertInto('studio_event').values(eventRow()).execute();
  const draw = await world.db.selectFrom('studio_event').selectAll().executeTakeFirstOrThrow();
  await world.db
    .insertInto('studio_chase')
    .values({
      id: 'c1',
      player: 'anna',
      game_id: GAME,
      currency: 'USD',
      trial: false,
      choices: '{}',
      draws: 5,
      step: 0,
      stop_on_win: false,
      first_place: 0,
      next_place: 1,
      state: 'running',
      reason: null,
      next_at: new Date(),
      started_at: new Date(),
      ended_at: null,
    })
    .execute();
  let other: Promise<boolean> = Promise.resolve(true);
  await world.db.transaction().execute(async (tx) => {
    expect(await takeTurn(tx, 'c1', draw)).toBe(true);
    other = world.db.transaction().execute((second) => takeTurn(second, 'c1', draw));
    await eventually(async () => {
      const waiting = await sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
      expect(waiting.rows.length).toBe(1);
    });
  });
  expect(await other).toBe(false);
  const take = (place: number) => world.db.transaction().execute((tx) => takeTurn(tx, 'c1', { ...draw, place }));
  expect([await take(0), await take(1), await take(2)]).toEqual([false, false, true]);
  await world.db.updateTable('studio_chase').set({ state: 'ended', reason: 'cancelled', ended_at: new Date() }).execute();
  expect(await take(3)).toBe(false);
});
