import { NODE_CHANNEL, type NodeConnection } from './node-connection.ts';

/** Messages to the other nodes. They are dropped while there is no connection. */
export interface SendQueue {
  add(message: string): void;
  flush(): Promise<void>;
  /** True if messages were lost since the last call. */
  takeLoss(): boolean;
}

const MAX_BATCH = 200;

export function createSendQueue(connection: NodeConnection): SendQueue {
  let waiting: string[] = [];
  let isSending = false;
  let hasLostMessages = false;
  return {
    add: (message) => void waiting.push(message),
    async flush() {
      if (isSending) return;
      isSending = true;
      while (connection.client && waiting.length > 0) {
        const batch = waiting.splice(0, MAX_BATCH);
        await connection.client
          .query('select pg_notify($1, message) from unnest($2::text[]) as message', [NODE_CHANNEL, batch])
          .catch((error: Error) => {
            hasLostMessages = true;
            connection.disconnect(error.message);
          });
      }
      if (!connection.client && waiting.length > 0) {
        hasLostMessages = true;
        waiting = [];
      }
      isSending = false;
    },
    takeLoss() {
      const lost = hasLostMessages;
      hasLostMessages = false;
      return lost;
    },
  };
}
