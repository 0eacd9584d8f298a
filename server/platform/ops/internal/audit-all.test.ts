import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import type { Audit } from '../../base/feature.ts';
import { auditAll } from './audit-all.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await sql`create table audited (n int)`.execute(database.db);
});
afterAll(() => database.close());

test('all statements of a feature’s audit read the same state', async () => {
  const writes: Promise<unknown>[] = [];
  const readTwice: Audit = async (snapshot) => {
    const count = async () => (await sql<{ n: string }>`select count(*) as n from audited`.execute(snapshot)).rows[0]?.n;
    const before = await count();
    writes.push(sql`insert into audited values (1)`.execute(database.db));
    // The embedded database has one connection: there the write waits for the audit.
    if (database.engine === 'postgres') await Promise.all(writes);
    return { differences: (await count()) === before ? [] : ['the table has changed'] };
  };
  expect(await auditAll(database.db, [readTwice])).toMatchObject({ ok: true, differences: [] });
  await Promise.all(writes);
  expect((await sql`select n from audited`.execute(database.db)).rows).toEqual([{ n: 1 }]);
});
