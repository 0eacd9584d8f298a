import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { MemberEvent } from '../../../shared/api/content-calls.ts';
import { cutOff } from '../db/cut-off.ts';
import { createEventHub, type EventHub } from './hub.ts';

/** The hubs of all nodes of one database, joined by LISTEN and NOTIFY. */
export interface SharedHub extends EventHub {
  close(): Promise<void>;
}

export interface SharedHubDeps {
  readonly url: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Interval of the heartbeats that prove that the connection delivers notifications. */
  readonly beatMs?: number;
}

type Message = { readonly node: string } & (
  | { readonly channel: string; readonly event: MemberEvent }
  | { readonly gap: true }
  | { readonly beat: number }
);

const CHANNEL = 'lagoon_events';
/** PostgreSQL limits a payload to less than 8000 bytes. */
const MOST_BYTES = 7_900;
const MOST_AT_ONCE = 200;
const BEAT_MS = 4_000;
const LATE_MS = 100;
const CONNECT_MS = 3_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3_000;

/**
 * Uses one dedicated connection for LISTEN and NOTIFY. Events are not queued while it is down: after a reconnect this node's streams read
 * their state again, and a gap message makes the other nodes do the same.
 */
export function createSharedHub({ url, log, beatMs = BEAT_MS }: SharedHubDeps): SharedHub {
  const node = randomUUID();
  const own = createEventHub();
  const ending = new AbortController();
  let waiting: string[] = [];
  let client: pg.Client | undefined;
  /** Events were published here that the other nodes did not receive. */
  let hasLost = false;
  let isTelling = false;
  let heardBeat = 0;

  /** Ends early if the hub is closed. */
  const sleep = (milliseconds: number) => pause(milliseconds, undefined, { signal: ending.signal }).catch(() => undefined);
  const write = (message: Message) => JSON.stringify(message);
  const cut = (reason: string) => {
    if (client) cutOff(client, reason);
    client = undefined;
  };

  async function tell(): Promise<void> {
    if (isTelling) return;
    isTelling = true;
    while (client && waiting.length > 0) {
      const batch = waiting.splice(0, MOST_AT_ONCE);
      await client.query('select pg_notify($1, message) from unnest($2::text[]) as message', [CHANNEL, batch]).catch((error: Error) => {
        hasLost = true;
        cut(error.message);
      });
    }
    if (!client && waiting.length > 0) {
      hasLost = true;
      waiting = [];
    }
    isTelling = false;
  }

  function hear(payload: string | undefined): void {
    const message = read(payload);
    if (!message) log.warn('malformed event of another node');
    else if (message.node === node) {
      if ('beat' in message) heardBeat = message.beat;
    } else if ('event' in message) own.publish(message.channel, message.event);
    else if ('gap' in message) own.tellGap();
  }

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      ...{ connectionString: url, application_name: 'lagoon-events', connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS },
      keepAlive: true,
    });
    // The `end` event handles the loss of the connection.
    fresh.on('error', () => undefined);
    fresh.on('notification', ({ payload }) => hear(payload));
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
    } catch (error) {
      cutOff(fresh, 'not joined');
      throw error;
    }
    return fresh;
  }

  /** Resolves when the connection stops delivering. A pooler in transaction mode swallows notifications without an error. */
  async function beat(joined: pg.Client): Promise<void> {
    const gone = new Promise<void>((resolve) => joined.once('end', resolve));
    for (let count = 1; client === joined && !ending.signal.aborted; count += 1) {
      waiting.push(write({ node, beat: count }));
      void tell();
      await Promise.race([gone, sleep(beatMs)]);
      // If this process was busy, the heartbeat may have arrived without being processed yet.
      if (heardBeat !== count) await sleep(LATE_MS);
      if (client === joined && heardBeat !== count) cut('it carries nothing');
    }
  }

  async function stayJoined(): Promise<void> {
    for (let failures = 0; !ending.signal.aborted; ) {
      try {
        const joined = await connect();
        if (failures > 0) log.info('events of other nodes: connection restored');
        failures = 0;
        joined.once('end', () => {
          if (client === joined) client = undefined;
        });
        client = joined;
        heardBeat = 0;
        own.tellGap();
        if (hasLost) waiting.push(write({ node, gap: true }));
        hasLost = false;
        await beat(joined);
        if (ending.signal.aborted) return;
        log.warn('events of other nodes: connection lost');
        failures = 1;
      } catch (error) {
        if (failures === 0) log.warn({ err: error }, 'events of other nodes do not arrive');
        failures += 1;
      }
      const longest = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      await sleep(longest * (0.5 + Math.random() / 2));
    }
  }
  const living = stayJoined();

  return {
    ...own,
    publish(channel, event) {
      own.publish(channel, event);
      const message = write({ node, channel, event });
      // Too long for a payload: a gap message makes the other nodes read the state.
      waiting.push(Buffer.byteLength(message) <= MOST_BYTES ? message : write({ node, gap: true }));
      // All events of one commit are sent in one statement.
      setImmediate(() => void tell());
    },
    get isJoined() {
      return client !== undefined;
    },
    async close() {
      await tell();
      ending.abort();
      cut('the hub is closed');
      await living;
    },
  };
}

function read(payload: string | undefined): Message | undefined {
  try {
    const message: unknown = JSON.parse(payload ?? '');
    return typeof message === 'object' && message !== null && 'node' in message ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}
