import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { MemberEvent } from '../../../../shared/api/content-calls.ts';
import { abortConnection } from '../db/index.ts';
import { createEventHub, type EventHub } from './hub.ts';

/** The hubs of all nodes of one database, joined by LISTEN and NOTIFY. */
export interface SharedHub extends EventHub {
  close(): Promise<void>;
}

export interface SharedHubDeps {
  readonly url: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Interval of the heartbeats that prove that the connection delivers notifications. */
  readonly heartbeatMs?: number;
}

type Message = { readonly node: string } & (
  | { readonly channel: string; readonly event: MemberEvent }
  | { readonly gap: true }
  | { readonly beat: number }
);

const CHANNEL = 'lagoon_events';
/** PostgreSQL limits a payload to less than 8000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;
const MAX_BATCH = 200;
const HEARTBEAT_MS = 4_000;
const HEARTBEAT_GRACE_MS = 100;
const CONNECT_MS = 3_000;
const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 3_000;

/**
 * Uses one dedicated connection for LISTEN and NOTIFY. Events are not queued while it is down: after a reconnect this node's streams read
 * their state again, and a gap message makes the other nodes do the same.
 */
export function createSharedHub({ url, log, heartbeatMs = HEARTBEAT_MS }: SharedHubDeps): SharedHub {
  const node = randomUUID();
  const localHub = createEventHub();
  const ending = new AbortController();
  let waiting: string[] = [];
  let client: pg.Client | undefined;
  /** Events were published here that the other nodes did not receive. */
  let hasLostEvents = false;
  let isSending = false;
  let receivedBeat = 0;

  /** Ends early if the hub is closed. */
  const sleep = (milliseconds: number) => pause(milliseconds, undefined, { signal: ending.signal }).catch(() => undefined);
  const write = (message: Message) => JSON.stringify(message);
  const disconnect = (reason: string) => {
    if (client) abortConnection(client, reason);
    client = undefined;
  };

  async function flush(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (client && waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      await client.query('select pg_notify($1, message) from unnest($2::text[]) as message', [CHANNEL, batch]).catch((error: Error) => {
        hasLostEvents = true;
        disconnect(error.message);
      });
    }
    if (!client && waiting.length > 0) {
      hasLostEvents = true;
      waiting = [];
    }
    isSending = false;
  }

  function onNotification(payload: string | undefined): void {
    const message = read(payload);
    if (!message) log.warn('malformed event of another node');
    else if (message.node === node) {
      if ('beat' in message) receivedBeat = message.beat;
    } else if ('event' in message) localHub.publish(message.channel, message.event);
    else if ('gap' in message) localHub.notifyGap();
  }

  async function connect(): Promise<pg.Client> {
    const newClient = new pg.Client({
      ...{ connectionString: url, application_name: 'lagoon-events', connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS },
      keepAlive: true,
    });
    // The `end` event handles the loss of the connection.
    newClient.on('error', () => undefined);
    newClient.on('notification', ({ payload }) => onNotification(payload));
    try {
      await newClient.connect();
      await newClient.query(`listen ${CHANNEL}`);
    } catch (error) {
      abortConnection(newClient, 'not joined');
      throw error;
    }
    return newClient;
  }

  /** Resolves when the connection stops delivering. A pooler in transaction mode swallows notifications without an error. */
  async function monitorConnection(joined: pg.Client): Promise<void> {
    const ended = new Promise<void>((resolve) => joined.once('end', resolve));
    for (let count = 1; client === joined && !ending.signal.aborted; count += 1) {
      waiting.push(write({ node, beat: count }));
      void flush();
      await Promise.race([ended, sleep(heartbeatMs)]);
      // If this process was busy, the heartbeat may have arrived without being processed yet.
      if (receivedBeat !== count) await sleep(HEARTBEAT_GRACE_MS);
      if (client === joined && receivedBeat !== count) disconnect('it carries nothing');
    }
  }

  async function runConnection(): Promise<void> {
    for (let failures = 0; !ending.signal.aborted; ) {
      try {
        const joined = await connect();
        if (failures > 0) log.info('events of other nodes: connection restored');
        failures = 0;
        joined.once('end', () => {
          if (client === joined) client = undefined;
        });
        client = joined;
        receivedBeat = 0;
        localHub.notifyGap();
        if (hasLostEvents) waiting.push(write({ node, gap: true }));
        hasLostEvents = false;
        await monitorConnection(joined);
        if (ending.signal.aborted) return;
        log.warn('events of other nodes: connection lost');
        failures = 1;
      } catch (error) {
        if (failures === 0) log.warn({ err: error }, 'events of other nodes do not arrive');
        failures += 1;
      }
      const longest = Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_MS);
      await sleep(longest * (0.5 + Math.random() / 2));
    }
  }
  const connectionLoop = runConnection();

  return {
    ...localHub,
    publish(channel, event) {
      localHub.publish(channel, event);
      const message = write({ node, channel, event });
      // Too long for a payload: a gap message makes the other nodes read the state.
      waiting.push(Buffer.byteLength(message) <= MAX_PAYLOAD_BYTES ? message : write({ node, gap: true }));
      // All events of one commit are sent in one statement.
      setImmediate(() => void flush());
    },
    get isJoined() {
      return client !== undefined;
    },
    async close() {
      await flush();
      ending.abort();
      disconnect('the hub is closed');
      await connectionLoop;
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
