import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { defined } from '../../../kit/defined.ts';
import { openDatabase } from './open-database.ts';

const SERVER = process.env.TEST_DATABASE_URL;

it.skipIf(SERVER === undefined)(
  'loses one transaction, and nothing else, with a connection that is cut between two of its queries',
  async () => {
    const { db, close } = await openDatabase({ ...defined({ url: SERVER }), poolSize: 1 });
    const other = new pg.Client({ connectionString: SERVER });
    await other.connect();
    const cut = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      // The end of the connection must have been detected first: a query in progress would receive the error itself.
      await expect.poll(async () => (await other.query('select 1 from pg_stat_activity where pid = $1', [rows[0]?.pid])).rowCount).toBe(0);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await sql`select 1`.execute(tx);
    });
    await expect(cut).rejects.toThrow();
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await other.end();
    await close();
  },
);
