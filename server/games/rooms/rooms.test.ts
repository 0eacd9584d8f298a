import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { seedHash } from '../../../shared/games/fairness.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { ROOM_LEVELS } from '../../../shared/games/rooms/levels.ts';
import { type LobbyView, ROOM_API, type RoomView, type TableView } from '../../../shared/games/rooms/protocol.ts';
import { dealHands, replay, suggestion } from '../../../shared/games/rooms/thirteen.ts';
import { gameOf, openStudioWorld, type Running, type StudioWorld } from '../test-studio.ts';
import { dealtHand } from './dealt-hand.ts';
import { presentHandEvidence } from './presenter.ts';
import type { Entry, Hand } from './rows.ts';
import { nextTurnEnds } from './test-turns.ts';

const START = 1_000_0000n;
const GAME = gameOf('thirteen').gameId;
const STAKE = ROOM_LEVELS.bay ?? 0n;

let world: StudioWorld;
let studio: Running;
/** The studio's clock: real time plus the time that a test has skipped. */
let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };

beforeAll(async () => {
  world = await openStudioWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  ahead = 0;
  world.wallet.balances.clear();
  world.wallet.instructions.clear();
  world.wallet.finished.clear();
  world.wallet.fault = () => undefined;
  world.wallet.refusal = undefined;
});

interface Guest {
  readonly name: string;
  readonly session: StudioSession;
  sit(level?: string): Promise<TableView>;
  /** The code of a refusal. */
  ready(ready?: boolean): Promise<string | undefined>;
  view(): Promise<RoomView>;
  table(): Promise<TableView>;
  move(view: TableView, cards: readonly number[]): Promise<{ status: number; body: TableView & { error?: string } }>;
  leave(): Promise<void>;
}

/** A player whose page gets the current state, like the first event of a stream. */
async function guest(name: string, at: Running = studio): Promise<Guest> {
  if (!world.wallet.balances.has(name)) world.wallet.balances.set(name, START);
  const session = await at.join(name, GAME);
  const post = async <T>(path: string, body: unknown) => at.call<T>(path, body, session.token);
  const self: Guest = {
    name,
    session,
    sit: async (level = 'bay') => (await post<TableView>(ROOM_API.sit, { level })).body,
    ready: async (ready = true) => (await post<TableView>(ROOM_API.ready, { ready })).body.error,
    view: () => firstEvent(at, session.token),
    table: async () => (await self.view()) as TableView,
    move: (view, cards) => post(ROOM_API.move, { handId: view.hand?.handId, step: view.hand?.step, cards }),
    leave: async () => void (await post(ROOM_API.leave, {})),
  };
  return self;
}

async function firstEvent(at: Running, token: string): Promise<RoomView> {
  const text = await readStream(at, token, {}, (received) => /\ndata: .*\n\n/.test(received));
  return JSON.parse(/\ndata: (.*)\n\n/.exec(text)?.[1] ?? '') as RoomView;
}

async function readStream(at: Running, token: string, headers: Record<string, string>, enough: (text: string) => boolean): Promise<string> {
  const answer = await fetch(at.url + ROOM_API.stream, { headers: { authorization: `Bearer ${token}`, ...headers } });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += new TextDecoder().decode(chunk.value);
    if (enough(text)) break;
  }
  await reader.cancel();
  return text;
}

async function until<T>(read: () => Promise<T>, good: (seen: T) => boolean): Promise<T> {
  return vi.waitFor(
    async () => {
      const seen = await read();
      if (!good(seen)) throw new Error(`not yet: ${JSON.stringify(seen)}`);
      return seen;
    },
    { timeout: 30_000, interval: 25 },
  );
}

/** All players sit down and agree to the hand; the waiting time is skipped. */
async function dealt(names: readonly string[], level = 'bay'): Promise<Guest[]> {
  const guests = await Promise.all(names.map((name) => guest(name)));
  for (const one of guests) await one.sit(level);
  for (const one of guests) await one.ready();
  ahead += 7_000;
  for (const one of guests) await until(one.table, (view) => view.hand !== null || view.last !== null || view.notice !== null);
  return guests;
}

/** Plays the hand to its end and returns the number of moves. */
async function playOut(guests: readonly Guest[]): Promise<void> {
  const seats = new Map<number, Guest>();
  for (const one of guests) {
    const view = await one.view();
    if (view.kind === 'table') seats.set(view.seat, one);
  }
  let view = await guests[0]?.table();
  for (let mover = seats.get(view?.hand?.turn ?? -1); mover; mover = seats.get(view?.hand?.turn ?? -1)) {
    const own = await mover.table();
    if (own.hand?.turn !== own.seat) return;
    const answer = await mover.move(own, await legal(own));
    expect([200, 409]).toContain(answer.status);
    view = answer.body;
  }
}

async function legal(view: TableView): Promise<readonly number[]> {
  const { mine = [], trick = null, opening = null } = view.hand ?? {};
  const state = { hands: [mine], turn: 0, trick: trick && { player: 1, cards: trick.cards }, passed: [], opening, winner: null };
  return suggestion(state);
}

const hands = async (): Promise<Hand[]> => world.db.selectFrom('studio_hand').selectAll().orderBy('started_at').execute();
const entries = async (): Promise<Entry[]> => world.db.selectFrom('studio_entry').selectAll().orderBy('id').execute();

async function allPaid(): Promise<Entry[]> {
  return until(entries, (all) => all.every((entry) => ['settled', 'refunded', 'refused'].includes(entry.state)));
}

/** Expects that stakes equal wins, rake and refunds, and that the wallet's ledger matches the studio for each entry. */
async function expectExactBooks(): Promise<void> {
  const [played, all] = [await hands(), await allPaid()];
  for (const hand of played) {
    const own = all.filter((entry) => entry.hand_id === hand.id && entry.state !== 'refused');
    const stakes = own.reduce((sum, entry) => sum + BigInt(entry.stake), 0n);
    const back = own.filter((entry) => entry.state === 'refunded').reduce((sum, entry) => sum + BigInt(entry.stake), 0n);
    const wins = own.filter((entry) => entry.state === 'settled').reduce((sum, entry) => sum + BigInt(entry.payout ?? 0), 0n);
    expect([hand.state, stakes]).toEqual([hand.state, wins + back + BigInt(hand.rake ?? 0)]);
  }
  const expected = new Map([...world.wallet.balances.keys()].map((player) => [player, START]));
  for (const { id, player, stake, payout, state } of all) {
    if (player === null) continue;
    const placed = world.wallet.instructions.get(`${id}-b`);
    expect([id, placed?.state === 'accepted', world.wallet.instructions.get(`${id}-w`)?.amount]).toEqual(
      state === 'settled' ? [id, true, BigInt(payout ?? 0)] : [id, false, undefined],
    );
    if (state === 'settled') expected.set(player, (expected.get(player) ?? 0n) + BigInt(payout ?? 0) - BigInt(stake));
  }
  expect(world.wallet.balances).toEqual(expected);
}

describe('at a table', () => {
  beforeAll(async () => {
    studio = await world.start({ clock });
  });
  beforeEach(() => world.clear());
  afterAll(() => studio.close());

  test('a hand of three: the first player without cards wins the pot minus the rake, and the hand can be recomputed', async () => {
    const guests = await dealt(['ann', 'ben', 'cho']);
    const [before] = await Promise.all(guests.map((one) => one.table()));
    expect(before?.hand?.pot).toBe('3.0000');
    await playOut(guests);
    await expectExactBooks();
    const [hand] = await hands();
    expect(hand).toMatchObject({ state: 'done', pot: String(3n * STAKE), rake: '700' });
    const all = await entries();
    const evidence = presentHandEvidence(hand as Hand, all, undefined);
    expect(evidence?.serverSeedHash).toBe(before?.seedHash);
    expect(seedHash(evidence?.serverSeed ?? '')).toBe(before?.seedHash);
    expect(evidence?.clientSeeds).toEqual(guests.map((one) => one.session.next.clientSeed));
    const again = dealHands(evidence?.serverSeed ?? '', evidence?.clientSeeds ?? [], evidence?.nr ?? 0);
    expect(again).toEqual(evidence?.hands);
    expect(replay(again, evidence?.moves ?? []).winner).toBe(hand?.winner);
    const ended = (await guests[0]?.table())?.last;
    expect(ended).toMatchObject({ state: 'done', pot: '3.0000', rake: '0.0700', paid: true });
    // The next hand has a new seed, and no player has agreed to it yet.
    const after = await guests[1]?.table();
    expect(after?.seedHash).not.toBe(before?.seedHash);
    expect(after).toMatchObject({ state: 'waiting', hand: null, nr: 2 });
    expect(after?.players.some((player) => player.ready)).toBe(false);
  });

  test('a hand whose moves cannot be replayed is void after some attempts, and every stake is refunded', async () => {
    await dealt(['ann', 'ben', 'cho']);
    await world.db.updateTable('studio_hand').set({ moves: '[{"player":0,"cards":[0,1,2,3,4,5],"auto":false}]' }).execute();
    ahead += 21_000;
    await until(hands, (all) => all.every(({ state }) => state === 'void'));
    await expectExactBooks();
    expect((await entries()).map(({ state }) => state)).toEqual(['refunded', 'refunded', 'refunded']);
  });

  test('for any players and hands, stakes equal wins, rake and refunds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 4 }),
        fc.nat(4),
        fc.constantFrom(...Object.keys(ROOM_LEVELS)),
        async (count, moves, level) => {
          await world.clear();
          const guests = await dealt(
            Array.from({ length: count }, (_, index) => `p${index}`),
            level,
          );
          for (let move = 0; move < moves; move++) {
            const views = await Promise.all(guests.map((one) => one.table()));
            const turn = views.findIndex((view) => view.hand?.turn === view.seat);
            if (turn >= 0) await guests[turn]?.move(views[turn] as TableView, await legal(views[turn] as TableView));
          }
          if (moves % 2 === 0) await playOut(guests);
          else ahead += 60_000;
          await until(hands, (all) => all.every((hand) => hand.state === 'done' || hand.state === 'void'));
          await expectExactBooks();
          world.wallet.balances.clear();
          world.wallet.instructions.clear();
          world.wallet.finished.clear();
        },
      ),
      { numRuns: 3 },
    );
  });

  test('no player gets the cards of another: no stream or answer contains them before the hand ends', async () => {
    const guests = await dealt(['eve', 'fay', 'gus']);
    const [hand] = await hands();
    const truth = dealtHand(hand as Hand, await entries());
    for (const one of guests) {
      const view = await one.table();
      const seat = truth?.entries.findIndex((entry) => entry.player === one.name) ?? -1;
      expect(view.hand?.mine).toEqual(truth?.hands[seat]);
      const wire = JSON.stringify(view);
      expect(wire).not.toContain(hand?.server_seed);
      expect(wire).not.toContain('client_seed":');
      const { mine, opening, ...rest } = view.hand ?? {};
      // Without the viewer's own cards, a view contains no cards except the played ones.
      expect(rest).toMatchObject({ trick: null, lastMove: null });
      if (opening != null) expect(mine).toContain(opening);
      expect(view.players.map((player) => Object.keys(player).sort())).toEqual(
        view.players.map(() => ['alias', 'away', 'bot', 'cards', 'leaving', 'passed', 'ready', 'seat', 'you']),
      );
      expect(view.players.map((player) => player.cards)).toEqual([13, 13, 13]);
      for (const other of guests.filter(({ name }) => name !== one.name)) expect(wire).not.toContain(`"${other.session.next.clientSeed}"`);
    }
    const verify = await fetch(`${studio.url}/studio/verify/${hand?.id}`).then((answer) => answer.text());
    expect(verify).not.toContain(hand?.server_seed);
  });

  test('a move out of turn, with cards of another player or against the rules has no effect; the same move again is the same', async () => {
    const guests = await dealt(['hal', 'ida']);
    const views = await Promise.all(guests.map((one) => one.table()));
    const turn = views.findIndex((view) => view.hand?.turn === view.seat);
    const [mover, waiter] = [guests[turn] as Guest, guests[1 - turn] as Guest];
    const [view, other] = [views[turn] as TableView, views[1 - turn] as TableView];
    const body = async (answer: Promise<{ body: { error?: string } }>) => (await answer).body.error;
    expect(await body(waiter.move(other, await legal(other)))).toBe('not_your_turn');
    expect(await body(mover.move(view, other.hand?.mine.slice(0, 1) ?? []))).toBe('move_invalid');
    expect(await body(mover.move(view, []))).toBe('move_invalid');
    expect(await body(mover.move(view, view.hand?.mine ?? []))).toBe('move_invalid');
    expect(await body(mover.move({ ...view, hand: { ...view.hand, step: 3 } } as TableView, []))).toBe('not_your_turn');
    expect((await hands())[0]?.moves).toBe('[]');
    const cards = await legal(view);
    const answers = await Promise.all([mover.move(view, cards), mover.move(view, cards)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect((await mover.move(view, cards)).status).toBe(200);
    expect(JSON.parse((await hands())[0]?.moves ?? '')).toHaveLength(1);
    expect(await body(mover.move(view, []))).toBe('not_your_turn');
  });

  test('the time-out rule plays for a player; after two time-outs it plays at once, and the player leaves after the hand', async () => {
    const guests = await dealt(['jan', 'kim']);
    ahead += 20_500;
    const after = await until(guests[0]?.table ?? never, (view) => (view.hand?.step ?? 0) > 0);
    expect(after.hand?.lastMove).toMatchObject({ auto: true });
    for (let turn = 0; turn < 120 && (await hands())[0]?.state === 'playing'; turn++) {
      const { step } = (await entriesStep()) ?? { step: 0 };
      ahead += Math.max(0, (await nextTurnEnds(world.db)) - clock.now().getTime());
      await until(entriesStep, (now) => now === undefined || now.step > step);
    }
    await expectExactBooks();
    expect((await hands())[0]?.state).toBe('done');
    for (const one of guests) expect((await one.view()).kind).toBe('lobby');
  });

  test('the rule plays for a player who leaves, and a player who returns has the same seat and cards', async () => {
    const guests = await dealt(['lea', 'max', 'noa']);
    const [lea, max] = guests as [Guest, Guest];
    const before = await max.table();
    const back = await guest('max');
    expect((await back.table()).hand?.mine).toEqual(before.hand?.mine);
    // The older page can no longer act: one member has one seat.
    expect((await max.view()).kind).toBe('table');
    expect((await back.move(before, [])).body.error).toBe('seat_elsewhere');
    await lea.leave();
    expect((await lea.table()).players.find((player) => player.you)?.leaving).toBe(true);
    const rest = [await guest('max'), guests[2] as Guest];
    for (let turn = 0; turn < 200 && (await hands())[0]?.state === 'playing'; turn++) {
      await playOut(rest);
      ahead += 1_000;
    }
    await expectExactBooks();
    expect((await lea.view()).kind).toBe('lobby');
  });

  test('one member has one seat, for any number of sessions', async () => {
    const sessions = await Promise.all([guest('oda'), guest('oda'), guest('oda')]);
    await Promise.all(sessions.map((one, index) => one.sit(index === 0 ? 'bay' : 'reef')));
    const seats = await world.db.selectFrom('studio_seat').selectAll().execute();
    expect(seats).toHaveLength(1);
  });

  test('two players who arrive together share a table; a player without company is moved to others', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `q${index}`);
    const guests = await Promise.all(names.map((name) => guest(name)));
    await Promise.all(guests.map((one) => one.sit()));
    const seats = async () => await world.db.selectFrom('studio_seat').select(['table_id', 'player']).execute();
    const full = await seats();
    const sizes = [...new Set(full.map((seat) => seat.table_id))].map((id) => full.filter((seat) => seat.table_id === id).length);
    expect(sizes.sort()).toEqual([2, 4]);
    const small = full.filter((seat) => full.filter((other) => other.table_id === seat.table_id).length === 2).map((seat) => seat.player);
    const large = full.filter((seat) => !small.includes(seat.player)).map((seat) => seat.player);
    for (const one of guests) if (one.name === small[0] || one.name === large[0]) await one.leave();
    await until(seats, (now) => new Set(now.map((seat) => seat.table_id)).size === 1);
    expect(await seats()).toHaveLength(4);
  });

  test('a player refused by the wallet gets the reason and no cards; one remaining player does not play and is refunded', async () => {
    const [poor, rick] = [await guest('poor'), await guest('rick')];
    for (const one of [poor, rick]) await one.sit();
    for (const one of [poor, rick]) await one.ready();
    world.wallet.balances.set('poor', 0n);
    ahead += 7_000;
    const refused = await until(poor.table, (view) => view.notice !== null);
    expect(refused).toMatchObject({ notice: 'insufficient_funds', hand: null });
    world.wallet.balances.set('poor', START);
    await until(hands, (all) => all[0]?.state === 'void');
    await expectExactBooks();
    // The other player learns why, and the refused one has to agree again.
    const other = await rick.table();
    expect(other.last).toMatchObject({ state: 'void', unpaid: true });
    expect(other.players.map(({ ready }) => ready)).toEqual([false, false]);
  });

  test('a player who agrees again while the refusal is on its way is not ready for the next hand', async () => {
    const [poor, rick, sue] = [await guest('poor'), await guest('rick'), await guest('sue')];
    for (const one of [poor, rick, sue]) await one.sit();
    for (const one of [poor, rick, sue]) await one.ready();
    world.wallet.balances.set('poor', 0n);
    // The wallet is slow for the others, so that the refused player can agree before the hand is dealt.
    world.wallet.fault = (operation, { player }) => (operation === 'bet' && player !== 'poor' ? 'held' : undefined);
    ahead += 7_000;
    await until(entries, (all) => all.some(({ player, state }) => player === 'poor' && state === 'refused'));
    world.wallet.balances.set('poor', START);
    expect(await poor.ready()).toBeUndefined();
    world.wallet.fault = () => undefined;
    await until(
      async () => {
        world.wallet.releaseLate();
        return hands();
      },
      (all) => all[0]?.state === 'playing',
    );
    expect(await poor.table()).toMatchObject({ notice: 'insufficient_funds' });
    expect((await poor.table()).players.find(({ you }) => you)?.ready).toBe(false);
    ahead += 60_000;
    await until(hands, (all) => all[0]?.state === 'void');
    // This hand was void for another reason.
    expect((await rick.table()).last).toMatchObject({ state: 'void', unpaid: false });
    await expectExactBooks();
  });

  test('a player whose balance does not cover the stake gets no seat, unless the wallet does not answer', async () => {
    const poor = await guest('poor');
    world.wallet.balances.set('poor', STAKE - 1n);
    expect(await poor.sit()).toEqual({ error: 'insufficient_funds' });
    expect(await world.db.selectFrom('studio_seat').select('player').execute()).toEqual([]);
    world.wallet.fault = (operation) => (operation === 'balance' ? 'lost' : undefined);
    expect(await poor.sit()).toMatchObject({ kind: 'table' });
    world.wallet.balances.set('poor', START);
  });

  test('a player whose balance does not cover the stake cannot agree to a hand, and no other player is charged', async () => {
    const [poor, rick] = [await guest('poor'), await guest('rick')];
    for (const one of [poor, rick]) await one.sit();
    world.wallet.balances.set('poor', STAKE - 1n);
    expect(await poor.ready()).toBe('insufficient_funds');
    expect(await rick.ready()).toBeUndefined();
    ahead += 60_000;
    expect((await rick.table()).players.map(({ you, ready }) => [you, ready])).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(await hands()).toEqual([]);
    expect(await poor.ready(false)).toBeUndefined();
    world.wallet.balances.set('poor', STAKE);
    expect(await poor.ready()).toBeUndefined();
    // The wallet decides about the stake: without its answer a player can agree.
    world.wallet.fault = (operation) => (operation === 'balance' ? 'lost' : undefined);
    expect(await rick.ready()).toBeUndefined();
    expect((await rick.table()).dueAt).not.toBeNull();
    world.wallet.balances.set('poor', START);
  });

  test('a player who takes the seat of a refused one does not see the refusal', async () => {
    const [poor, rick, sue] = [await guest('poor'), await guest('rick'), await guest('sue')];
    for (const one of [poor, rick, sue]) await one.sit();
    // The wallet is slow for the others, so that the seat is free again before the hand is dealt.
    world.wallet.fault = (operation, { player }) => (operation === 'bet' && player !== 'poor' ? 'held' : undefined);
    for (const one of [poor, rick, sue]) await one.ready();
    world.wallet.balances.set('poor', 0n);
    const { seat } = await poor.table();
    ahead += 7_000;
    await until(entries, (all) => all.some(({ player, state }) => player === 'poor' && state === 'refused'));
    await poor.leave();
    const next = await guest('tom');
    const seated = await next.sit();
    expect([seated.seat, seated.state, seated.players.length]).toEqual([seat, 'staking', 3]);
    world.wallet.fault = () => undefined;
    await until(
      async () => {
        world.wallet.releaseLate();
        return hands();
      },
      (all) => all[0]?.state === 'playing',
    );
    expect(await next.table()).toMatchObject({ notice: null, hand: { mine: [] } });
    ahead += 60_000;
    await until(hands, (all) => all[0]?.state === 'void');
    world.wallet.balances.set('poor', START);
    await expectExactBooks();
  });

  test('a wallet that is slow for the players of one table delays no other table', async () => {
    const slow = ['una', 'vic'];
    world.wallet.fault = (operation, { player = '' }) => (operation === 'bet' && slow.includes(player) ? 'held' : undefined);
    const waiting = await Promise.all(slow.map((name) => guest(name)));
    for (const one of waiting) await one.sit('cove');
    for (const one of waiting) await one.ready();
    ahead += 7_000;
    await until(entries, (all) => all.length === 2);
    // A whole session of another table, with time-outs and prizes, during the requests for those stakes.
    const others = await dealt(['wes', 'xia']);
    ahead += 20_500;
    await until(others[0]?.table ?? never, (view) => (view.hand?.step ?? 0) > 0);
    // The time-out rule may play at the same moment as a player; then the table is read again.
    await until(
      async () => {
        await playOut(others);
        return hands();
      },
      (all) => all.some(({ state }) => state === 'done'),
    );
    await until(entries, (all) => all.filter(({ player }) => !slow.includes(player ?? '')).every(({ state }) => state === 'settled'));
    // A hand without all of its stakes is void, and stakes that the wallet confirms later are refunded.
    ahead += 31_000;
    await until(hands, (all) => all.every(({ state }) => state === 'done' || state === 'void'));
    world.wallet.fault = () => undefined;
    await until(
      async () => {
        world.wallet.releaseLate();
        return entries();
      },
      (all) => all.filter(({ player }) => slow.includes(player ?? '')).every(({ state }) => state === 'refunded'),
    );
    await expectExactBooks();
  });

  test('no hand begins without the agreement of two players, which can be withdrawn', async () => {
    const guests = await Promise.all(['sam', 'tea'].map((name) => guest(name)));
    for (const one of guests) await one.sit();
    await guests[0]?.ready();
    ahead += 60_000;
    expect((await guests[0]?.table())?.dueAt).toBeNull();
    await guests[1]?.ready();
    expect((await guests[0]?.table())?.dueAt).not.toBeNull();
    await guests[1]?.ready(false);
    expect((await guests[0]?.table())?.dueAt).toBeNull();
    expect(await hands()).toEqual([]);
    ahead += 91_000;
    await until(
      () => guests[1]?.view() ?? never(),
      (view) => view.kind === 'lobby',
    );
  });

  test('a player who agreed and closed the page is not charged when another arrives later', async () => {
    const [absent, here] = [await guest('una'), await guest('vic')];
    await absent.sit();
    await absent.ready();
    ahead += 91_000;
    await here.sit();
    await here.ready();
    ahead += 7_000;
    const names = async () => (await world.db.selectFrom('studio_seat').select('player').execute()).map(({ player }) => player);
    await until(names, (seated) => !seated.includes('una'));
    expect(await names()).toEqual(['vic']);
    expect(await hands()).toEqual([]);
    expect(world.wallet.balances.get('una')).toBe(START);
  });

  test('with real money there are only people, and the lobby shows how many wait; bots play in free play only and are labelled', async () => {
    const [uma, trial] = [await guest('uma'), await guest('trial7')];
    await uma.sit();
    const level = async (one: Guest) => ((await one.view()) as LobbyView).levels.find(({ level: name }) => name === 'bay');
    expect(await level(await guest('vic'))).toEqual({ level: 'bay', stake: '1.0000', players: 1, bots: 0, waiting: 1, tables: 0 });
    const seen = await trial.sit();
    expect(seen.players.map((player) => [player.you, player.bot])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
    await trial.ready();
    ahead += 3_000;
    await until(trial.table, (view) => view.hand !== null);
    for (let turn = 0; turn < 200 && (await hands())[0]?.state === 'playing'; turn++) {
      await playOut([trial]);
      ahead += 1_300;
    }
    await expectExactBooks();
    expect((await world.db.selectFrom('studio_seat').selectAll().execute()).some((seat) => seat.player === null)).toBe(true);
    await trial.leave();
    expect((await world.db.selectFrom('studio_seat').selectAll().execute()).filter((seat) => seat.player === null)).toEqual([]);
    expect(await level(await guest('vic'))).toMatchObject({ players: 1, bots: 0 });
    // The platform gets the same numbers for its list of rooms, and none for free play.
    const reported = async () => world.wallet.rooms.flatMap(({ roomId, present }) => present.map((one) => ({ roomId, ...one })));
    const expected = [{ roomId: `${GAME}.bay`, currency: 'USD', players: 1, waiting: 1 }];
    expect(await until(reported, (now) => JSON.stringify(now) === JSON.stringify(expected))).toEqual(expected);
  });

  test('a stream that reconnects with its last event id gets only newer events', async () => {
    const wen = await guest('wen');
    await wen.sit();
    const read = (headers: Record<string, string>, enough: (text: string) => boolean) =>
      readStream(studio, wen.session.token, headers, enough);
    const first = await read({}, (text) => text.includes('data: '));
    const id = /id: (\w+)/.exec(first)?.[1] ?? '';
    const second = read({ 'last-event-id': id }, (text) => text.includes('data: '));
    await wen.ready();
    expect(/id: (\w+)/.exec(await second)?.[1]).not.toBe(id);
    expect((await second).match(/data: /g)).toHaveLength(1);
  });
});

/**
 * Restarts the studio, which begins the hand that was not stored. Its turns start at the current time of the test clock, which
 * must then pass the end of each turn, as 20 seconds do in production.
 */
async function playedOutByRule(): Promise<Hand[]> {
  return until(
    async () => {
      ahead += Math.max(0, (await nextTurnEnds(world.db)) - clock.now().getTime());
      return hands();
    },
    (all) => all.every((hand) => hand.state === 'done' || hand.state === 'void'),
  );
}

async function entriesStep(): Promise<{ step: number } | undefined> {
  const [hand] = await hands();
  return hand?.state === 'playing' ? { step: JSON.parse(hand.moves).length } : undefined;
}

function never(): never {
  throw new Error('the seat is empty');
}

describe('when the studio is killed', () => {
  beforeEach(() => world.clear());

  test('during a hand and restarts soon, the hand continues; after a late restart the hand is void and all stakes are refunded', async () => {
    studio = await world.start({ clock });
    const guests = await dealt(['xia', 'yan']);
    const before = await guests[0]?.table();
    await studio.kill();
    studio = await world.start({ clock });
    const again = await guest('xia');
    expect((await again.table()).hand?.mine).toEqual(before?.hand?.mine);
    await studio.kill();
    ahead += 120_000;
    studio = await world.start({ clock });
    await until(hands, (all) => all[0]?.state === 'void');
    await expectExactBooks();
    expect(world.wallet.balances.get('xia')).toBe(START);
    const view = await (await guest('xia')).view();
    expect(view.kind === 'table' && view.last).toMatchObject({ state: 'void', stake: '1.0000', payout: '1.0000', paid: true });
    await studio.close();
  });

  test('a stake that another process confirms while the hand is voided is refunded too', async () => {
    studio = await world.start({ clock, policy: { walletDeadlineMs: 2_000 } });
    world.wallet.fault = (operation) => (operation === 'bet' ? 'hanging' : undefined);
    const guests = await Promise.all(['bea', 'cal'].map((name) => guest(name)));
    for (const one of guests) await one.sit();
    for (const one of guests) await one.ready();
    ahead += 7_000;
    await until(entries, (all) => all.length === 2);
    await world.db.transaction().execute(async (tx) => {
      await tx.updateTable('studio_entry').set({ state: 'open' }).where('player', '=', 'bea').execute();
      ahead += 31_000;
      const waits = sql<{ n: number }>`select count(*)::int as n from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
      // The embedded database has one connection, so waiting is not visible there.
      for (let tries = 0; tries < 40 && !(await waits.execute(tx)).rows[0]?.n; tries++) await new Promise((next) => setTimeout(next, 25));
    });
    await until(hands, (all) => all[0]?.state === 'void');
    await until(entries, (all) => all.some((entry) => entry.player === 'bea' && entry.state !== 'open'));
    await studio.kill();
  });

  test.each([undefined, 'unanswered'] as const)('at any step of a hand (%s), nothing is lost or doubled', async (fault) => {
    const ends = new Set<string>();
    for (const step of [1, 6, 11, 14, 17, 20, 24, 30, 60]) {
      await world.clear();
      world.wallet.balances.clear();
      world.wallet.instructions.clear();
      world.wallet.finished.clear();
      let [armed, count] = [false, 0];
      const deaths: Promise<void>[] = [];
      const mortal = await world.start({
        clock,
        onStep: () => {
          count += armed ? 1 : 0;
          if (armed && count === step) deaths.push(mortal.kill());
          if (armed && count === step - 1) world.wallet.fault = () => fault;
        },
      });
      studio = mortal;
      const guests = await Promise.all(['zoe', 'abe'].map((name) => guest(name)));
      for (const one of guests) await one.sit();
      for (const one of guests) await one.ready();
      armed = true;
      ahead += 7_000;
      await until(
        async () => deaths.length,
        (dead) => dead > 0,
      );
      armed = false;
      await Promise.all(deaths);
      world.wallet.fault = () => undefined;
      const interrupted = new Set((await hands()).map(({ id }) => id));
      // Every second restart is immediate; the others come after the limit.
      if (step % 2 === 0) ahead += 120_000;
      studio = await world.start({ clock });
      ahead += 120_000;
      const over = await playedOutByRule();
      await expectExactBooks();
      for (const { state } of over.filter(({ id }) => interrupted.has(id))) ends.add(state);
      await studio.close();
    }
    expect([...ends]).toEqual(['void']);
  });
});
