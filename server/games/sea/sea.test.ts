import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fairStream } from '../../../shared/games/fairness.ts';
import { playFish } from '../../../shared/games/fish.ts';
import { type EngineBet, STUDIO_API, type StudioSession } from '../../../shared/games/protocol.ts';
import { SEA_API, type SeaSight, type SeaView } from '../../../shared/games/sea/protocol.ts';
import { type FishPass, shoalAt } from '../../../shared/games/sea/shoal.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { readEvents } from '../test-stream.ts';
import { eventually, gameOf, newKey, openStudioWorld, type Running, type StudioWorld } from '../test-studio.ts';
import { SEA_TIMES } from './seats.ts';

const START = 1_000_0000n;
const STAKE = '1.0000';
const GAME = gameOf('reef').gameId;

let world: StudioWorld;
let studio: Running;
let ahead = 0;
const began = Date.now();
/** Slower than real time, so that animals stay in the scene on a loaded machine. */
const clock = { now: () => new Date(began + (Date.now() - began) / 20 + ahead) };
const pages = new Set<AbortController>();

beforeAll(async () => {
  world = await openStudioWorld();
  studio = await world.start({ clock });
});
afterAll(() => world.close());
afterEach(async () => {
  world.wallet.fault = () => undefined;
  for (const page of pages) page.abort();
  await allEnded();
  ahead = 0;
  await world.clear();
  world.wallet.balances.clear();
  world.wallet.instructions.clear();
});

/** A player with an open page. */
interface Guest {
  readonly player: string;
  readonly session: StudioSession;
  readonly views: readonly SeaView[];
  sea(): SeaSight;
  leave(): void;
  shoot(target: FishPass, key?: string): ReturnType<Running['play']>;
}

async function guest(player: string, at = studio): Promise<Guest> {
  world.wallet.balances.set(player, START);
  const session = await at.join(player, GAME);
  const views: SeaView[] = [];
  const page = new AbortController();
  pages.add(page);
  const answer = await fetch(at.url + SEA_API.stream, { headers: { authorization: `Bearer ${session.token}` }, signal: page.signal });
  void readEvents(answer, ({ text }) => views.push(JSON.parse(text) as SeaView)).catch(() => undefined);
  await eventually(() => expect(views.length).toBeGreaterThan(0));
  return {
    player,
    session,
    views,
    sea: () => views.filter((view) => view.kind === 'sea').at(-1) as SeaSight,
    leave: () => page.abort(),
    shoot: ({ species, fish }, key = newKey()) => at.play(session, { key, bet: { engine: 'fish', stake: STAKE, target: species }, fish }),
  };
}

function swimming({ seed, openedAt, caught }: SeaSight): readonly FishPass[] {
  return shoalAt('reef', seed, clock.now().getTime() - Date.parse(openedAt)).filter(({ fish }) => !caught.includes(fish));
}

/** The animal that stays longest: one that has left is no longer in the list of caught ones. */
function someFish(sea: SeaSight, species = 'sardine'): FishPass {
  const [found] = swimming(sea)
    .filter((fish) => fish.species === species)
    .sort((one, other) => other.leavesAt - one.leavesAt);
  if (!found) throw new Error(`no ${species} in the sea`);
  return found;
}

/** Finds a client seed with which the player's next shot at the species has the wanted result. */
async function willHit({ player, session }: Guest, species: string, hit: boolean): Promise<void> {
  const { server_seed, nonce } = await world.db
    .selectFrom('studio_session')
    .selectAll()
    .where('player', '=', player)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  for (let tries = 0; ; tries++) {
    const clientSeed = `wish-${tries}`;
    if (playFish('reef', species, 1n, fairStream(server_seed, clientSeed, nonce)).payout > 0n !== hit) continue;
    await studio.call(STUDIO_API.clientSeed, { clientSeed }, session.token);
    return;
  }
}

async function allEnded(): Promise<void> {
  await eventually(async () => expect((await world.rounds()).filter(({ state }) => state === 'open')).toEqual([]));
}

/** Expects that the wallet's ledger matches the studio for each shot, and that no animal is caught twice. */
async function expectExactBooks(): Promise<void> {
  await allEnded();
  const rounds = await world.rounds();
  const expected = new Map([...world.wallet.balances.keys()].map((player) => [player, START]));
  for (const { id, state, player, stake, payout } of rounds) {
    expect([id, world.wallet.instructions.get(`${id}-b`)?.state === 'accepted']).toEqual([id, state === 'settled']);
    if (state === 'settled') expected.set(player, (expected.get(player) ?? 0n) + BigInt(payout) - BigInt(stake));
  }
  expect(world.wallet.balances).toEqual(expected);
  expect([...world.wallet.instructions.keys()].filter((id) => id.endsWith('-b'))).toHaveLength(rounds.length);
  const caught = rounds
    .filter(({ state, payout }) => state === 'settled' && BigInt(payout) > 0n)
    .map(({ sea_id, fish }) => `${sea_id} ${fish}`);
  expect(new Set(caught).size).toBe(caught.length);
}

describe('a sea', () => {
  test('seats four players with a label each, the fifth in another sea, and play money separately', async () => {
    const guests: Guest[] = [];
    // These words cannot occur in the numbers of seas and seeds, which are hexadecimal.
    for (const name of ['ann', 'bob', 'cid', 'dan', 'eve', 'trial-fay']) guests.push(await guest(name));
    const seas = guests.map((one) => one.sea().seaId);
    expect(new Set(seas.slice(0, 4)).size).toBe(1);
    expect(new Set(seas).size).toBe(3);
    await eventually(() => expect(guests[0]?.sea().seats).toEqual([0, 1, 2, 3]));
    expect(guests.slice(0, 4).map((one) => one.sea().seat)).toEqual([1, 2, 0, 3]);
    expect(JSON.stringify(guests.map((one) => one.views))).not.toMatch(/ann|bob|cid|dan|eve|fay/);
  });

  test('two players who arrive together share a sea, also on two processes, and get each other’s events', async () => {
    const other = await world.start({ clock });
    const [one, two] = await Promise.all([guest('ann'), guest('bea', other)]);
    expect(one.sea().seaId).toBe(two.sea().seaId);
    const target = someFish(one.sea());
    await willHit(one, target.species, true);
    expect((await one.shoot(target)).body.round.outcome).toMatchObject({ hit: true });
    await eventually(() => expect(two.sea().caught).toEqual([target.fish]));
    expect(two.sea().shots).toMatchObject([{ seat: one.sea().seat, fish: target.fish, multiplier: 2 }]);
    expect(JSON.stringify(two.sea())).not.toContain((await world.rounds())[0]?.id);
    await other.close();
  });

  test('keeps the seat of a player who returns, on the newest page, and frees the seat of one who does not', async () => {
    const one = await guest('ann');
    const two = await guest('bea');
    const again = await guest('ann');
    expect(again.sea()).toMatchObject({ seaId: one.sea().seaId, seat: one.sea().seat });
    await eventually(() => expect(one.views.at(-1)).toEqual({ kind: 'elsewhere' }));
    expect((await one.shoot(someFish(two.sea()))).body.error).toBe('not_seated');
    again.leave();
    await eventually(async () => {
      const idle = await world.db.selectFrom('studio_cannon').select('idle_at').where('player', '=', 'ann').executeTakeFirstOrThrow();
      expect(idle.idle_at.getTime()).toBeLessThanOrEqual(clock.now().getTime() + SEA_TIMES.disconnected);
    });
    ahead += SEA_TIMES.disconnected + 1_000;
    await eventually(() => expect(two.sea().seats).toEqual([two.sea().seat]));
    ahead += SEA_TIMES.watching;
    await eventually(() => expect(two.views.at(-1)).toEqual({ kind: 'out' }));
    await eventually(async () => expect(await world.db.selectFrom('studio_sea').selectAll().execute()).toEqual([]));
    expect(world.wallet.balances).toEqual(
      new Map([
        ['ann', START],
        ['bea', START],
      ]),
    );
  });
});

describe('a shot', () => {
  test('has the same result as in a sea with one player: only the seeds decide, not the animal, the seat or earlier catches', async () => {
    const one = await guest('ann');
    const bet: EngineBet = { engine: 'fish', stake: STAKE, target: 'sardine' };
    for (const fish of swimming(one.sea())
      .filter(({ species }) => species === 'sardine')
      .slice(0, 2)) {
      const { body } = await one.shoot(fish);
      const { serverSeed, clientSeed, nonce } = body.round.fairness;
      const unshared = playFish('reef', 'sardine', 1_0000n, fairStream(serverSeed, clientSeed, nonce));
      expect(body.round).toMatchObject({ bet, outcome: unshared.outcome });
      expect(parseWireAmount(body.round.payout)).toBe(unshared.payout);
    }
    await expectExactBooks();
  });

  test.each<[string, (guest: Guest) => Partial<FishPass>, string]>([
    ['an animal of another kind', (one) => ({ ...someFish(one.sea()), species: 'whale' }), 'bet_invalid'],
    ['an invalid number', () => ({ fish: 15, species: 'sardine' }), 'bet_invalid'],
    ['one that enters later', (one) => ({ ...someFish(one.sea()), fish: 16 * 1_000 }), 'target_gone'],
  ])('at %s is refused before any draw or charge', async (_case, target, error) => {
    const one = await guest('ann');
    const { body } = await one.shoot(target(one) as FishPass);
    expect(body).toEqual({ error });
    expect([await world.rounds(), world.wallet.instructions.size]).toEqual([[], 0]);
  });

  test('without a seat is refused; one without a target is a single-player shot', async () => {
    world.wallet.balances.set('ann', START);
    const session = await studio.join('ann', GAME);
    const bet: EngineBet = { engine: 'fish', stake: STAKE, target: 'sardine' };
    expect((await studio.play(session, { key: newKey(), bet, fish: 0 })).body.error).toBe('not_seated');
    expect((await studio.play(session, { key: newKey(), bet })).status).toBe(200);
    await expectExactBooks();
  });

  test('at a caught animal is refused, without a charge or a used seed; the catch can be requested again', async () => {
    const [one, two] = [await guest('ann'), await guest('bea')];
    const target = someFish(one.sea());
    await willHit(one, target.species, true);
    const key = newKey();
    const caught = await one.shoot(target, key);
    for (const hit of [true, false]) {
      await willHit(two, target.species, hit);
      expect((await two.shoot(target)).body.error).toBe('target_gone');
    }
    expect((await one.shoot(target, key)).body.round).toEqual(caught.body.round);
    expect((await one.shoot({ ...target, fish: target.fish + 16 }, key)).body.error).toBe('bad_request');
    const next = await two.shoot(someFish(one.sea(), 'puffer'));
    expect(next.body.round.fairness.serverSeedHash).toBe(two.session.next.serverSeedHash);
    await expectExactBooks();
  });

  test('waits for earlier shots and learns nothing else about their draws: a player who cannot pay learns nothing of the next draw', async () => {
    const [one, two] = [await guest('ann'), await guest('bea')];
    const target = someFish(one.sea());
    world.wallet.refusal = undefined;
    world.wallet.balances.set('ann', 0n);
    for (const hit of [true, false]) {
      await willHit(one, target.species, hit);
      await willHit(two, target.species, false);
      const [poor, rich] = await Promise.all([one.shoot(target), two.shoot(target)]);
      expect([poor.body.error, rich.status]).toEqual(['insufficient_funds', 200]);
    }
    world.wallet.balances.set('ann', START);
    await expectExactBooks();
  });

  test('that the wallet does not answer reserves its animal until the result is known; after a rollback the animal is free', async () => {
    const [one, two] = [await guest('ann'), await guest('bea')];
    const target = someFish(one.sea());
    await willHit(one, target.species, true);
    world.wallet.fault = (operation, body) => (body.player === 'ann' || operation === 'status' ? 'lost' : undefined);
    const silent = await one.shoot(target);
    expect(silent.body.error).toBe('round_pending');
    expect((await two.shoot(target)).body.error).toBe('target_gone');
    world.wallet.fault = () => undefined;
    await allEnded();
    expect(await world.rounds()).toMatchObject([{ state: 'refunded' }]);
    expect(two.sea().caught).toEqual([]);
    await willHit(two, target.species, true);
    expect((await two.shoot(target)).body.round.outcome).toMatchObject({ hit: true });
    const [refunded] = await world.rounds();
    world.wallet.instructions.delete(`${refunded?.id}-b`);
    await world.db.deleteFrom('studio_round').where('state', '=', 'refunded').execute();
    await expectExactBooks();
  });

  test('with a slow wallet reserves its own animal only, and counts as it was drawn', async () => {
    const [one, two] = [await guest('ann'), await guest('bea')];
    const target = someFish(one.sea());
    await willHit(one, target.species, true);
    await willHit(two, 'puffer', false);
    world.wallet.fault = (operation, { player }) => (operation === 'bet' && player === 'ann' ? 'held' : undefined);
    const slow = one.shoot(target);
    await eventually(async () => expect(await world.rounds()).toHaveLength(1));
    expect((await two.shoot(someFish(two.sea(), 'puffer'))).status).toBe(200);
    expect((await two.shoot(target)).body.error).toBe('target_gone');
    expect(two.sea().caught).toEqual([]);
    world.wallet.releaseLate();
    expect((await slow).body.round).toMatchObject({ status: 'settled', outcome: { hit: true } });
    await eventually(() => expect(two.sea().caught).toContain(target.fish));
    await expectExactBooks();
  });

  test('of many players at the same animals at once: one catch for each animal, and exact balances', async () => {
    const other = await world.start({ clock });
    const guests = await Promise.all(['ann', 'bea', 'cid', 'dan'].map((name, index) => guest(name, index % 2 ? other : studio)));
    const volley = async (hits: readonly boolean[]) => {
      const target = someFish(guests[0]?.sea() as SeaSight);
      for (const [index, hit] of hits.entries()) await willHit(guests[index] as Guest, target.species, hit);
      const answers = await Promise.all(guests.map((one) => one.shoot(target)));
      await eventually(() => expect(guests[0]?.sea().caught.includes(target.fish)).toBe(hits.includes(true)));
      return answers.map(({ body }) => body.error ?? ((body.round.outcome as { hit: boolean }).hit ? 'hit' : 'miss')).sort();
    };
    expect(await volley([true, true, true, true])).toEqual(['hit', 'target_gone', 'target_gone', 'target_gone']);
    expect(await volley([false, false, false, false])).toEqual(['miss', 'miss', 'miss', 'miss']);
    const mixed = await volley([true, false, true, false]);
    expect(mixed.filter((end) => end === 'hit')).toHaveLength(1);
    expect(mixed.filter((end) => end === 'target_gone').length).toBeGreaterThan(0);
    await expectExactBooks();
    await other.close();
  });
});
