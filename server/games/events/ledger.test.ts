import { createServer, type Server } from 'node:http';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hundredthsOf, winnerOf } from '../../../shared/games/events/markets.ts';
import {
  EVENT_API,
  type EventsAnswer,
  type MatchEvent,
  type TicketAnswer,
  type TicketsAnswer,
} from '../../../shared/games/events/protocol.ts';
import { seriesOf, VOID_AFTER_SECONDS } from '../../../shared/games/events/series.ts';
import { slipPayout } from '../../../shared/games/events/slip.ts';
import { STUDIO_GAMES } from '../../../shared/games/games.ts';
import { STUDIO_API, type StudioSession } from '../../../shared/games/protocol.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { listenLocally, localUrl } from '../../net/test-server.ts';
import { openTestDatabase, type TestDatabase } from '../../platform/base/db/test-database.ts';
import { testActor } from '../../platform/identity/accounts/test-actor.ts';
import { audit } from '../../platform/ledger/audit.ts';
import { issueTicket, seamlessRouter } from '../../platform/play/vendors/index.ts';
import { createTestVendor, PROVIDER, SECRET, type TestPlayer, type TestVendor } from '../../platform/play/vendors/test-vendor.ts';
import { createStudio, type Studio } from '../index.ts';
import { TEST_SEALER } from '../test-seeds.ts';
import { newKey, QUICK } from '../test-studio.ts';

/** Bets on matches with the platform's own seamless wallet, over HTTP, in one database, as shipped. */
const START = 500_0000n;
const SERIES = seriesOf(STUDIO_GAMES)
  .filter((one) => one.kind.name === 'match')
  .slice(0, 1);
const GAME = SERIES[0]?.gameId ?? '';
let database: TestDatabase;
let vendor: TestVendor;
let walletServer: Server;

beforeAll(async () => {
  database = await openTestDatabase();
  vendor = createTestVendor(database.db);
  const facts = { gameId: GAME, gameName: 'Matches', provider: PROVIDER, vassalage: 'DS88', vendorName: 'Deepwater' };
  vendor.games.set(GAME, { ...facts, gameCategory: 'SPORTS', enabled: true });
  walletServer = createServer(express().use(seamlessRouter(vendor.deps)));
  await listenLocally(walletServer);
});
afterAll(async () => {
  walletServer.closeAllConnections();
  await new Promise((resolve) => walletServer.close(resolve));
  await database.close();
});

test('a bet is open in the record until the match is over, then won, lost or cancelled, and the ledger is exact', async () => {
  const first = await startStudio();
  const player = await vendor.player({ units: START });
  const session = await join(first.url, player);
  const [one, other] = (await fixtures(first.url)) as [MatchEvent, MatchEvent];
  const ids: string[] = [];
  for (const selection of ['home', 'draw', 'away'] as const) {
    const request = { key: newKey(), legs: [winner(one, selection)], stake: '10.0000', acceptBetter: false };
    const { ticket } = (await post(first.url, EVENT_API.ticket, request, session.token)) as TicketAnswer;
    ids.push(ticket.ticketId);
  }
  const late = { key: newKey(), legs: [winner(other, 'home')], stake: '7.0000', acceptBetter: false };
  const { ticket: last } = (await post(first.url, EVENT_API.ticket, late, session.token)) as TicketAnswer;
  expect(await record()).toEqual(new Map([...ids, last.ticketId].map((id) => [id, 'open'])));

  vendor.clock.advance(Date.parse(one.endsAt) - vendor.clock.now().getTime() + 1);
  await vi.waitFor(async () => expect([...(await record()).values()].filter((state) => state === 'open')).toHaveLength(1), {
    timeout: 30_000,
    interval: 50,
  });
  const over = (await get(first.url, `${EVENT_API.events}?gameId=${GAME}`)) as EventsAnswer;
  const score = over.results.find((event) => event.eventId === one.eventId)?.score;
  const won = score ? winnerOf(score) : undefined;
  const states = ['home', 'draw', 'away'].map((selection) => (selection === won ? 'won' : 'lost'));
  const known = await record();
  expect(ids.map((id) => known.get(id))).toEqual(states);

  // Down during the second match for longer than the limit.
  await first.stop();
  vendor.clock.advance(Date.parse(other.endsAt) - vendor.clock.now().getTime() + (VOID_AFTER_SECONDS + 1) * 1_000);
  const second = await startStudio();
  await vi.waitFor(async () => expect((await record()).get(last.ticketId)).toBe('cancelled'), { timeout: 30_000, interval: 50 });
  const again = await join(second.url, player);
  const { tickets } = (await get(second.url, EVENT_API.tickets, again.token)) as TicketsAnswer;
  expect(tickets.find((ticket) => ticket.ticketId === last.ticketId)?.status).toBe('refunded');
  const odds = hundredthsOf(winner(one, won ?? 'home').odds);
  expect(parseWireAmount(again.balance)).toBe(START - 30_0000n + slipPayout(10_0000n, [{ odds, state: 'won' }]));
  expect((await audit(database.db)).differences).toEqual([]);
  expect(vendor.faults).toEqual([]);
  const reported = await database.db
    .selectFrom('vendor_event')
    .select(['event_id', 'state'])
    .where('event_id', 'in', [one.eventId, other.eventId])
    .execute();
  expect(new Map(reported.map((event) => [event.event_id, event.state]))).toEqual(
    new Map([
      [one.eventId, 'drawn'],
      [other.eventId, 'void'],
    ]),
  );
  await second.stop();
});

function winner(on: MatchEvent, pick: string) {
  const selection = `winner/${pick}`;
  const odds = on.markets.flatMap(({ picks }) => picks).find((one) => one.selection === selection)?.odds ?? '';
  return { eventId: on.eventId, selection, odds };
}

async function record(): Promise<ReadonlyMap<string, string>> {
  const rounds = await database.db.selectFrom('vendor_round').select(['round_id', 'state']).where('game_id', '=', GAME).execute();
  return new Map(rounds.map((round) => [round.round_id, round.state]));
}

async function fixtures(url: string): Promise<readonly MatchEvent[]> {
  return vi.waitFor(
    async () => {
      const { fixtures: all } = (await get(url, `${EVENT_API.events}?gameId=${GAME}`)) as EventsAnswer;
      const open = all.filter((event) => Date.parse(event.startsAt) > vendor.clock.now().getTime() + 60_000);
      expect(open.length).toBeGreaterThan(4);
      return open;
    },
    { timeout: 30_000, interval: 50 },
  );
}

async function startStudio(): Promise<{ studio: Studio; url: string; stop(): Promise<void> }> {
  const studio = createStudio({
    db: database.db,
    platformUrl: localUrl(walletServer),
    providerCode: PROVIDER,
    secret: SECRET,
    sealer: TEST_SEALER,
    clock: vendor.clock,
    log: pino({ level: 'silent' }),
    clientDir: '/nonexistent',
    series: SERIES,
    policy: { ...QUICK, retryWindowMs: 500 },
  });
  await studio.start();
  const server = createServer(studio.app);
  await listenLocally(server);
  return {
    studio,
    url: localUrl(server),
    async stop() {
      server.closeAllConnections();
      await studio.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function join(url: string, { memberId }: TestPlayer): Promise<StudioSession> {
  const actor = testActor(memberId);
  const { ticket } = await issueTicket(database.db, vendor.deps, { actor, gameId: GAME, provider: PROVIDER, language: 'EN' });
  return (await post(url, STUDIO_API.session, { ticket, gameId: GAME })) as StudioSession;
}

async function post(url: string, path: string, body: unknown, token = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

async function get(url: string, path: string, token = ''): Promise<unknown> {
  return (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json();
}
