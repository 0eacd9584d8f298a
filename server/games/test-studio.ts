import { createServer } from 'node:http';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { pino } from 'pino';
import { vi } from 'vitest';
import type { StudioGame } from '../../shared/games/catalogue.ts';
import type { Series } from '../../shared/games/events/series.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';
import { type PlayAnswer, type PlayRequest, STUDIO_API, type StudioSession } from '../../shared/games/protocol.ts';
import { listenLocally, localUrl } from '../net/test-server.ts';
import { openTestDatabase } from '../platform/base/db/test-database.ts';
import type { StudioDeps } from './contract.ts';
import { createStudio } from './index.ts';
import { migrateStudio } from './migrations.ts';
import type { Round } from './store.ts';
import type { StudioDatabase } from './tables.ts';
import { TEST_SEALER } from './test-seeds.ts';
import { openTestWallet, TEST_SECRET, type TestWallet } from './test-wallet.ts';

export interface Answer<T> {
  readonly status: number;
  readonly body: T & { readonly error?: string };
}

/** Repeats a request while another one with its key is still being processed, as pages do. */
export async function untilAnswered<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await ask();
    if (answer.body.error !== 'round_pending') return answer;
  }
}

/** A running studio, as a page sees it. */
export interface Running {
  readonly url: string;
  call<T>(path: string, body?: unknown, token?: string): Promise<Answer<T>>;
  join(player: string, gameId: string): Promise<StudioSession>;
  play(session: StudioSession, request: PlayRequest): Promise<Answer<PlayAnswer>>;
  /** Simulates `kill -9`: nothing reaches the database or the wallet any more, and no response is sent. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export interface StudioWorld {
  readonly db: StudioDatabase;
  /** Address of the database, on PostgreSQL only. */
  readonly url: string | undefined;
  readonly wallet: TestWallet;
  /** Starts a studio on the world's database; `onStep` runs before each database query and wallet request. */
  start(options?: {
    onStep?: () => void;
    policy?: StudioDeps<unknown>['policy'];
    platformUrl?: string;
    clientDir?: string;
    /** Default: none. */
    series?: readonly Series[];
    /** Games with shared flights. Default: none. */
    flights?: readonly string[];
    clock?: StudioDeps<unknown>['clock'];
    /** Default: the given clock. */
    databaseTime?: StudioDeps<unknown>['databaseTime'];
    drawSettings?: StudioDeps<unknown>['drawSettings'];
  }): Promise<Running>;
  rounds(): Promise<readonly Round[]>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** `deadlock_detected` of PostgreSQL. */
const DEADLOCK = '40P01';

export const QUICK = {
  walletDeadlineMs: 20_000,
  retryWindowMs: 300,
  retryMs: 20,
  playsPerSecond: 1_000,
  callsPerMinute: 100_000,
  sessionsPerMinute: 100_000,
  pagesPerMinute: 100_000,
};

export function gameOf(variant: StudioGame['variant']): StudioGame {
  const game = STUDIO_GAMES.find((candidate) => candidate.variant === variant);
  if (!game) throw new Error(`no game of ${variant}`);
  return game;
}

/** Waits until a check passes, as long as `expect.poll` does: milliseconds may become seconds on a busy machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: 20 });
}

let keys = 0;
export function newKey(): string {
  keys += 1;
  return `key-of-test-${keys}`;
}

export async function openStudioWorld(): Promise<StudioWorld> {
  const database = await openTestDatabase();
  const wallet = await openTestWallet();
  const db = database.db as unknown as StudioDatabase;
  await migrateStudio(database.db as unknown as Kysely<unknown>);
  const running = new Set<Running>();

  async function start(
    {
      onStep = () => {},
      policy = {},
      platformUrl = wallet.url,
      clientDir = '/nonexistent',
      series = [],
      flights = [],
      clock = { now: () => new Date() },
      databaseTime = () => sql<Date>`${clock.now()}::timestamptz`,
      drawSettings,
    } = {} as Parameters<StudioWorld['start']>[0] & object,
  ) {
    let dead = false;
    const step = () => {
      if (!dead) onStep();
      if (dead) throw new Error('killed');
    };
    const watch: KyselyPlugin = {
      transformQuery: ({ node }) => {
        step();
        return node;
      },
      transformResult: async ({ result }) => {
        if (dead) throw new Error('killed');
        return result;
      },
    };
    const studio = createStudio({
      db: db.withPlugin(watch),
      platformUrl: () => {
        step();
        return platformUrl;
      },
      providerCode: 'studio',
      secret: TEST_SECRET,
      sealer: TEST_SEALER,
      clock,
      databaseTime,
      ...(drawSettings && { drawSettings }),
      series,
      flights,
      log: pino({ level: 'silent' }),
      clientDir,
      policy: { ...QUICK, ...policy },
    });
    await studio.start();
    const server = createServer(studio.app);
    await listenLocally(server);
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= shut();
      return closing;
    };
    const shut = async () => {
      running.delete(self);
      await studio.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    };
    const self: Running = {
      ...client(localUrl(server)),
      close,
      kill() {
        dead = true;
        server.closeAllConnections();
        return close();
      },
    };
    running.add(self);
    return self;
  }

  return {
    db,
    url: database.url,
    wallet,
    start,
    rounds: () => db.selectFrom('studio_round').selectAll().orderBy('created_at').execute(),
    async clear() {
      const empty = sql`truncate studio_closed_day, studio_exposure, studio_player_link, studio_cannon, studio_sea, studio_seat, studio_table, studio_entry, studio_hand, studio_leg, studio_ticket, studio_chase, studio_event, studio_chain, studio_round, studio_session`;
      // Running studios use the tables in other orders: the database ends one of two that wait for each other.
      for (let tries = 1; ; tries += 1) {
        try {
          await empty.execute(db);
          return;
        } catch (error) {
          if ((error as { code?: string }).code !== DEADLOCK || tries === 5) throw error;
        }
      }
    },
    async close() {
      for (const one of running) await one.close();
      await wallet.close();
      await database.close();
    },
  };
}

function client(url: string): Pick<Running, 'url' | 'call' | 'join' | 'play'> {
  async function call<T>(path: string, body?: unknown, token?: string): Promise<Answer<T>> {
    const headers: Record<string, string> = { origin: 'null' };
    if (token) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body === undefined ? {} : { body: text }),
    });
    return { status: answer.status, body: (await answer.json()) as Answer<T>['body'] };
  }
  return {
    url,
    call,
    async join(player, gameId) {
      const { status, body } = await call<StudioSession>(STUDIO_API.session, { ticket: `ticket-of-${player}`, gameId });
      if (status !== 200) throw new Error(`session refused: ${body.error}`);
      return body;
    },
    play: (session, request) => call(STUDIO_API.play, request, session.token),
  };
}
