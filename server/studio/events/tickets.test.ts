import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { oddsHundredths, type Selection, winnerOf, winningPayout } from '../../../shared/studio/events/match.ts';
import {
  EVENT_API,
  type EventsAnswer,
  type MatchEvent,
  type TicketAnswer,
  type TicketRequest,
  type TicketsAnswer,
} from '../../../shared/studio/events/protocol.ts';
import { seriesOf, VOID_AFTER_SECONDS } from '../../../shared/studio/events/series.ts';
import { STUDIO_GAMES } from '../../../shared/studio/games.ts';
import type { StudioSession } from '../../../shared/studio/protocol.ts';
import { simulationStream } from '../../../shared/studio/simulation-stream.ts';
import { type MovableClock, movableClock } from '../../platform/clock.ts';
import { type Answer, newKey, openStudioWorld, type Running, type StudioWorld } from '../test-studio.ts';
import type { WalletFault } from '../test-wallet.ts';
import { fixtureOf, type StudioEvent, scoreOf } from './event-store.ts';
import type { TicketRecord } from './ticket-store.ts';

const START = 1_000_0000n;
const NOON = Date.UTC(2026, 5, 1, 12, 0, 30);
const SERIES = seriesOf(STUDIO_GAMES)
  .filter((one) => one.kind.name === 'match')
  .slice(0, 1);
const GAME = SERIES[0]?.gameId ?? '';

vi.setConfig({ testTimeout: 240_000 });

let world: StudioWorld;
let clock: MovableClock;
beforeAll(async () => {
  world = await openStudioWorld();
  await (await world.start()).close();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.clear();
  world.wallet.balances.clear();
  world.wallet.instructions.clear();
  world.wallet.finished.clear();
  world.wallet.calls.length = 0;
  world.wallet.refusal = undefined;
  world.wallet.fault = () => undefined;
  const since = Date.now();
  clock = movableClock({ now: () => new Date(NOON + Date.now() - since) });
});

const tickets = (): Promise<TicketRecord[]> => world.db.selectFrom('studio_ticket').selectAll().orderBy('placed_at').execute();
const event = (id: string): Promise<StudioEvent> =>
  world.db.selectFrom('studio_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 20 });
const running: Running[] = [];
async function start(more: Parameters<StudioWorld['start']>[0] = {}): Promise<Running> {
  const studio = await world.start({ series: SERIES, clock, ...more });
  running.push(studio);
  return studio;
}
/** A studio that a failed test has left would draw the events of the next one, by another clock. */
afterEach(async () => {
  for (const studio of running.splice(0)) await studio.close();
});

async function fixtures(studio: Running): Promise<readonly MatchEvent[]> {
  let answer: EventsAnswer | undefined;
  await until(async () => {
    answer = (await studio.call<EventsAnswer>(`${EVENT_API.events}?gameId=${GAME}`)).body;
    const open = answer.fixtures.filter((one) => new Date(one.startsAt) > clock.now());
    expect(open.length).toBeGreaterThanOrEqual(6);
  });
  return (answer?.fixtures ?? []).filter((one) => new Date(one.startsAt) > clock.now());
}

function bet(on: MatchEvent, more: Partial<TicketRequest> = {}): TicketRequest {
  const selection = more.selection ?? 'home';
  return { key: newKey(), eventId: on.eventId, selection, odds: on.odds[selection] ?? '', stake: '3.0000', ...more };
}

const place = (studio: Running, session: StudioSession, request: unknown): Promise<Answer<TicketAnswer>> =>
  studio.call(EVENT_API.ticket, request, session.token);

function enter(studio: Running, player: string): Promise<StudioSession> {
  if (!world.wallet.balances.has(player)) world.wallet.balances.set(player, START);
  return studio.join(player, GAME);
}

/** Past the result of the event. */
async function pass(studio: Running, on: MatchEvent): Promise<void> {
  clock.advance(Math.max(0, Date.parse(on.endsAt) - clock.now().getTime() + 1));
  await until(async () => expect((await event(on.eventId)).state).not.toBe('open'));
  await settled(studio);
}

async function settled(_studio: Running): Promise<void> {
  await until(async () => {
    world.wallet.releaseLate();
    const moving = (await tickets()).filter((ticket) => ['placing', 'owed', 'voided'].includes(ticket.state));
    expect(moving.map((ticket) => ticket.state)).toEqual([]);
  });
}

/** Every ticket has ended or is open, and the wallet's books say of each what the studio says. */
async function expectExactBooks(): Promise<void> {
  const expected = new Map([...world.wallet.balances.keys()].map((player) => [player, START]));
  for (const { id, event_id, state, player, stake, odds, payout, selection } of await tickets()) {
    const placed = world.wallet.instructions.get(`${id}-b`);
    const won = world.wallet.instructions.get(`${id}-w`);
    const story = { state, counted: placed?.state === 'accepted', won: won?.amount, closed: world.wallet.finished.has(id) };
    if (state === 'open') {
      expect(story).toEqual({ state, counted: true, won: undefined, closed: false });
      expected.set(player, (expected.get(player) ?? 0n) - BigInt(stake));
    } else if (state === 'settled') {
      const score = scoreOf(await event(event_id));
      const due = score && winnerOf(score) === selection ? winningPayout(BigInt(stake), odds ?? 0) : 0n;
      expect([id, story, payout]).toEqual([id, { state, counted: true, won: due, closed: true }, String(due)]);
      expected.set(player, (expected.get(player) ?? 0n) - BigInt(stake) + due);
    } else expect(story).toEqual({ state, counted: false, won: undefined, closed: false });
  }
  expect(world.wallet.balances).toEqual(expected);
}

describe('a bet on a match', () => {
  test.each(['home', 'draw', 'away'] as const)('on %s is taken at once, settled after the match, and listed', async (selection) => {
    const studio = await start();
    const session = await enter(studio, 'anna');
    const [match] = (await fixtures(studio)) as [MatchEvent];
    const answer = await place(studio, session, bet(match, { selection }));
    expect(answer).toMatchObject({ status: 200, body: { balance: '997.0000', ticket: { status: 'open', selection, stake: '3.0000' } } });
    const hundredths = oddsHundredths(match, selection) ?? 0;
    expect(parseWireAmount(answer.body.ticket.payout)).toBe(winningPayout(3_0000n, hundredths));
    await pass(studio, match);
    const listed = await studio.call<TicketsAnswer>(EVENT_API.tickets, undefined, session.token);
    const score = scoreOf(await event(match.eventId));
    const won = score !== null && winnerOf(score) === selection;
    expect(listed.body.tickets).toMatchObject([{ status: won ? 'won' : 'lost', event: { score, state: 'drawn' } }]);
    expect(parseWireAmount(listed.body.balance)).toBe(START - 3_0000n + (won ? winningPayout(3_0000n, hundredths) : 0n));
    expect(world.wallet.calls.filter((call) => ['bet', 'win', 'finish'].includes(call))).toEqual(['bet', 'win']);
    await expectExactBooks();
    await studio.close();
  });

  test('is one ticket however often its key comes, at once or after the match', async () => {
    const studio = await start();
    const session = await enter(studio, 'bert');
    const [match] = (await fixtures(studio)) as [MatchEvent];
    const request = bet(match);
    const both = await Promise.all([place(studio, session, request), place(studio, session, request)]);
    const again = await place(studio, session, request);
    for (const answer of [...both, again]) if (answer.status === 200) expect(answer.body.ticket.ticketId).toBe(again.body.ticket.ticketId);
    expect(await place(studio, session, { ...request, stake: '4.0000' })).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    await pass(studio, match);
    expect((await place(studio, session, request)).body.ticket.status).toMatch(/won|lost/);
    expect(await tickets()).toHaveLength(1);
    await expectExactBooks();
    await studio.close();
  });

  test('may stand beside others on the same match', async () => {
    const studio = await start();
    const session = await enter(studio, 'cleo');
    const [match] = (await fixtures(studio)) as [MatchEvent];
    for (const selection of ['home', 'draw', 'away'] as const) await place(studio, session, bet(match, { selection }));
    await pass(studio, match);
    expect((await tickets()).filter((ticket) => ticket.payout !== '0')).toHaveLength(1);
    await expectExactBooks();
    await studio.close();
  });

  test('is refused from the kick-off on, and with anything that is not on offer', async () => {
    const studio = await start();
    const session = await enter(studio, 'dora');
    const [first, second] = (await fixtures(studio)) as [MatchEvent, MatchEvent];
    const cases: readonly (readonly [Partial<TicketRequest>, string])[] = [
      [{ odds: '99.00' }, 'bet_invalid'],
      [{ eventId: 'NO_SUCH-1' }, 'bet_invalid'],
      [{ stake: '0.5000' }, 'stake_out_of_range'],
      [{ stake: '1.5000' }, 'stake_out_of_range'],
      [{ stake: '501.0000' }, 'stake_out_of_range'],
      [{ stake: '-1.0000' }, 'stake_out_of_range'],
      [{ stake: '1e3' }, 'bet_invalid'],
      [{ selection: 'nobody' as Selection }, 'bad_request'],
      [{ key: 'short' }, 'bad_request'],
    ];
    for (const [wrong, error] of cases) expect((await place(studio, session, { ...bet(second), ...wrong })).body).toEqual({ error });
    expect(await studio.call(EVENT_API.ticket, bet(second))).toMatchObject({ status: 401 });
    const kickOff = Date.parse(first.startsAt) - clock.now().getTime();
    clock.advance(kickOff);
    expect(await place(studio, session, bet(first))).toMatchObject({ status: 409, body: { error: 'event_closed' } });
    expect(await tickets()).toEqual([]);
    expect(world.wallet.calls.filter((call) => call === 'bet')).toEqual([]);
    await studio.close();
  });

  test('that the wallet refuses stays refused, and takes nothing', async () => {
    const studio = await start();
    const session = await enter(studio, 'emil');
    const [match] = (await fixtures(studio)) as [MatchEvent];
    world.wallet.refusal = 'INSUFFICIENT_FUNDS';
    const request = bet(match);
    for (let time = 0; time < 2; time++)
      expect(await place(studio, session, request)).toMatchObject({ status: 409, body: { error: 'insufficient_funds' } });
    world.wallet.refusal = undefined;
    await pass(studio, match);
    expect((await tickets()).map((ticket) => ticket.state)).toEqual(['refused']);
    await expectExactBooks();
    await studio.close();
  });

  test('on a match that could not be drawn in time goes back', async () => {
    const studio = await start();
    const session = await enter(studio, 'fred');
    const [match] = (await fixtures(studio)) as [MatchEvent];
    await place(studio, session, bet(match));
    await studio.kill();
    clock.advance(Date.parse(match.endsAt) - clock.now().getTime() + (VOID_AFTER_SECONDS + 1) * 1_000);
    const again = await start();
    await until(async () => expect((await event(match.eventId)).state).toBe('void'));
    await settled(again);
    expect((await tickets()).map((ticket) => ticket.state)).toEqual(['refunded']);
    expect(world.wallet.balances.get('fred')).toBe(START);
    await expectExactBooks();
    await again.close();
  });

  test.each(['bet', 'status', 'rollback', 'win'] as const)('ends once the wallet speaks again, silent on %s', async (silent) => {
    const studio = await start();
    const session = await enter(studio, 'gina');
    const [match] = (await fixtures(studio)) as [MatchEvent];
    let heals = false;
    world.wallet.fault = (operation) => {
      if (heals) return undefined;
      if (operation === 'bet' && silent === 'status') return 'unanswered';
      if (operation === 'bet' && silent === 'rollback') return 'lost';
      return operation === silent ? 'unanswered' : undefined;
    };
    const request = bet(match);
    const pending = silent === 'status' || silent === 'rollback';
    expect((await place(studio, session, request)).body.error).toBe(pending ? 'round_pending' : undefined);
    clock.advance(Date.parse(match.endsAt) - clock.now().getTime() + 1);
    await until(async () => expect((await event(match.eventId)).state).toBe('drawn'));
    heals = true;
    // The pauses between tries have grown meanwhile.
    clock.advance(120_000);
    await settled(studio);
    expect((await tickets()).map((ticket) => ticket.state)).toEqual([silent === 'rollback' ? 'refunded' : 'settled']);
    await expectExactBooks();
    await studio.close();
  });
});

/** Past the next result, slowly enough that no match is void. */
async function drawOn(): Promise<void> {
  clock.advance(240_000);
  await until(async () => {
    const open = await world.db.selectFrom('studio_event').select('draws_at').where('state', '=', 'open').execute();
    expect(open.filter((one) => one.draws_at <= clock.now())).toEqual([]);
  });
}

test('the bets of many players, against a wallet that loses, delays, breaks and garbles every fourth request', async () => {
  const studio = await start();
  const random = simulationStream(21);
  const faults: WalletFault[] = ['lost', 'unanswered', 'broken', 'garbled', 'late'];
  const players = Array.from({ length: 6 }, (_, index) => `chaos${index}`);
  const sessions = await Promise.all(players.map((player) => enter(studio, player)));
  world.wallet.fault = (operation) =>
    operation !== 'authenticate' && operation !== 'events' && random.below(4) === 0 ? faults[random.below(faults.length)] : undefined;
  for (let round = 0; round < 3; round++) {
    const open = await fixtures(studio);
    await Promise.all(
      sessions.map(async (session) => {
        for (let count = 0; count < 4; count++) {
          const match = open[random.below(3)] as MatchEvent;
          const selection = (['home', 'draw', 'away'] as const)[random.below(3)] ?? 'home';
          const request = bet(match, { selection, stake: `${1 + random.below(20)}.0000` });
          for (let tries = 0, pending = true; pending && tries < 3; tries++)
            pending = (await place(studio, session, request)).body.error === 'round_pending';
        }
      }),
    );
    await drawOn();
  }
  world.wallet.fault = () => undefined;
  for (let more = 0; more < 3; more++) await drawOn();
  await until(async () => {
    world.wallet.releaseLate();
    clock.advance(1_000);
    expect((await tickets()).filter((ticket) => ['placing', 'owed', 'voided'].includes(ticket.state))).toEqual([]);
  });
  await expectExactBooks();
  const states = (await tickets()).map((ticket) => ticket.state);
  expect(states.filter((state) => state === 'settled').length).toBeGreaterThan(20);
  expect(states).toContain('refunded');
  await studio.close();
});

describe('killed at every step of a bet and of its result, and started again on the same database', () => {
  test.each<[string, WalletFault]>([
    ['', undefined],
    [', while the wallet answers into the void', 'unanswered'],
  ])('the ticket ends once, settled or refunded%s', async (_case, afterDeath) => {
    const ends = new Set<string>();
    for (let step = 1, survived = false; !survived; step++) {
      expect(step).toBeLessThan(60);
      let [armed, count] = [false, 0];
      const deaths: Promise<void>[] = [];
      const studio = await start({
        onStep: () => {
          count += armed ? 1 : 0;
          if (armed && count === step) deaths.push(studio.kill());
          if (armed && count === step - 1) world.wallet.fault = () => afterDeath;
        },
      });
      const session = await enter(studio, `killed${step}`);
      const [match] = (await fixtures(studio)) as [MatchEvent];
      armed = true;
      await place(studio, session, bet(match)).catch(() => undefined);
      if (deaths.length === 0) {
        clock.advance(Date.parse(match.endsAt) - clock.now().getTime() + 1);
        const mine = async () => (await tickets()).find((ticket) => ticket.player === `killed${step}`)?.state;
        await vi.waitFor(async () => expect(deaths.length > 0 || (await mine()) === 'settled').toBe(true), {
          timeout: 30_000,
          interval: 5,
        });
      }
      survived = deaths.length === 0;
      armed = false;
      await Promise.all(deaths.length > 0 ? deaths : [studio.close()]);
      world.wallet.fault = () => undefined;
      clock.advance(Math.max(0, Date.parse(match.endsAt) - clock.now().getTime() + 1));
      const again = await start();
      await until(async () => expect((await event(match.eventId)).state).toBe('drawn'));
      await settled(again);
      await expectExactBooks();
      ends.add((await tickets()).find((ticket) => ticket.player === `killed${step}`)?.state ?? 'never stored');
      await again.close();
    }
    // Whether a stake is given back hangs on how far the request got when the process died.
    expect([...ends]).toEqual(expect.arrayContaining(['never stored', 'settled']));
    expect(['never stored', 'refunded', 'settled']).toEqual(expect.arrayContaining([...ends]));
  });
});

test('what a player stakes changes nothing about how a match comes out', async () => {
  const studio = await start();
  const session = await enter(studio, 'hugo');
  const open = (await fixtures(studio)).slice(0, 3);
  const seeds = new Map(await Promise.all(open.map(async (one) => [one.eventId, (await event(one.eventId)).server_seed] as const)));
  for (const match of open) await place(studio, session, bet(match, { stake: '100.0000' }));
  await pass(studio, open.at(-1) as MatchEvent);
  const { playMatch } = await import('../../../shared/studio/events/match.ts');
  for (const { eventId } of open) {
    const over = await event(eventId);
    expect(over.server_seed).toBe(seeds.get(eventId));
    if (over.state === 'drawn') expect(scoreOf(over)).toEqual(playMatch(fixtureOf(over).terms, seeds.get(eventId) ?? '', eventId));
  }
  await expectExactBooks();
  await studio.close();
});
