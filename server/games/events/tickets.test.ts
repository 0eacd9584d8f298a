import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hasWon, hundredthsOf } from '../../../shared/games/events/markets.ts';
import { playCourse } from '../../../shared/games/events/match.ts';
import {
  EVENT_API,
  type EventsAnswer,
  type LegRequest,
  type MatchEvent,
  type TicketAnswer,
  type TicketRequest,
  type TicketsAnswer,
} from '../../../shared/games/events/protocol.ts';
import { seriesOf, VOID_AFTER_SECONDS } from '../../../shared/games/events/series.ts';
import { MAX_PAYOUT, slipPayout } from '../../../shared/games/events/slip.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { simulationStream } from '../../../shared/games/simulation-stream.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import type { MovableClock } from '../../platform/base/clock.ts';
import { openScene, START } from '../test-scene.ts';
import { opened } from '../test-seeds.ts';
import { type Answer, eventually, newKey, type Running, type StudioWorld } from '../test-studio.ts';
import type { WalletFault } from '../test-wallet.ts';
import { fixtureOf, type StudioEvent } from './event-store.ts';
import { findLegs, type Leg } from './leg-store.ts';
import type { TicketRecord } from './ticket-store.ts';

const SERIES = seriesOf(STUDIO_GAMES)
  .filter((one) => one.kind.name === 'match')
  .slice(0, 1);
const GAME = SERIES[0]?.gameId ?? '';

vi.setConfig({ testTimeout: 240_000 });

const scene = openScene(GAME, { series: SERIES }, { clockGoes: true });
const { start, enter } = scene;
let world: StudioWorld;
let clock: MovableClock;
beforeEach(() => {
  ({ world, clock } = scene);
});

const tickets = (): Promise<TicketRecord[]> => world.db.selectFrom('studio_ticket').selectAll().orderBy('placed_at').execute();
const event = async (id: string): Promise<StudioEvent> =>
  opened(await world.db.selectFrom('studio_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow());

async function fixtures(studio: Running): Promise<readonly MatchEvent[]> {
  let answer: EventsAnswer | undefined;
  await eventually(async () => {
    answer = (await studio.call<EventsAnswer>(`${EVENT_API.events}?gameId=${GAME}`)).body;
    const open = answer.fixtures.filter((one) => new Date(one.startsAt) > clock.now());
    expect(open.length).toBeGreaterThanOrEqual(6);
  });
  return (answer?.fixtures ?? []).filter((one) => new Date(one.startsAt) > clock.now());
}

function legOn(on: MatchEvent, selection = 'winner/home'): LegRequest {
  const offer = on.markets.flatMap(({ picks }) => picks).find((one) => one.selection === selection);
  return { eventId: on.eventId, selection, odds: offer?.odds ?? '1.23' };
}

function bet(on: MatchEvent | readonly MatchEvent[], more: Partial<TicketRequest> & { readonly selection?: string } = {}): TicketRequest {
  const { selection, ...rest } = more;
  const legs = (Array.isArray(on) ? on : [on]).map((one) => legOn(one, selection));
  return { key: newKey(), legs, stake: '3.0000', acceptBetter: false, ...rest };
}

const place = (studio: Running, session: StudioSession, request: unknown): Promise<Answer<TicketAnswer>> =>
  studio.call(EVENT_API.ticket, request, session.token);

/** Moves the clock past the result of the event. */
async function pass(studio: Running, on: MatchEvent): Promise<void> {
  clock.advance(Math.max(0, Date.parse(on.endsAt) - clock.now().getTime() + 1));
  await eventually(async () => expect((await event(on.eventId)).state).not.toBe('open'));
  await settled(studio);
}

async function settled(_studio: Running): Promise<void> {
  await eventually(async () => {
    world.wallet.releaseLate();
    const moving = (await tickets()).filter((ticket) => ['placing', 'owed', 'voided'].includes(ticket.state));
    expect(moving.map((ticket) => ticket.state)).toEqual([]);
  });
}

/** The payout according to the seeds of the matches, independent of the stored legs. */
async function dueOf(stake: bigint, legs: readonly Leg[]): Promise<bigint> {
  const states = legs.map(async ({ event_id, selection, odds }) => {
    const on = await event(event_id);
    if (on.state !== 'drawn') return { odds, state: on.state === 'void' ? ('void' as const) : ('open' as const) };
    const { terms } = fixtureOf(on);
    const won = hasWon(terms, playCourse(terms, on.server_seed, on.id, 100), selection);
    return { odds, state: won ? ('won' as const) : ('lost' as const) };
  });
  return slipPayout(stake, await Promise.all(states));
}

/** Expects that every ticket has ended or is open, and that the wallet's ledger matches the studio for each. */
async function expectExactBooks(): Promise<void> {
  const expected = new Map([...world.wallet.balances.keys()].map((player) => [player, START]));
  const legs = await findLegs(
    world.db,
    (await tickets()).map(({ id }) => id),
  );
  for (const { id, state, player, stake, payout } of await tickets()) {
    const placed = world.wallet.instructions.get(`${id}-b`);
    const won = world.wallet.instructions.get(`${id}-w`);
    const story = { state, counted: placed?.state === 'accepted', won: won?.amount, closed: world.wallet.finished.has(id) };
    if (state === 'open') {
      expect(story).toEqual({ state, counted: true, won: undefined, closed: false });
      expected.set(player, (expected.get(player) ?? 0n) - BigInt(stake));
    } else if (state === 'settled') {
      const due = await dueOf(BigInt(stake), legs.get(id) ?? []);
      expect([id, story, payout]).toEqual([id, { state, counted: true, won: due, closed: true }, String(due)]);
      expected.set(player, (expected.get(player) ?? 0n) - BigInt(stake) + due);
    } else expect(story).toEqual({ state, counted: false, won: undefined, closed: false });
  }
  expect(world.wallet.balances).toEqual(expected);
}

describe('a bet on a match', () => {
  test.each(['winner/home', 'winner/draw', 'handicap/-0.5/away', 'total/2.5/over', 'next/1/none'])(
    'on %s is taken at once, settled after the match, and listed',
    async (selection) => {
      const studio = await start();
      const session = await enter(studio, 'anna');
      const match = (await fixtures(studio)).find((one) => legOn(one, selection).odds !== '1.23') as MatchEvent;
      const answer = await place(studio, session, bet(match, { selection }));
      const leg = { selection, step: 0, state: 'open', odds: legOn(match, selection).odds };
      expect(answer).toMatchObject({
        status: 200,
        body: { balance: '997.0000', ticket: { status: 'open', stake: '3.0000', legs: [leg] } },
      });
      const pays = slipPayout(3_0000n, [{ odds: hundredthsOf(leg.odds), state: 'won' }]);
      expect(parseWireAmount(answer.body.ticket.payout)).toBe(pays);
      await pass(studio, match);
      const listed = await studio.call<TicketsAnswer>(EVENT_API.tickets, undefined, session.token);
      const over = await event(match.eventId);
      const won = hasWon(fixtureOf(over).terms, over.course ?? '', selection);
      expect(listed.body.tickets).toMatchObject([
        {
          status: won ? 'won' : 'lost',
          legs: [{ state: won ? 'won' : 'lost', event: { state: 'drawn', score: JSON.parse(over.outcome ?? '') } }],
        },
      ]);
      expect(parseWireAmount(listed.body.balance)).toBe(START - 3_0000n + (won ? pays : 0n));
      expect(world.wallet.calls.filter((call) => ['bet', 'win', 'finish'].includes(call))).toEqual(['bet', 'win']);
      await expectExactBooks();
      await studio.close();
    },
  );

  test('is one ticket for any number of requests with its key, at once or after the match', async () => {
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

  test('may be placed in addition to others on the same match', async () => {
    const studio = await start();
    const session = await enter(studio, 'cleo');
    const [match] = (await fixtures(studio)) as [MatchEvent];
    for (const pick of ['home', 'draw', 'away']) await place(studio, session, bet(match, { selection: `winner/${pick}` }));
    await pass(studio, match);
    expect((await tickets()).filter((ticket) => ticket.payout !== '0')).toHaveLength(1);
    await expectExactBooks();
    await studio.close();
  });

  test('counts with bets against it, also when hidden in multiples, and a win with at most the amount won', async () => {
    const studio = await start();
    const [anna, ben] = [await enter(studio, 'anna'), await enter(studio, 'ben')];
    const [one, two, three, four] = (await fixtures(studio)).toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
    if (!one || !two || !three || !four) throw new Error('too few matches');
    const countedAs = async (session: StudioSession, legs: readonly LegRequest[], stake = '3.0000') => {
      const { body } = await place(studio, session, { ...bet([]), legs, stake });
      const { market, atRisk } = JSON.parse(world.wallet.instructions.get(`${body.ticket.ticketId}-b`)?.body ?? '{}');
      return [market, atRisk];
    };
    expect(await countedAs(anna, [legOn(one), legOn(four)])).toEqual([one.eventId, '30000']);
    // On the same outcome of the fourth match, so not opposite to the first one.
    expect(await countedAs(anna, [legOn(two), legOn(four)], '1.0000')).toEqual([two.eventId, '10000']);
    expect(await countedAs(anna, [legOn(three), legOn(four, 'winner/away')])).toEqual([one.eventId, '30000']);
    expect(await countedAs(anna, [legOn(four, 'winner/away')])).toEqual([one.eventId, '30000']);
    expect(await countedAs(ben, [legOn(three), legOn(four, 'winner/away')])).toEqual([three.eventId, '30000']);
  });

  test('is refused with anything that is not on offer', async () => {
    const studio = await start();
    const session = await enter(studio, 'dora');
    const [first, second] = (await fixtures(studio)) as [MatchEvent, MatchEvent];
    const leg = legOn(second);
    const cases: readonly (readonly [object, string])[] = [
      [{ legs: [{ ...leg, odds: '99.00' }] }, 'odds_changed'],
      [{ legs: [{ ...leg, odds: '1.01' }] }, 'odds_changed'],
      [{ legs: [{ ...leg, eventId: 'NO_SUCH-1' }] }, 'bet_invalid'],
      // The database keeps no such text.
      [{ legs: [{ ...leg, eventId: 'a\0b' }] }, 'bad_request'],
      [{ legs: [{ ...leg, selection: 'handicap/+5.5/home' }] }, 'odds_changed'],
      [{ legs: [leg, legOn(first), legOn(second, 'winner/away')] }, 'legs_related'],
      [{ legs: [leg, leg] }, 'legs_related'],
      [{ stake: '0.5000' }, 'stake_out_of_range'],
      [{ stake: '1.5050' }, 'stake_out_of_range'],
      [{ stake: '501.0000' }, 'stake_out_of_range'],
      [{ stake: '-1.0000' }, 'stake_out_of_range'],
      [{ stake: '1e3' }, 'bet_invalid'],
      [{ legs: [{ ...leg, selection: 'winner/nobody' }] }, 'bad_request'],
      [{ legs: [{ ...leg, odds: '2' }] }, 'bad_request'],
      [{ legs: [] }, 'bad_request'],
      [{ legs: Array.from({ length: 9 }, () => leg) }, 'bad_request'],
      [{ key: 'short' }, 'bad_request'],
    ];
    for (const [change, error] of cases)
      expect([change, (await place(studio, session, { ...bet(second), ...change })).body]).toEqual([change, { error }]);
    expect(await studio.call(EVENT_API.ticket, bet(second))).toMatchObject({ status: 401 });
    expect(await tickets()).toEqual([]);
    expect(world.wallet.calls.filter((call) => call === 'bet')).toEqual([]);
    await studio.close();
  });

  test('above the maximum stake of the wallet is refused before the wallet is asked; a bet placed before is still found', async () => {
    const studio = await start();
    const first = await enter(studio, 'nils');
    const [match] = await fixtures(studio);
    const request = bet(match as MatchEvent);
    const placed = await place(studio, first, request);
    world.wallet.maximumStake = '10000';
    const session = await enter(studio, 'nils');
    world.wallet.calls.length = 0;
    const stake = '1.0100';
    expect((await place(studio, session, { ...bet(match as MatchEvent), stake })).body).toEqual({ error: 'stake_above_maximum' });
    expect(world.wallet.calls).not.toContain('bet');
    expect((await place(studio, session, request)).body.ticket.ticketId).toBe(placed.body.ticket.ticketId);
    expect((await place(studio, session, { ...bet(match as MatchEvent), stake: '1.0000' })).status).toBe(200);
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

  test('on a match that was not drawn in time is refunded', async () => {
    const studio = await start();
    const session = await enter(studio, 'fred');
    const [match] = (await fixtures(studio)) as [MatchEvent];
    await place(studio, session, bet(match));
    await studio.kill();
    clock.advance(Date.parse(match.endsAt) - clock.now().getTime() + (VOID_AFTER_SECONDS + 1) * 1_000);
    const again = await start();
    await eventually(async () => expect((await event(match.eventId)).state).toBe('void'));
    await settled(again);
    expect((await tickets()).map((ticket) => ticket.state)).toEqual(['refunded']);
    expect(world.wallet.balances.get('fred')).toBe(START);
    await expectExactBooks();
    await again.close();
  });

  test.each(['bet', 'status', 'rollback', 'win'] as const)('ends after the wallet recovers, which did not answer %s', async (silent) => {
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
    await eventually(async () => expect((await event(match.eventId)).state).toBe('drawn'));
    heals = true;
    // The pauses between attempts have grown in the meantime.
    clock.advance(120_000);
    await settled(studio);
    // A confirmation received after the match has moved on is too late.
    expect((await tickets()).map((ticket) => ticket.state)).toEqual([pending ? 'refunded' : 'settled']);
    await expectExactBooks();
    await studio.close();
  });
});

describe('a multiple', () => {
  test('is sent to the platform leg by leg, also when it is lost before its last match', async () => {
    const studio = await start();
    const [one, other] = await fixtures(studio);
    if (!one || !other) throw new Error('no fixtures');
    const session = await enter(studio, 'teller');
    const placed = await place(studio, session, bet([one, other]));
    const id = placed.body.ticket.ticketId;
    const reportedLegs = () => world.wallet.slips.get(id) ?? [];
    await eventually(async () => expect(reportedLegs().map(({ state }) => state)).toEqual(['open', 'open']));
    expect(reportedLegs()[0]).toMatchObject({
      home: one.home,
      away: one.away,
      market: 'winner',
      pick: 'home',
      odds: legOn(one).odds,
      score: null,
    });
    await pass(studio, one);
    await pass(studio, other);
    await eventually(async () => expect(reportedLegs().map(({ state }) => state)).not.toContain('open'));
    const legs = (await findLegs(world.db, [id])).get(id) ?? [];
    expect(reportedLegs().map(({ state }) => state)).toEqual(legs.map(({ state }) => state));
    for (const leg of reportedLegs()) expect(leg.score).toEqual(JSON.parse((await event(leg.eventId)).outcome ?? ''));
    const left = () => world.db.selectFrom('studio_ticket').select('id').whereRef('changes', '>', 'reported_changes').execute();
    await eventually(async () => expect(await left()).toEqual([]));
  });

  test('pays the product of its odds when all legs win, and nothing as soon as one loses', async () => {
    const studio = await start();
    const session = await enter(studio, 'ina');
    const [one, other, third] = (await fixtures(studio)) as [MatchEvent, MatchEvent, MatchEvent];
    const picks = ['home', 'draw', 'away'];
    const [first] = await Promise.all(
      picks.flatMap((a) =>
        picks.map((b) => place(studio, session, { ...bet([]), legs: [legOn(one, `winner/${a}`), legOn(other, `winner/${b}`)] })),
      ),
    );
    expect(first?.body.ticket.legs).toHaveLength(2);
    const withThird = await place(studio, session, {
      ...bet([]),
      legs: picks.slice(0, 1).flatMap(() => [legOn(one), legOn(other), legOn(third)]),
    });
    expect(withThird.status).toBe(200);
    await pass(studio, one);
    // A bet with a lost leg is settled at once and does not wait for its other match.
    const after = await tickets();
    expect(after.filter((ticket) => ticket.state === 'settled' && ticket.payout === '0').length).toBeGreaterThanOrEqual(6);
    expect(after.filter((ticket) => ticket.state === 'open').length).toBeGreaterThanOrEqual(3);
    await expectExactBooks();
    await pass(studio, other);
    const doubles = (await tickets()).filter((ticket) => ticket.play_key !== withThird.body.ticket.ticketId);
    expect(doubles.filter((ticket) => ticket.payout !== null && ticket.payout !== '0')).toHaveLength(1);
    await pass(studio, third);
    expect((await tickets()).filter((ticket) => ticket.state === 'open')).toEqual([]);
    await expectExactBooks();
    await studio.close();
  });

  test('counts a void match 1.00, and refunds the stake when all are void', async () => {
    const studio = await start();
    const session = await enter(studio, 'jona');
    const open = await fixtures(studio);
    const [one, other, late] = [open[0], open[1], open.at(-1)] as [MatchEvent, MatchEvent, MatchEvent];
    const mixed = await Promise.all(
      ['home', 'draw', 'away'].map((pick) => place(studio, session, { ...bet([]), legs: [legOn(one), legOn(late, `winner/${pick}`)] })),
    );
    const voidedBet = await place(studio, session, bet([one, other]));
    await studio.kill();
    clock.advance(Date.parse(other.startsAt) - clock.now().getTime() + (VOID_AFTER_SECONDS + 7) * 1_000);
    const again = await start();
    await eventually(async () => expect((await event(other.eventId)).state).toBe('void'));
    await settled(again);
    const stateOf = async (answer: Answer<TicketAnswer>) => (await tickets()).find(({ id }) => id === answer.body.ticket.ticketId);
    expect((await stateOf(voidedBet))?.state).toBe('refunded');
    for (const answer of mixed) expect((await stateOf(answer))?.state).toBe('open');
    await pass(again, late);
    const won = (await Promise.all(mixed.map(stateOf))).filter((ticket) => ticket?.payout !== '0');
    expect(won).toHaveLength(1);
    const leg = (await findLegs(world.db, [won[0]?.id ?? ''])).get(won[0]?.id ?? '');
    expect(leg?.map(({ state }) => state)).toEqual(['void', 'won']);
    expect(won[0]?.payout).toBe(String(slipPayout(3_0000n, [{ odds: leg?.[1]?.odds ?? 0, state: 'won' }])));
    await expectExactBooks();
    await again.close();
  });

  test('that would pay more than the limit is refused', async () => {
    const studio = await start();
    const session = await enter(studio, 'kurt');
    const on = await fixtures(studio);
    const dearest = ({ markets }: MatchEvent) =>
      markets
        .flatMap(({ picks }) => picks)
        .reduce((max, one) => (hundredthsOf(one.odds ?? '0.00') > hundredthsOf(max.odds ?? '0.00') ? one : max));
    const legs = on.map((one) => legOn(one, dearest(one).selection));
    const promised = slipPayout(
      500_0000n,
      legs.map(({ odds }) => ({ odds: hundredthsOf(odds), state: 'open' })),
    );
    expect(promised).toBeGreaterThan(MAX_PAYOUT);
    expect((await place(studio, session, { ...bet([]), legs, stake: '500.0000' })).body).toEqual({ error: 'win_too_high' });
    expect(await tickets()).toEqual([]);
    await studio.close();
  });
});

/** Moves past the next result, slowly enough that no match is voided. */
async function drawOn(): Promise<void> {
  clock.advance(240_000);
  await eventually(async () => {
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
          const on = open.slice(random.below(2), 2 + random.below(3));
          const selection = ['winner/home', 'winner/draw', 'winner/away'][random.below(3)] ?? '';
          const request = bet(on, { selection, stake: `${1 + random.below(20)}.0000` });
          for (let tries = 0, pending = true; pending && tries < 3; tries++)
            pending = (await place(studio, session, request)).body.error === 'round_pending';
        }
      }),
    );
    await drawOn();
  }
  world.wallet.fault = () => undefined;
  for (let more = 0; more < 3; more++) await drawOn();
  await eventually(async () => {
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

describe('killed at every step of a bet and of its result, and restarted with the same database', () => {
  test.each<[string, WalletFault, number]>([
    [', of a multiple', undefined, 2],
    [', while the answers of the wallet are lost', 'unanswered', 1],
  ])('the ticket ends once, settled or refunded%s', async (_case, afterDeath, legs) => {
    const ends = new Set<string>();
    for (let step = 1, survived = false; !survived; step++) {
      expect(step).toBeLessThan(200);
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
      const on = (await fixtures(studio)).slice(0, legs);
      const match = on.at(-1) as MatchEvent;
      armed = true;
      await place(studio, session, bet(on)).catch(() => undefined);
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
      await eventually(async () => expect((await event(match.eventId)).state).toBe('drawn'));
      await settled(again);
      await expectExactBooks();
      ends.add((await tickets()).find((ticket) => ticket.player === `killed${step}`)?.state ?? 'never stored');
      await again.close();
    }
    // Whether a stake is refunded depends on how far the request had got at the kill.
    expect([...ends]).toEqual(expect.arrayContaining(['never stored', 'settled']));
    expect(['never stored', 'refunded', 'settled']).toEqual(expect.arrayContaining([...ends]));
  });
});

test('the stake of a player has no effect on the result of a match', async () => {
  const studio = await start();
  const session = await enter(studio, 'hugo');
  const open = (await fixtures(studio)).slice(0, 3);
  const seeds = new Map(await Promise.all(open.map(async (one) => [one.eventId, (await event(one.eventId)).server_seed] as const)));
  for (const match of open) await place(studio, session, bet(match, { stake: '100.0000' }));
  await pass(studio, open.at(-1) as MatchEvent);
  for (const { eventId } of open) {
    const over = await event(eventId);
    expect(over.server_seed).toBe(seeds.get(eventId));
    if (over.state === 'drawn') expect(over.course).toBe(playCourse(fixtureOf(over).terms, seeds.get(eventId) ?? '', eventId, 100));
  }
  await expectExactBooks();
  await studio.close();
});
