import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { DIGITS } from '../../shared/games/digits.ts';
import { EVENT_API, type EventsAnswer } from '../../shared/games/events/protocol.ts';
import { seriesOf } from '../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';
import { TABLE_API, type TableAnswer } from '../../shared/games/live/protocol.ts';
import { tableRules } from '../../shared/games/live/table.ts';
import { TABLE_GAMES } from '../../shared/games/live/table-games.ts';
import type { EngineBet, StudioError, StudioSession } from '../../shared/games/protocol.ts';
import { ROOM_API, type RoomView } from '../../shared/games/rooms/protocol.ts';
import type { SeamlessAnswer } from '../../shared/seamless/wallet.ts';
import { nextTurnEnds } from './rooms/test-turns.ts';
import { eventually, gameOf, newKey, openStudioWorld, type Running, type StudioWorld } from './test-studio.ts';
import type { WalletFault } from './test-wallet.ts';

/** All possible wallet answers to a stake, with the expected result in every game. */
interface Scenario {
  readonly refusal?: SeamlessAnswer['status'];
  /** Answer to the bet. */
  readonly fault?: WalletFault;
  /** Answer to every call until the wallet recovers. */
  readonly silent?: boolean;
  /** Sent twice with the same key. */
  readonly twice?: boolean;
  /** The refusal that the player gets; absent if the bet was accepted. */
  readonly error?: StudioError;
  readonly end: 'settled' | 'refunded' | 'refused';
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  yes: { end: 'settled' },
  duplicate: { twice: true, end: 'settled' },
  answerLost: { fault: 'unanswered', end: 'settled' },
  rubbish: { fault: 'garbled', end: 'settled' },
  neverCame: { fault: 'lost', end: 'refunded' },
  brokenDown: { fault: 'broken', end: 'refunded' },
  cameLate: { fault: 'late', end: 'refunded' },
  silence: { silent: true, error: 'round_pending', end: 'refunded' },
  mismatch: { refusal: 'TRANSACTION_MISMATCH', end: 'refunded' },
  rolledBack: { refusal: 'BET_ROLLED_BACK', end: 'refunded' },
  noMoney: { refusal: 'INSUFFICIENT_FUNDS', error: 'insufficient_funds', end: 'refused' },
  limit: { refusal: 'LIMIT_REACHED', error: 'limit_reached', end: 'refused' },
  excluded: { refusal: 'PLAYER_BLOCKED', error: 'player_blocked', end: 'refused' },
  closedGame: { refusal: 'GAME_DISABLED', error: 'game_disabled', end: 'refused' },
  unknownGame: { refusal: 'GAME_NOT_FOUND', error: 'game_not_found', end: 'refused' },
  expired: { refusal: 'TOKEN_EXPIRED', error: 'session_expired', end: 'refused' },
  otherCurrency: { refusal: 'WRONG_CURRENCY', error: 'game_disabled', end: 'refused' },
};
const NAMES = Object.keys(SCENARIOS);
const START = 1_000_0000n;
const NOON = Date.UTC(2026, 5, 1, 12, 0, 30);
const GATHERED_MS = 7_000;

const INSTANT: Readonly<Record<EngineBet['engine'], EngineBet>> = {
  slot: { engine: 'slot', stake: '1.0000' },
  dice: { engine: 'dice', stake: '1.0000', over: true, target: 50 },
  roulette: { engine: 'roulette', chips: [{ spot: 'red', stake: '1.0000' }] },
  keno: { engine: 'keno', stake: '1.0000', picks: [1, 2, 3] },
  fish: { engine: 'fish', stake: '1.0000', target: 'ray' },
  duel: { engine: 'duel', stake: '1.0000', side: 'one' },
  digits: { engine: 'digits', stake: '1.0000', kind: 'straight', number: '7'.padStart(DIGITS.triple, '0') },
};

vi.setConfig({ testTimeout: 120_000 });

let world: StudioWorld;
/** Transactions whose bet was accepted. */
const players = new Map<string, string>();
let isWell = false;
beforeAll(async () => {
  world = await openStudioWorld();
  await (await world.start()).close();
});
afterAll(() => world.close());
beforeEach(async () => {
  const { balances, instructions, finished, refusals, calls } = world.wallet;
  for (const map of [balances, instructions, finished, refusals, players]) map.clear();
  calls.length = 0;
  isWell = false;
  world.wallet.fault = faultOf;
});

function faultOf(operation: string, body: Record<string, string>): WalletFault {
  if (operation === 'bet') players.set(body.transactionId?.slice(0, -2) ?? '', body.player ?? '');
  const id = (body.transactionId ?? '').slice(0, -2);
  const scenario = SCENARIOS[body.player ?? players.get(id) ?? ''];
  if (scenario?.silent && !isWell && operation !== 'authenticate') return 'lost';
  // If the token ends during a round, its win is still paid.
  if (operation === 'win') world.wallet.refusals.set(body.player ?? '', 'TOKEN_EXPIRED');
  return operation === 'bet' ? scenario?.fault : undefined;
}

/** A member for each scenario, and `more` members without a fault. */
async function seat(studio: Running, gameId: string, names: readonly string[]): Promise<ReadonlyMap<string, StudioSession>> {
  const sessions = new Map<string, StudioSession>();
  for (const name of names) {
    world.wallet.balances.set(name, START);
    const { refusal } = SCENARIOS[name] ?? {};
    if (refusal) world.wallet.refusals.set(name, refusal);
    sessions.set(name, await studio.join(name, gameId));
  }
  return sessions;
}

/** Sends the bet of each player; returns the codes of refusals, and the differences from the scenarios. */
async function betAll(
  sessions: ReadonlyMap<string, StudioSession>,
  bet: (session: StudioSession, key: string) => Promise<string | undefined>,
) {
  const outcomes = [...sessions].map(async ([name, session]) => {
    const key = newKey();
    const error = await bet(session, key);
    if (SCENARIOS[name]?.twice) expect([name, await bet(session, key)]).toEqual([name, error]);
    return [name, error];
  });
  const expected = [...sessions.keys()].map((name) => [name, SCENARIOS[name]?.error]);
  expect(await Promise.all(outcomes)).toEqual(expected);
}

interface Ended {
  readonly id: string;
  readonly player: string | null;
  readonly state: string;
  readonly stake: string;
  readonly payout: string | null;
}

/** Expects that every stake has ended as in its scenario, that the wallet's ledger agrees, and that balances match. */
async function expectEnded(rows: () => Promise<readonly Ended[]>, isOver: (row: Ended) => boolean = () => true): Promise<void> {
  isWell = true;
  const all = await vi.waitFor(
    async () => {
      world.wallet.releaseLate();
      const seen = await rows();
      expect(seen.filter(({ state }) => !['settled', 'refunded', 'refused'].includes(state))).toEqual([]);
      return seen;
    },
    { timeout: 60_000, interval: 20 },
  );
  const balances = new Map([...world.wallet.balances.keys()].map((player) => [player, START]));
  for (const row of all) {
    const { id, player, state } = row;
    if (player === null) continue;
    if (isOver(row)) expect([player, state]).toEqual([player, SCENARIOS[player]?.end ?? 'settled']);
    const books = {
      counted: world.wallet.instructions.get(`${id}-b`)?.state === 'accepted',
      won: world.wallet.instructions.get(`${id}-w`)?.amount,
      closed: world.wallet.finished.has(id),
    };
    const isPaid = state === 'settled';
    expect([player, books]).toEqual([player, { counted: isPaid, won: isPaid ? BigInt(row.payout ?? 0) : undefined, closed: isPaid }]);
    if (isPaid) balances.set(player, (balances.get(player) ?? 0n) - BigInt(row.stake) + BigInt(row.payout ?? 0));
  }
  expect(world.wallet.balances).toEqual(balances);
  expect(new Set(all.map(({ player }) => player)).size).toBe(world.wallet.balances.size);
}

describe('a round that ends at once', () => {
  test.each(Object.entries(INSTANT))('%s: for any wallet answer, the player gets it and the ledger is exact', async (engine, bet) => {
    await world.clear();
    const studio = await world.start();
    const game = engine === 'digits' ? gameOf('triple') : STUDIO_GAMES.find((one) => one.engine === engine);
    const sessions = await seat(studio, game?.gameId ?? '', NAMES);
    await betAll(sessions, async (session, key) => (await studio.play(session, { key, bet })).body.error);
    await expectEnded(() => world.rounds());
    await studio.close();
  });
});

const tickets = () => world.db.selectFrom('studio_ticket').selectAll().execute();

describe('a bet with a later result', () => {
  test('match', async () => {
    await world.clear();
    const clock = { ahead: NOON - Date.now() };
    const series = seriesOf(STUDIO_GAMES)
      .filter(({ kind }) => kind.name === 'match')
      .slice(0, 1);
    const gameId = series[0]?.gameId ?? '';
    const studio = await world.start({ series, clock: { now: () => new Date(Date.now() + clock.ahead) } });
    const sessions = await seat(studio, gameId, NAMES);
    const match = await eventually(async () => {
      const { body } = await studio.call<EventsAnswer>(`${EVENT_API.events}?gameId=${gameId}`);
      const found = body.fixtures.find(({ startsAt }) => Date.parse(startsAt) > Date.now() + clock.ahead + 60_000);
      if (!found) throw new Error('no match yet');
      return found;
    });
    const [offer] = match.markets[0]?.picks ?? [];
    const legs = [{ eventId: match.eventId, selection: offer?.selection, odds: offer?.odds }];
    await betAll(sessions, async (session, key) => {
      const request = { key, legs, stake: '3.0000', acceptBetter: true };
      return (await studio.call(EVENT_API.ticket, request, session.token)).body.error;
    });
    clock.ahead += Date.parse(match.endsAt) - (Date.now() + clock.ahead) + 1;
    isWell = true;
    await vi.waitFor(async () => expect((await tickets()).filter(({ state }) => state === 'placing')).toEqual([]), { timeout: 60_000 });
    await expectEnded(tickets);
    await studio.close();
  });

  test.each(TABLE_GAMES)('table of %s', async (variant) => {
    await world.clear();
    const { gameId } = gameOf(variant);
    const clock = { at: NOON };
    const series = seriesOf(STUDIO_GAMES).filter((one) => one.gameId === gameId);
    const studio = await world.start({ series, clock: { now: () => new Date(clock.at) } });
    const sessions = await seat(studio, gameId, NAMES);
    const round = await vi.waitFor(
      async () => {
        const { body } = await studio.call<TableAnswer>(`${TABLE_API.table}?gameId=${gameId}`);
        if (body.round?.state !== 'open') clock.at += 1_000;
        if (body.round?.state !== 'open') throw new Error('no open round');
        return body.round;
      },
      { timeout: 60_000, interval: 10 },
    );
    const chips = [{ spot: tableRules(variant).spots[0]?.id ?? '', stake: '3.0000' }];
    await betAll(sessions, async (session, key) => {
      const answer = await studio.call(TABLE_API.slip, { key, roundId: round.roundId, chips }, session.token);
      return answer.body.error;
    });
    isWell = true;
    clock.at = Date.parse(round.drawsAt) + 1;
    await vi.waitFor(
      async () => {
        // Long enough to show the result, and for every pause between two attempts.
        clock.at += 1_000;
        expect((await tickets()).filter(({ state }) => !['settled', 'refunded', 'refused'].includes(state))).toEqual([]);
      },
      { timeout: 60_000, interval: 20 },
    );
    await expectEnded(tickets);
    await studio.close();
  });
});

test('a stake of a hand between players', async () => {
  await world.clear();
  let ahead = 0;
  const studio = await world.start({ clock: { now: () => new Date(Date.now() + ahead) } });
  const { gameId } = gameOf('thirteen');
  // In pairs, each joined by two players without a fault; a player who does not pay does not delay the others.
  const sessions = new Map<string, StudioSession>();
  const entries = () => world.db.selectFrom('studio_entry').selectAll().execute();
  const levels = ['cove', 'bay', 'reef'];
  const scenarios = ['neverCame', 'answerLost', 'noMoney', 'limit', 'excluded', 'expired'];
  for (const [nr, level] of levels.entries()) {
    const own = await seat(studio, gameId, [`good-${nr}`, `well-${nr}`, ...scenarios.slice(nr * 2, nr * 2 + 2)]);
    for (const [name, session] of own) {
      sessions.set(name, session);
      const sat = await studio.call<RoomView>(ROOM_API.sit, { level }, session.token);
      expect([level, sat.status]).toEqual([level, 200]);
    }
    for (const { token } of own.values()) await studio.call(ROOM_API.ready, { ready: true }, token);
  }
  const hands = () => world.db.selectFrom('studio_hand').selectAll().execute();
  ahead += GATHERED_MS;
  await vi.waitFor(async () => expect((await hands()).map(({ state }) => state)).toEqual(levels.map(() => 'playing')), {
    timeout: 60_000,
    interval: 50,
  });
  const seats = await world.db.selectFrom('studio_seat').selectAll().execute();
  const notices = seats.filter(({ notice }) => notice !== null).map(({ player, notice }) => [player, notice]);
  const expected = scenarios.filter((name) => SCENARIOS[name]?.error).map((name) => [name, SCENARIOS[name]?.error]);
  expect(notices.sort()).toEqual(expected.sort());
  await vi.waitFor(
    async () => {
      ahead += Math.max(0, (await nextTurnEnds(world.db)) - Date.now() - ahead);
      expect((await hands()).filter(({ state }) => state === 'playing')).toEqual([]);
    },
    { timeout: 60_000, interval: 20 },
  );
  await expectEnded(entries);
  await studio.close();
});
