import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { DigitsVariant } from '../../shared/games/catalogue.ts';
import { DIGITS } from '../../shared/games/digits.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';
import { type SlipAnswer, TABLE_API, type TableAnswer } from '../../shared/games/live/protocol.ts';
import { tableRules } from '../../shared/games/live/table.ts';
import { isTableGame } from '../../shared/games/live/table-games.ts';
import { type EngineBet, STUDIO_API, type StudioSession } from '../../shared/games/protocol.ts';
import type { Service } from '../kit/service.ts';
import { type Guest, withCrowd } from './crowd.ts';
import { cpuSecondsOf, residentBytes } from './processes.ts';

export interface TableResult {
  readonly players: number;
  readonly bets: number;
  /** Bets that the wallet had not answered within the player's timeout. */
  readonly pending: number;
  /** Milliseconds per bet, for all bets. */
  readonly median: number;
  readonly p99: number;
  readonly slowest: number;
  /** Statements and CPU time in milliseconds of the whole service per bet, settlement included. */
  readonly statementsPerBet: number;
  readonly cpuPerBet: number;
  /** Average CPU use of the service, as a share of one core. */
  readonly load: number;
  readonly resident: number;
}

export interface EngineRate {
  readonly engine: string;
  readonly perSecond: number;
  /** Per second of CPU time of the service. */
  readonly perCpuSecond: number;
  readonly statementsPerRound: number;
}

const PLAYERS = 500;
const ROUNDS = 2;
/** Bets fall within the betting phase, except close to its end: late bets are refused and not counted. */
const MARGIN_MS = 1_500;
const AT_ONCE = 6;
const SEATS = 8;
const ENGINE_MS = 4_000;
const REST_MS = 7_000;
const SMALLEST = '1.0000';
const TABLES = STUDIO_GAMES.filter(({ variant }) => isTableGame(variant));

/** 500 players with open pages at the tables of one process. Each bets once per round, at a random time of the betting phase. */
export async function benchTables(): Promise<TableResult> {
  const gameIds = Array.from({ length: PLAYERS }, (_, nr) => TABLES[nr % TABLES.length]?.gameId ?? '');
  let result: TableResult | undefined;
  await withCrowd(gameIds, async (service, guests) => {
    const caller = createCaller(service.url);
    const players = await inBatches(guests, (guest) => enter(caller, guest));
    for (const player of players) caller.stream(`${TABLE_API.stream}?gameId=${player.guest.gameId}`, player);
    await pause(REST_MS);
    const counts = { pending: 0 };
    const pid = service.process.pid ?? 0;
    const before = { cpu: cpuSecondsOf(pid) ?? Number.NaN, statements: await statementsOf(service), at: performance.now() };
    const times = (await Promise.all(TABLES.map(({ gameId }) => playTable(caller, gameId, players, counts)))).flat().sort((a, b) => a - b);
    // Long enough to pay the last round of the slowest table.
    await pause(REST_MS);
    const cpu = (cpuSecondsOf(pid) ?? Number.NaN) - before.cpu;
    result = {
      players: players.length,
      bets: times.length,
      pending: counts.pending,
      resident: residentBytes(pid),
      median: at(times, 0.5),
      p99: at(times, 0.99),
      slowest: at(times, 1),
      statementsPerBet: ((await statementsOf(service)) - before.statements) / times.length,
      cpuPerBet: (cpu * 1_000) / times.length,
      load: cpu / ((performance.now() - before.at) / 1_000),
    };
    caller.close();
  });
  if (!result) throw new Error('no player has placed a bet');
  return result;
}

/** Whole rounds per second of each engine, with several seats for as many members at once. */
export async function benchEngines(): Promise<readonly EngineRate[]> {
  const engines = Object.entries(BETS).map(([engine, bet]) => ({ engine, bet, gameId: gameOf(engine).gameId }));
  const rates: EngineRate[] = [];
  const gameIds = engines.flatMap(({ gameId }) => Array.from({ length: SEATS }, () => gameId));
  await withCrowd(gameIds, async (service, guests) => {
    const caller = createCaller(service.url);
    for (const { engine, bet, gameId } of engines) {
      const players = await inBatches(
        guests.filter((guest) => guest.gameId === gameId),
        (guest) => enter(caller, guest),
      );
      rates.push({ engine, ...(await playEngine(service, caller, players, bet)) });
    }
    caller.close();
  });
  return rates;
}

interface Player {
  readonly guest: Guest;
  readonly token: string;
}

async function playTable(caller: Caller, gameId: string, all: readonly Player[], counts: { pending: number }): Promise<number[]> {
  const players = all.filter(({ guest }) => guest.gameId === gameId);
  const variant = TABLES.find((game) => game.gameId === gameId)?.variant ?? '';
  const spot = (isTableGame(variant) ? tableRules(variant).spots[0]?.id : undefined) ?? '';
  const times: number[] = [];
  let last = '';
  for (let round = 0; round < ROUNDS; ) {
    const { body } = await caller.call<TableAnswer>(`${TABLE_API.table}?gameId=${gameId}`, players[0]);
    const left = Date.parse(body.round?.closesAt ?? '') - Date.now() - MARGIN_MS;
    const isNew = body.round && body.round.roundId !== last && Date.parse(body.round.opensAt) > Date.now() - MARGIN_MS;
    if (!isNew || left <= 0) {
      await pause(200);
      continue;
    }
    last = body.round?.roundId ?? '';
    round += 1;
    const bets = players.map(async (player, nr) => {
      await pause(((nr + Math.random()) * left) / players.length);
      const request = { key: randomUUID(), roundId: last, chips: [{ spot, stake: SMALLEST }] };
      const began = performance.now();
      const { status, body } = await caller.call<SlipAnswer>(TABLE_API.slip, player, request);
      times.push(performance.now() - began);
      // The wallet exceeded the player's timeout, so the bet is resolved later. Any other status is a defect of this program.
      if (body.error === 'round_pending' || status >= 500) counts.pending += 1;
      else if (status !== 200) throw new Error(`a bet answered ${status}: ${body.error}`);
    });
    await Promise.all(bets);
  }
  return times;
}

async function playEngine(
  service: Service,
  caller: Caller,
  players: readonly Player[],
  bet: EngineBet,
): Promise<Omit<EngineRate, 'engine'>> {
  const pid = service.process.pid ?? 0;
  const before = { cpu: cpuSecondsOf(pid) ?? Number.NaN, statements: await statementsOf(service) };
  const began = performance.now();
  let played = 0;
  const seat = async (player: Player) => {
    while (performance.now() - began < ENGINE_MS) {
      const { status, body } = await caller.call(STUDIO_API.play, player, { key: randomUUID(), bet });
      if (status === 200) played += 1;
      else if (status !== 429) throw new Error(`a round of ${bet.engine} answered ${status}: ${body.error}`);
    }
  };
  await Promise.all(players.map(seat));
  return {
    perSecond: played / ((performance.now() - began) / 1_000),
    perCpuSecond: played / ((cpuSecondsOf(pid) ?? Number.NaN) - before.cpu),
    statementsPerRound: ((await statementsOf(service)) - before.statements) / played,
  };
}

/** The cheapest bet of each engine whose round ends at once. */
const BETS: Readonly<Record<EngineBet['engine'], EngineBet>> = {
  slot: { engine: 'slot', stake: SMALLEST },
  dice: { engine: 'dice', stake: SMALLEST, over: true, target: 50 },
  roulette: { engine: 'roulette', chips: [{ spot: 'red', stake: SMALLEST }] },
  keno: { engine: 'keno', stake: SMALLEST, picks: [1, 2, 3] },
  fish: { engine: 'fish', stake: SMALLEST, target: 'ray' },
  duel: { engine: 'duel', stake: SMALLEST, side: 'one' },
  digits: {
    engine: 'digits',
    stake: SMALLEST,
    kind: 'straight',
    number: '7'.padStart(DIGITS[gameOf('digits').variant as DigitsVariant], '0'),
  },
};

function gameOf(engine: string): (typeof STUDIO_GAMES)[number] {
  const game = STUDIO_GAMES.find((candidate) => candidate.engine === engine);
  if (!game) throw new Error(`no game with the engine ${engine}`);
  return game;
}

async function enter(caller: Caller, guest: Guest): Promise<Player> {
  const { ticket, gameId } = guest;
  const { status, body } = await caller.call<StudioSession>(STUDIO_API.session, { guest, token: '' }, { ticket, gameId });
  if (status !== 200) throw new Error(`a session answered ${status}: ${body.error}`);
  return { guest, token: body.token };
}

/** The number of statements that the service has sent to its database so far. */
async function statementsOf(service: Service): Promise<number> {
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
  return Number(/^platform_database_query_seconds_count\{[^}]*outcome="ok"[^}]*\} (\d+)/m.exec(text)?.[1]);
}

async function inBatches<In, Out>(all: readonly In[], work: (one: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = [];
  for (let first = 0; first < all.length; first += AT_ONCE)
    results.push(...(await Promise.all(all.slice(first, first + AT_ONCE).map(work))));
  return results;
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

interface Caller {
  call<Body = unknown>(
    path: string,
    player: Player | undefined,
    body?: unknown,
  ): Promise<{ status: number; body: Body & { error?: string } }>;
  /** Reads an event stream and discards its content. */
  stream(path: string, player: Player): void;
  close(): void;
}

/** A minimal client, because the load shares the cores with the measured service. */
function createCaller(url: string): Caller {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const streams = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const headersOf = (player: Player | undefined) => ({
    ...(player ? { 'x-forwarded-for': player.guest.address } : {}),
    ...(player?.token ? { authorization: `Bearer ${player.token}` } : {}),
  });
  return {
    call: (path, player, body) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const more = text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
        const options = {
          hostname,
          port,
          path,
          agent,
          method: text === undefined ? 'GET' : 'POST',
          headers: { ...headersOf(player), ...more },
        };
        const sent = request(options, (answer: IncomingMessage) => {
          let responseText = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => {
            responseText += chunk;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(responseText) }));
          answer.on('error', reject);
        });
        sent.on('error', reject);
        sent.end(text);
      }),
    stream(path, player) {
      const sent = request({ hostname, port, path, agent: streams, headers: headersOf(player) }, (answer) => {
        if (answer.statusCode !== 200) throw new Error(`a stream answered ${answer.statusCode}`);
        answer.resume();
        answer.on('error', () => undefined);
      });
      sent.on('error', () => undefined);
      sent.end();
    },
    close() {
      agent.destroy();
      streams.destroy();
    },
  };
}
