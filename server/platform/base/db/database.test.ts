import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate } from '../../../migrate.ts';
import { DirectoryInUse } from './directory-lock.ts';
import { checkpointWhenGrown } from './embedded-checkpoint.ts';
import { openDatabase } from './open-database.ts';
import { createPglitePool } from './pglite-pool.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';
import { testFolder } from './test-folder.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('both engines', () => {
  test('run each migration once, also one that lands before others, and do not take a database of a newer version', async () => {
    const ran: string[] = [];
    const list = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { up: async () => void ran.push(name) }]));
    const run = (...names: string[]) => migrate(database.db, list(...names), { tablePrefix: 'book', anyOrder: true });
    expect(await run('001', '003')).toEqual(['001', '003']);
    expect(await run('001', '003')).toEqual([]);
    expect(await run('001', '002', '003')).toEqual(['002']);
    expect(ran).toEqual(['001', '003', '002']);
    await expect(run('001', '002')).rejects.toThrow(/^the database belongs to a newer version \(book: 003\)\. Start that version/);
    await expect(migrate(database.db, list('000', '001', '002', '003'), { tablePrefix: 'book' })).rejects.toThrow('000');
  });

  test('money and counts are strings, times are dates, errors carry their code', async () => {
    const { rows } = await sql<Record<string, unknown>>`select 9007199254740993::bigint as big, 1.50::numeric as n, now() as at`.execute(
      database.db,
    );
    expect(rows[0]).toMatchObject({ big: '9007199254740993', n: '1.50' });
    expect(rows[0]?.at).toBeInstanceOf(Date);
    await expect(sql`select 1 / ${0}::int`.execute(database.db)).rejects.toMatchObject({ code: '22012' });
    const bound = await sql<{ n: string }>`select ${12n}::bigint + 1 as n`.execute(database.db);
    expect(bound.rows).toEqual([{ n: '13' }]);
  });

  test('a repeated statement gives the same results: values of all kinds, errors, a changed table', async () => {
    const { db } = database;
    await sql`create table again (id int primary key, words text[], raw bytea, said jsonb, at timestamptz, so boolean, units bigint)`.execute(
      db,
    );
    const at = new Date('2026-06-01T12:00:00.123Z');
    const insert = (id: number, so: boolean | null) =>
      sql`insert into again values (${id}, ${['a "b"', 'c,d']}::text[], ${Buffer.from([0, 255])}, ${JSON.stringify({ a: [1] })}, ${at}, ${so}, ${7n})`.execute(
        db,
      );
    const find = async (id: number) => (await sql<Record<string, unknown>>`select * from again where id = ${id}`.execute(db)).rows;
    const row = { words: ['a "b"', 'c,d'], raw: Buffer.from([0, 255]), said: { a: [1] }, at, units: '7' };
    for (let id = 0; id < 6; id++) {
      expect((await insert(id, id % 2 === 0 ? true : null)).numAffectedRows).toBe(1n);
      expect(await find(id)).toMatchObject([{ ...row, id, raw: expect.anything(), so: id % 2 === 0 ? true : null }]);
      await expect(insert(id, true)).rejects.toMatchObject({ code: '23505', constraint: 'again_pkey' });
      expect(await find(99)).toEqual([]);
    }
    await expect(
      inTransaction(db, async (tx) => {
        await sql`insert into again (id) values (${50})`.execute(tx);
        await sql`insert into again (id) values (${50})`.execute(tx);
      }),
    ).rejects.toMatchObject({ code: '23505' });
    await inTransaction(db, async (tx) => void (await sql`insert into again (id) values (${51})`.execute(tx)));
    await sql`alter table again drop column words, add column more int default 3`.execute(db);
    for (let time = 0; time < 3; time++) expect(await find(51)).toMatchObject([{ id: 51, more: 3, so: null }]);
    expect(await find(50)).toEqual([]);
    await sql`drop table again`.execute(db);
  });

  test('effects wait for the commit and are dropped with a rollback', async () => {
    const seen: string[] = [];
    await inTransaction(database.db, async (_tx, afterCommit) => {
      afterCommit(() => seen.push('committed'));
      expect(seen).toEqual([]);
    });
    await expect(
      inTransaction(database.db, async (_tx, afterCommit) => {
        afterCommit(() => seen.push('rolled back'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(seen).toEqual(['committed']);
  });

  test('a transaction that was given up is run again, with fresh effects, at most four times', async () => {
    const seen: number[] = [];
    let runs = 0;
    await inTransaction(database.db, async (_tx, afterCommit) => {
      runs += 1;
      const run = runs;
      afterCommit(() => seen.push(run));
      if (runs < 3) throw Object.assign(new Error('deadlock'), { code: '40P01' });
    });
    expect({ runs, seen }).toEqual({ runs: 3, seen: [3] });
    let tries = 0;
    const hopeless = inTransaction(database.db, async () => {
      tries += 1;
      throw Object.assign(new Error('serialization'), { code: '40001' });
    });
    await expect(hopeless).rejects.toThrow('serialization');
    expect(tries).toBe(4);
  });
});

describe.runIf(inject('engine') === 'embedded')('the embedded database on disk', () => {
  const dir = testFolder();
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('flushes each commit, refuses a second opener, keeps its rows', async () => {
    const errors: unknown[] = [];
    const log = { info: () => undefined, warn: () => undefined, error: (...args: unknown[]) => errors.push(args) };
    const first = await openDatabase({ dir, log: log as never });
    expect(errors).toEqual([]);
    await sql`create table kept (id int)`.execute(first.db);
    await sql`insert into kept values (1)`.execute(first.db);
    await expect(openDatabase({ dir })).rejects.toBeInstanceOf(DirectoryInUse);
    await first.close();
    const again = await openDatabase({ dir });
    expect((await sql`select id from kept`.execute(again.db)).rows).toEqual([{ id: 1 }]);
    await again.close();
  });

  test('a checkpoint is written when the log has grown enough, and not before', async () => {
    const opened = await openDatabase({ dir });
    try {
      await sql`create table filler as select n, repeat('x', 1000) as text from generate_series(1, 500) n`.execute(opened.db);
      expect(await checkpointWhenGrown(opened.db, 100 * 1024 * 1024)).toBe(false);
      expect(await checkpointWhenGrown(opened.db, 100 * 1024)).toBe(true);
      expect(await checkpointWhenGrown(opened.db, 100 * 1024)).toBe(false);
    } finally {
      await opened.close();
    }
  });
});

test('the pool of one session serves in order and times out', async () => {
  const engine = { query: async () => ({ command: 'SELECT', rowCount: 0, rows: [] }), close: async () => undefined };
  const pool = createPglitePool(engine, 20);
  const first = await pool.connect();
  await expect(pool.connect()).rejects.toThrow('outer database');
  const order: number[] = [];
  const waiting = [1, 2].map((n) =>
    pool.connect().then((client) => {
      order.push(n);
      client.release();
    }),
  );
  first.release();
  await Promise.all(waiting);
  expect(order).toEqual([1, 2]);
  await pool.end();
  await expect(pool.connect()).rejects.toThrow('closed');
});
