import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { signRequest } from '../../server/platform/base/signature.ts';
import { STUDIO_PROVIDER } from '../../server/platform/index.ts';
import {
  SEAMLESS_PREFIX,
  type SeamlessAnswer,
  type SeamlessOperation,
  SIGNATURE_HEADER,
  TIMESTAMP_HEADER,
} from '../../shared/seamless/wallet.ts';
import { median } from './load.ts';
import { withPgbench } from './pgbench.ts';
import { cpuSecondsOf } from './processes.ts';
import { BENCH_SECRET, type RoundsState, type Seat } from './rounds-protocol.ts';

export const PROGRAM = fileURLToPath(new URL('./rounds-platform.js', import.meta.url));
const PLAYERS = [8, 32] as const;
const TURNS = 3;
const SECONDS = 5;
const WARM_SECONDS = 3;
const STAKE = '10000';
const WIN = '12000';

/** One measurement with so many players at once. */
export interface RoundRate {
  /** `this` or `other`. */
  readonly version: string;
  readonly players: number;
  readonly roundsPerSecond: number;
  /** Milliseconds of a bet, from the sending of the request to the answer. */
  readonly betMedian: number;
  readonly betP99: number;
  /** For a whole round, bet and win. Milliseconds of processor time of the platform's process, and of the database's sessions. */
  readonly statements: number;
  readonly platformCpu: number;
  readonly databaseCpu: number | undefined;
  /** With eight clients, in the same turns; undefined: embedded, or not installed. */
  readonly pgbenchPerSecond: number | undefined;
}

interface Version {
  readonly name: string;
  readonly program: string;
  readonly place: string;
}

/**
 * Rounds of an outside vendor over the signed seamless wallet, a bet and a win each, against a platform in a process of its own. Medians of
 * three interleaved turns; on PostgreSQL pgbench takes its turn between them. `BENCH_OTHER`, the `rounds-platform.js` of another build, is
 * measured in the same turns on a database of its own.
 */
export async function benchRounds(server: string | undefined): Promise<readonly RoundRate[]> {
  const other = process.env.BENCH_OTHER;
  const programs = [['this', PROGRAM], ...(other === undefined ? [] : [['other', other]])] as const;
  const versions = (places: readonly string[]) =>
    programs.map(([name = '', program = ''], index) => ({ name, program, place: places[index] ?? '' }));
  if (server !== undefined)
    return withPgbench(server, async (url, pgbench) => {
      const measureBaseline = () => pgbench.measure(8, SECONDS);
      if (other === undefined) return play(versions([url]), measureBaseline);
      return withPgbench(server, (second) => play(versions([url, second]), measureBaseline));
    });
  const folder = mkdtempSync(join(tmpdir(), 'lagoon-rounds-'));
  try {
    return await play(versions([join(folder, 'this'), join(folder, 'other')]), async () => undefined);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Seated {
  readonly name: string;
  readonly platform: Running;
  readonly players: readonly Player[];
}

async function play(versions: readonly Version[], measureBaseline: () => Promise<number | undefined>): Promise<readonly RoundRate[]> {
  const seated: Seated[] = [];
  try {
    for (const version of versions) seated.push(await seat(version));
    const results: RoundRate[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const pgbenchPerSecond = await measureBaseline();
      for (const count of PLAYERS)
        for (const { name: version, platform, players } of seated)
          results.push({ version, ...(await measure(platform, players.slice(0, count), SECONDS)), pgbenchPerSecond });
    }
    for (const { platform } of seated) {
      const { differences } = await platform.get<{ differences: readonly string[] }>('/bench/audit');
      if (differences.length > 0) throw new Error(differences.join('\n'));
    }
    return PLAYERS.flatMap((count) =>
      versions.map(({ name }) => middle(results.filter(({ players, version }) => players === count && version === name))),
    );
  } finally {
    for (const { platform } of seated) await platform.stop();
  }
}

/** A platform with its players, warmed up. */
export async function seat({ name, program, place }: Version): Promise<Seated> {
  const platform = await startPlatform(program, place);
  // At once: tickets expire.
  const players = await Promise.all(platform.seats.map((ticket) => enter(platform, ticket)));
  await measure(platform, players, WARM_SECONDS);
  await platform.get('/bench/analyze');
  await measure(platform, players, WARM_SECONDS);
  return { name, platform, players };
}

function middle(results: readonly RoundRate[]): RoundRate {
  const of = (read: (rate: RoundRate) => number | undefined) => median(results.map((rate) => read(rate) ?? Number.NaN));
  const optional = (read: (rate: RoundRate) => number | undefined) => (Number.isNaN(of(read)) ? undefined : of(read));
  return {
    version: results[0]?.version ?? '',
    players: results[0]?.players ?? 0,
    roundsPerSecond: of(({ roundsPerSecond }) => roundsPerSecond),
    betMedian: of(({ betMedian }) => betMedian),
    betP99: of(({ betP99 }) => betP99),
    statements: of(({ statements }) => statements),
    platformCpu: of(({ platformCpu }) => platformCpu),
    databaseCpu: optional(({ databaseCpu }) => databaseCpu),
    pgbenchPerSecond: optional(({ pgbenchPerSecond }) => pgbenchPerSecond),
  };
}

export async function measure(
  platform: Running,
  players: readonly Player[],
  seconds: number,
): Promise<Omit<RoundRate, 'version' | 'pgbenchPerSecond'>> {
  const before = { ...(await platform.get<RoundsState>('/bench/state')), cpu: cpuSecondsOf(platform.pid) ?? Number.NaN };
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  const seat = async (player: Player) => {
    while (performance.now() < end) times.push(await playRound(platform, player));
  };
  await Promise.all(players.map(seat));
  const elapsed = (performance.now() - start) / 1_000;
  const cpu = (cpuSecondsOf(platform.pid) ?? Number.NaN) - before.cpu;
  const after = await platform.get<RoundsState>('/bench/state');
  const sorted = times.sort((a, b) => a - b);
  const databaseCpu = after.databaseCpu === undefined ? undefined : after.databaseCpu - (before.databaseCpu ?? 0);
  return {
    players: players.length,
    roundsPerSecond: times.length / elapsed,
    betMedian: median(sorted),
    betP99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    statements: (after.statements - before.statements) / times.length,
    platformCpu: (cpu * 1_000) / times.length,
    databaseCpu: databaseCpu === undefined ? undefined : (databaseCpu * 1_000) / times.length,
  };
}

interface Player {
  readonly player: string;
  readonly token: string;
  readonly currency: string;
}

/** Milliseconds of the bet. */
async function playRound(platform: Running, { player, token, currency }: Player): Promise<number> {
  const round = randomUUID();
  const common = { roundId: round, gameId: platform.gameId, player, currency };
  const start = performance.now();
  await send(platform, 'bet', { ...common, transactionId: `${round}-b`, token, amount: STAKE });
  const taken = performance.now() - start;
  await send(platform, 'win', { ...common, transactionId: `${round}-w`, betTransactionId: `${round}-b`, amount: WIN, endRound: true });
  return taken;
}

async function enter(platform: Running, { ticket, currency }: Seat): Promise<Player> {
  const { player, token } = await send(platform, 'authenticate', { ticket, gameId: platform.gameId });
  if (player === undefined || token === undefined) throw new Error('a player without a token');
  return { player, token, currency };
}

interface Running {
  readonly pid: number;
  readonly gameId: string;
  readonly seats: readonly Seat[];
  get<T>(path: string): Promise<T>;
  post(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<string>;
  stop(): Promise<void>;
}

async function send(platform: Running, operation: SeamlessOperation, body: object): Promise<SeamlessAnswer> {
  const path = `${SEAMLESS_PREFIX}/${STUDIO_PROVIDER}/${operation}`;
  const [raw, timestamp] = [JSON.stringify(body), String(Date.now())];
  const signature = signRequest(BENCH_SECRET, { method: 'POST', path, timestamp, body: raw });
  const text = await platform.post(path, raw, { [SIGNATURE_HEADER]: signature, [TIMESTAMP_HEADER]: timestamp });
  const answer = JSON.parse(text) as SeamlessAnswer;
  if (answer.status !== 'OK') throw new Error(`${operation} answered ${text}`);
  return answer;
}

async function startPlatform(program: string, place: string): Promise<Running> {
  const child = spawn(process.execPath, [...nodeOptions(), program, place, String(Math.max(...PLAYERS))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { port, gameId, tickets } = JSON.parse(line) as { port: number; gameId: string; tickets: readonly Seat[] };
  const agent = new Agent({ keepAlive: true });
  const call = (method: string, path: string, body: string, headers: Readonly<Record<string, string>>) =>
    new Promise<string>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Buffer.concat(chunks).toString()));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    pid: child.pid ?? 0,
    gameId,
    seats: tickets,
    get: async (path) => JSON.parse(await call('GET', path, '', {})),
    post: (path, body, headers) =>
      call('POST', path, body, { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    async stop() {
      agent.destroy();
      // A profile is written at a regular end only.
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** `BENCH_NODE_OPTIONS` applies to the platform only, for example `--cpu-prof`. */
function nodeOptions(): readonly string[] {
  return process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [];
}
