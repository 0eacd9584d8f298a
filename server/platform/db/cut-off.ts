import type pg from 'pg';

/** Ends a connection at once, whether or not the other side still answers; what it had open is rolled back there. */
export function cutOff(client: pg.Client, reason: string): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(error: Error): void } } };
  connection?.stream?.destroy(new Error(reason));
}
