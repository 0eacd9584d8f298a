import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ROOM_API, type TableView } from '../../../shared/games/rooms/protocol.ts';
import { eventually, gameOf, openStudioWorld, type Running, type StudioWorld } from '../test-studio.ts';

const GAME = gameOf('thirteen').gameId;

let world: StudioWorld;
let studio: Running;
let ahead = 0;

beforeAll(async () => {
  world = await openStudioWorld();
  studio = await world.start({ clock: { now: () => new Date(Date.now() + ahead) } });
});
afterAll(() => world.close());
beforeEach(async () => {
  ahead = 0;
  await world.clear();
  world.wallet.forget();
});

/** A player with real money, with the links to others that the wallet reports. */
async function guest(name: string, links: readonly string[] = []) {
  world.wallet.balances.set(name, 1_000_0000n);
  world.wallet.links.set(name, links);
  const { token } = await studio.join(name, GAME);
  return {
    name,
    sit: async (level = 'bay') => (await studio.call<TableView>(ROOM_API.sit, { level }, token)).body,
    ready: async () => void (await studio.call(ROOM_API.ready, { ready: true }, token)),
    leave: async () => void (await studio.call(ROOM_API.leave, {}, token)),
  };
}

const seats = () => world.db.selectFrom('studio_seat').selectAll().orderBy('player').execute();
async function tablesOf(...names: readonly string[]): Promise<readonly (string | undefined)[]> {
  const taken = await seats();
  return names.map((name) => taken.find(({ player }) => player === name)?.table_id);
}

test('two accounts of one household are never seated together, and each is seated with others', async () => {
  const [ann, amy] = [await guest('ann', ['home', 'phone']), await guest('amy', ['home'])];
  await ann.sit();
  await amy.sit();
  const [first, second] = await tablesOf('ann', 'amy');
  expect(first).not.toBe(second);
  const [ben, cho] = [await guest('ben', ['elsewhere']), await guest('cho')];
  await ben.sit();
  await cho.sit();
  const [, , third, fourth] = await tablesOf('ann', 'amy', 'ben', 'cho');
  expect([first, second]).toContain(third);
  expect([first, second]).toContain(fourth);
});

test('nor after a return, nor in another room, nor by merging two tables with one player each', async () => {
  const [ann, amy] = [await guest('ann', ['home']), await guest('amy', ['home'])];
  for (const level of ['bay', 'reef']) {
    await ann.sit(level);
    await amy.sit(level);
    const again = await guest('amy', ['home']);
    await again.sit(level);
    // A third player is seated with one of the two at once. Players without company are moved to others at every fourth pass of the
    // loop.
    const [cho, dan] = [await guest('cho'), await guest('dan')];
    await cho.sit(level);
    await cho.leave();
    await dan.sit(level);
    await eventually(async () => expect(new Set(await tablesOf('ann', 'amy', 'dan')).size).toBe(2));
    await dan.leave();
    const [one, other] = await tablesOf('ann', 'amy');
    expect([one === undefined, one === other]).toEqual([false, false]);
    await ann.leave();
    await again.leave();
  }
});

test('a link found at the table separates them before a hand begins, with the reason', async () => {
  const [ann, amy, ben] = [await guest('ann', ['home']), await guest('amy'), await guest('ben')];
  for (const one of [ann, amy, ben]) await one.sit();
  const [table] = new Set(await tablesOf('ann', 'amy', 'ben'));
  expect(await tablesOf('ann', 'amy', 'ben')).toEqual([table, table, table]);
  // She opens the game again, now from the same address as the other player.
  await guest('amy', ['home']);
  for (const one of [ann, ben]) await one.ready();
  await eventually(async () => expect((await tablesOf('amy'))[0]).not.toBe(table));
  expect((await seats()).find(({ player }) => player === 'amy')).toMatchObject({ ready: false, notice: 'linked_players' });
  ahead += 7_000;
  await eventually(async () => expect(world.wallet.calls).toContain('bet'));
  const staked = (await world.db.selectFrom('studio_entry').select('player').execute()).map(({ player }) => player).sort();
  expect(staked).toEqual(['ann', 'ben']);
});

test('two players at their mutual limit are notified and separated, without a charge', async () => {
  const [ann, amy] = [await guest('ann'), await guest('amy')];
  for (const one of [ann, amy]) await one.sit();
  const [table] = await tablesOf('ann');
  world.wallet.refusals.set('amy', 'LIMIT_REACHED');
  world.wallet.fault = (operation, { player, roundId = '' }) => {
    // The player in the first seat is the other one of the pair.
    if (operation === 'bet' && player === 'amy') world.wallet.message = `pair_limit: ${roundId.replace(/\d$/, '0')}`;
    return undefined;
  };
  for (const one of [ann, amy]) await one.ready();
  ahead += 7_000;
  await eventually(async () => expect(new Set(await tablesOf('ann', 'amy')).size).toBe(2));
  expect((await seats()).find(({ player }) => player === 'amy')?.notice).toBe('pair_limit');
  expect(await tablesOf('ann', 'amy')).toContain(table);
  await eventually(() => expect([...world.wallet.balances.values()]).toEqual([1_000_0000n, 1_000_0000n]));
});
