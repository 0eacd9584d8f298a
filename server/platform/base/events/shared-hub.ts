import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createHeartbeat } from './heartbeat.ts';
import { createEventHub, type EventHub } from './hub.ts';
import { createNodeConnection, openListener } from './node-connection.ts';
import { type NodeMessage, readMessage, writeMessage } from './node-messages.ts';
import { createSendQueue } from './send-queue.ts';

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

/** PostgreSQL limits a payload to less than 8000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;
const HEARTBEAT_MS = 4_000;
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
  const isClosed = () => ending.signal.aborted;
  /** Ends early if the hub is closed. */
  const sleep = (milliseconds: number) => pause(milliseconds, undefined, { signal: ending.signal }).catch(() => undefined);
  const connection = createNodeConnection();
  const queue = createSendQueue(connection);
  const sendBeat = (beat: number) => {
    queue.add(writeMessage({ node, beat }));
    void queue.flush();
  };
  const heartbeat = createHeartbeat({ connection, intervalMs: heartbeatMs, send: sendBeat, sleep, isClosed });

  function onPayload(payload: string | undefined): void {
    const message = readMessage(payload);
    if (!message) log.warn('malformed event of another node');
    else if (message.node === node) {
      if ('beat' in message) heartbeat.receive(message.beat);
    } else if ('event' in message) localHub.publish(message.channel, message.event);
    else if ('gap' in message) localHub.notifyGap();
  }

  /** Joins the other nodes; resolves when the connection is lost. */
  async function runOnce(onJoined: () => void): Promise<void> {
    const joined = await openListener(url, onPayload);
    onJoined();
    connection.use(joined);
    localHub.notifyGap();
    if (queue.takeLoss()) queue.add(writeMessage({ node, gap: true }));
    await heartbeat.monitor(joined);
  }

  const connectionLoop = keepConnected({ run: runOnce, sleep, isClosed, log });

  return {
    ...localHub,
    publish(channel, event) {
      localHub.publish(channel, event);
      queue.add(payloadOf({ node, channel, event }));
      // All events of one commit are sent in one statement.
      setImmediate(() => void queue.flush());
    },
    get isJoined() {
      return connection.client !== undefined;
    },
    async close() {
      await queue.flush();
      ending.abort();
      connection.disconnect('the hub is closed');
      await connectionLoop;
    },
  };
}

interface ConnectionLoop {
  /** Calls `onJoined` when connected; resolves when the connection is lost. */
  readonly run: (onJoined: () => void) => Promise<void>;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly isClosed: () => boolean;
  readonly log: SharedHubDeps['log'];
}

async function keepConnected({ run, sleep, isClosed, log }: ConnectionLoop): Promise<void> {
  for (let failures = 0; !isClosed(); ) {
    try {
      await run(() => {
        if (failures > 0) log.info('events of other nodes: connection restored');
        failures = 0;
      });
      if (isClosed()) return;
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

/** Too long for a payload: a gap message makes the other nodes read the state. */
function payloadOf(message: NodeMessage): string {
  const text = writeMessage(message);
  return Buffer.byteLength(text) <= MAX_PAYLOAD_BYTES ? text : writeMessage({ node: message.node, gap: true });
}
