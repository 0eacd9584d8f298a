import pg from 'pg';
import { abortConnection } from '../db/index.ts';

/** Channel of NOTIFY for the messages between nodes. */
export const NODE_CHANNEL = 'lagoon_events';
const CONNECT_MS = 3_000;

/** The connection of this node for LISTEN and NOTIFY. */
export interface NodeConnection {
  /** Undefined while the connection is lost. */
  readonly client: pg.Client | undefined;
  use(client: pg.Client): void;
  disconnect(reason: string): void;
}

export function createNodeConnection(): NodeConnection {
  let client: pg.Client | undefined;
  return {
    get client() {
      return client;
    },
    use(joined) {
      joined.once('end', () => {
        if (client === joined) client = undefined;
      });
      client = joined;
    },
    disconnect(reason) {
      if (client) abortConnection(client, reason);
      client = undefined;
    },
  };
}

/** Opens a connection that receives the messages of all nodes. */
export async function openListener(url: string, onPayload: (payload: string | undefined) => void): Promise<pg.Client> {
  const newClient = new pg.Client({
    connectionString: url,
    application_name: 'lagoon-events',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    keepAlive: true,
  });
  // The `end` event handles the loss of the connection.
  newClient.on('error', () => undefined);
  newClient.on('notification', ({ payload }) => onPayload(payload));
  try {
    await newClient.connect();
    await newClient.query(`listen ${NODE_CHANNEL}`);
  } catch (error) {
    abortConnection(newClient, 'not joined');
    throw error;
  }
  return newClient;
}
