import type pg from 'pg';
import type { NodeConnection } from './node-connection.ts';

const HEARTBEAT_GRACE_MS = 100;

export interface HeartbeatDeps {
  readonly connection: NodeConnection;
  readonly intervalMs: number;
  /** Sends a heartbeat of this node. */
  readonly send: (beat: number) => void;
  /** Ends early if the hub is closed. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly isClosed: () => boolean;
}

export interface Heartbeat {
  /** Called with each heartbeat of this node that arrives. */
  receive(beat: number): void;
  /** Resolves when the connection stops delivering. A pooler in transaction mode swallows notifications without an error. */
  monitor(joined: pg.Client): Promise<void>;
}

export function createHeartbeat({ connection, intervalMs, send, sleep, isClosed }: HeartbeatDeps): Heartbeat {
  let receivedBeat = 0;
  return {
    receive(beat) {
      receivedBeat = beat;
    },
    async monitor(joined) {
      receivedBeat = 0;
      const ended = new Promise<void>((resolve) => joined.once('end', resolve));
      for (let count = 1; connection.client === joined && !isClosed(); count += 1) {
        send(count);
        await Promise.race([ended, sleep(intervalMs)]);
        // If this process was busy, the heartbeat may have arrived without being processed yet.
        if (receivedBeat !== count) await sleep(HEARTBEAT_GRACE_MS);
        if (connection.client === joined && receivedBeat !== count) connection.disconnect('it carries nothing');
      }
    },
  };
}
