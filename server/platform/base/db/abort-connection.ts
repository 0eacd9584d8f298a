import type pg from 'pg';

/** Closes a connection at once, even if the server does not respond; the server rolls back its transaction. */
export function abortConnection(client: pg.Client, reason: string): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(error: Error): void } } };
  connection?.stream?.destroy(new Error(reason));
}
