import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Engine, EngineResult } from './pglite-engine.ts';

/** Longest wait for the single session. A longer wait means that code in a transaction uses the outer database. */
const WAIT_LIMIT_MS = 5_000;

/** A waiting caller; `start` passes the session to it. */
interface Waiting {
  start(): void;
}

/** The embedded database as a pool of one connection for Kysely's PostgreSQL dialect; callers are served in order. */
export function createPglitePool(
  engine: Engine,
  waitLimitMs = WAIT_LIMIT_MS,
): PostgresPool & { readonly ended: boolean; connections(): { used: number; idle: number; waiting: number } } {
  const queue: Waiting[] = [];
  let busy = false;
  /** A transaction was requested; `begin` is sent with its first statement, which saves a round trip to the thread. */
  let begins = false;
  let ended = false;

  const query = async (text: string, values: readonly unknown[] = []): Promise<EngineResult> => {
    const first = begins;
    begins = text === 'begin';
    // An empty transaction needs no statement.
    const needless = begins || (first && (text === 'commit' || text === 'rollback'));
    return needless ? { command: text.toUpperCase(), rowCount: 0, rows: [] } : engine.query(text, values, first);
  };

  const release = () => {
    begins = false;
    const next = queue.shift();
    if (next) next.start();
    else busy = false;
  };

  const client: PostgresPoolClient = {
    query: query as unknown as PostgresPoolClient['query'],
    release,
  };

  return {
    connections: () => ({ used: busy ? 1 : 0, idle: busy ? 0 : 1, waiting: queue.length }),
    connect() {
      if (ended) return Promise.reject(new Error('The database is closed.'));
      if (!busy) {
        busy = true;
        return Promise.resolve(client);
      }
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          start() {
            clearTimeout(timer);
            resolve(client);
          },
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(new Error(`No database session within ${waitLimitMs} ms. Is the outer database used inside a transaction?`));
        }, waitLimitMs);
        queue.push(waiting);
      });
    },
    get ended() {
      return ended;
    },
    async end() {
      ended = true;
      await engine.close();
    },
  };
}
