import { readdirSync, rmSync } from 'node:fs';
import { CompiledQuery, type Kysely, type Migration, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../../../migrate.ts';
import { audit, createWallet, memberLegs } from '../../../ledger/index.ts';
import { MIGRATIONS } from '../../../migrations.ts';
import { systemClock } from '../../clock.ts';
import { openDataKeys } from '../../data-key/index.ts';
import { createEventHub } from '../../events/hub.ts';
import type { Database } from '../database.ts';
import { openDatabase } from '../open.ts';
import { openTestDatabase, type TestDatabase } from '../test-database.ts';
import { testFolder } from '../test-folder.ts';
import { ownObjects } from './catalog.ts';
import { CommitUnknown, moveDatabase } from './move.ts';
import { removeMovedMarker, writeMovedMarker } from './moved-marker.ts';

const KEY = 'a-data-key-of-at-least-32-characters';

/** Types that are easy to copy wrongly and that the product's tables hardly use. */
const SAMPLE_MIGRATIONS: Record<string, Migration> = {
  '001': {
    async up(db: Kysely<unknown>) {
      for (const text of [
        'create table odd (id int generated always as identity primary key, parent int references odd, words text[], raw bytea, said jsonb, at timestamptz, share float8, twice bigint generated always as (id * 2) stored)',
        'create sequence odd_numbers start 5',
        "create function odd_refuse() returns trigger language plpgsql as $$ begin raise 'no row is inserted by hand'; end $$",
        'create table odd_guarded (n int not null)',
        'insert into odd_guarded values (1)',
        'create trigger odd_guard before insert on odd_guarded for each row execute function odd_refuse()',
        'create trigger odd_keep before truncate on odd_guarded execute function odd_refuse()',
      ])
        await sql.raw(text).execute(db);
    },
  },
};
const migrateSample = (db: Database) => migrate(db, SAMPLE_MIGRATIONS, { tablePrefix: 'odd' });
const BOOKS = { platform: (db: Database) => migrate(db, MIGRATIONS), odd: migrateSample };

const dir = testFolder();
let source: Awaited<ReturnType<typeof openDatabase>>;
let target: TestDatabase;

async function seed(db: Database): Promise<void> {
  await migrate(db, MIGRATIONS);
  await migrateSample(db);
  const wallet = createWallet({ clock: systemClock, hub: createEventHub() });
  for (const memberId of ['m1', 'm2']) await wallet.openMember(db, { memberId, currency: 'CNY', realm: 'real' });
  for (let nr = 1; nr <= 30; nr += 1) {
    const memberId = nr % 2 ? 'm1' : 'm2';
    const legs = memberLegs(memberId, 'cashier:DEMO_BANK', BigInt(nr) * 1_234_567n);
    await wallet.transfer(db, { reference: `d${nr}`, kind: 'deposit', currency: 'CNY', realm: 'real', memberId, legs });
  }
  const { secrets } = await openDataKeys(db, { current: KEY });
  await sql`insert into outbound_message (merchant, channel, template, language, sealed, created_at)
    values ('lagoon', 'email', 'x', 'EN', ${secrets.seal('message', 'a letter')}, now())`.execute(db);
  // A parent after its child, and texts that need escaping.
  await sql`insert into odd (parent, words, raw, said, at, share) values
    (null, array['a "b"', 'c,{d}', null, '\\', ''], '\\x00ff', '{"a": [1, "ü\\n"]}', '2026-01-01T00:00:00.123456Z', 0.1::float8 + 0.2),
    (null, null, null, null, null, null), (null, '{}', '', 'null', '-infinity', 'NaN')`.execute(db);
  await sql`update odd set parent = 3 where id = 1`.execute(db);
  await sql`delete from odd where id = 2`.execute(db);
  await sql`select nextval('odd_numbers')`.execute(db);
}

beforeAll(async () => {
  source = await openDatabase({ dir });
  await seed(source.db);
  target = await openTestDatabase({ poolSize: 1 });
});
afterAll(async () => {
  await source.close();
  await target.close();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql.raw('drop schema public cascade').execute(target.db);
  await sql.raw('create schema public').execute(target.db);
});

type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

/** Moves to the target; `between` may change the statements. */
async function move(between: (runQuery: Query) => Query = (runQuery) => runQuery, prove: (db: Database) => Promise<unknown> = proved) {
  const lines: string[] = [];
  const moved = await target.db.connection().execute((session) => {
    const runQuery = between((text, values) => session.executeQuery(CompiledQuery.raw(text, values)));
    return moveDatabase({
      source: source.db,
      target: { query: (text: string, values: unknown[] = []) => runQuery(text, values) },
      books: BOOKS,
      prove,
      print: (line) => lines.push(line),
      beforeCommit: () => writeMovedMarker(dir, 'elsewhere'),
      onRefused: () => void removeMovedMarker(dir),
    });
  });
  return { moved, lines };
}
const proved = async (db: Database) => {
  const report = await audit(db);
  return { ...report, lines: report.lines.map((line) => ({ ...line, balance: String(line.balance) })) };
};
const isMarked = () => readdirSync(dir).includes('lagoon.moved');

async function expectNothing(): Promise<void> {
  expect(await ownObjects(target.db)).toEqual([]);
  expect(isMarked()).toBe(false);
  expect((await audit(source.db)).ok).toBe(true);
}

describe('a move of the embedded database', () => {
  test('copies every row, sequence and sealed value, fires no trigger, and the sequences continue in the target', async () => {
    const { moved, lines } = await move();
    expect(moved.rows).toBeGreaterThan(90);
    expect(lines).toContain('ledger_transfer: 30 rows, same content');
    const { db } = target;
    expect(await proved(db)).toEqual(await proved(source.db));
    const { rows } = await sql<
      Record<string, unknown>
    >`select id, parent, words, raw, said, at::text, share, twice from odd order by id`.execute(db);
    const there = await sql<
      Record<string, unknown>
    >`select id, parent, words, raw, said, at::text, share, twice from odd order by id`.execute(source.db);
    expect(rows).toHaveLength(2);
    expect(rows.map((row) => ({ ...row, at: Date.parse(String(row.at)) }))).toEqual(
      there.rows.map((row) => ({ ...row, at: Date.parse(String(row.at)) })),
    );
    expect(rows[0]).toMatchObject({ words: ['a "b"', 'c,{d}', null, '\\', ''], twice: '2', parent: 3 });
    // The source's key opens the sealed values, another one does not.
    await expect(openDataKeys(db, { current: KEY.replace('a', 'b') })).rejects.toThrow(/^DATA_KEY is not the key/);
    const { secrets } = await openDataKeys(db, { current: KEY });
    const message = await sql<{ sealed: string }>`select sealed from outbound_message`.execute(db);
    expect(secrets.open('message', message.rows[0]?.sealed ?? '')).toBe('a letter');
    // Sequences continue; triggers and foreign keys are restored.
    const added = await sql<{ id: number }>`insert into odd (parent) values (1) returning id`.execute(db);
    expect(added.rows[0]?.id).toBe(4);
    expect((await sql`select nextval('odd_numbers')::int as n`.execute(db)).rows).toEqual([{ n: 6 }]);
    await expect(sql`insert into odd (parent) values (99)`.execute(db)).rejects.toMatchObject({ code: '23503' });
    await expect(sql`insert into odd_guarded values (2)`.execute(db)).rejects.toThrow('no row is inserted by hand');
    await expect(sql`delete from ledger_posting`.execute(db)).rejects.toThrow();
    const wallet = createWallet({ clock: systemClock, hub: createEventHub() });
    const legs = memberLegs('m1', 'cashier:DEMO_BANK', 5n);
    await wallet.transfer(db, { reference: 'after', kind: 'deposit', currency: 'CNY', realm: 'real', memberId: 'm1', legs });
    expect((await audit(db)).ok).toBe(true);
  });

  test('marks the folder, which is not opened again until the mark is removed', async () => {
    await move();
    await source.close();
    await expect(openDatabase({ dir })).rejects.toThrow(/was moved to PostgreSQL \(elsewhere, .*--undo-mark/);
    expect(removeMovedMarker(dir)).toBe(true);
    expect(removeMovedMarker(dir)).toBe(false);
    source = await openDatabase({ dir });
    expect((await audit(source.db)).ok).toBe(true);
  });
});

const insertsInto = (table: string) => (text: string) => text.startsWith(`insert into "${table}"`);

describe('nothing stays in the target', () => {
  test('when a row is dropped, doubled or changed on the way', async () => {
    const change = (table: string, how: (column: unknown[]) => unknown[]) => (runQuery: Query) => (text: string, values: unknown[]) =>
      runQuery(text, insertsInto(table)(text) ? values.map((column) => how(column as unknown[])) : values);
    const drop = change('ledger_posting', (column) => column.slice(1));
    await expect(move(drop)).rejects.toThrow('the table ledger_posting has 60 rows and 59 in the target');
    await expectNothing();
    const double = change('odd_guarded', (column) => [...column, ...column]);
    await expect(move(double)).rejects.toThrow('the table odd_guarded has 1 rows and 2 in the target');
    await expectNothing();
    const alter = change('outbound_message', (column) => column.map((value) => (value === 'EN' ? 'CN' : value)));
    await expect(move(alter)).rejects.toThrow('the rows of the table outbound_message are not the same');
    await expectNothing();
  });

  test('when a sequence stays behind or the figures of the audit differ', async () => {
    const still = (runQuery: Query) => (text: string, values: unknown[]) =>
      text.includes(`setval('"odd_numbers"'`) ? runQuery('select 1', []) : runQuery(text, values);
    await expect(move(still)).rejects.toThrow('The sequences are not the same on both sides: odd_numbers at');
    await expectNothing();
    let nr = 0;
    await expect(move(undefined, async () => (nr += 1))).rejects.toThrow('The figures of the audit are not the same');
    await expectNothing();
  });

  test('when the target refuses a row or the commit; a connection that breaks then leaves the mark', async () => {
    const broken = (runQuery: Query) => (text: string, values: unknown[]) =>
      insertsInto('odd')(text) ? runQuery('select 1/0', []) : runQuery(text, values);
    await expect(move(broken)).rejects.toMatchObject({ code: '22012' });
    await expectNothing();
    const deny = (runQuery: Query) => (text: string, values: unknown[]) => runQuery(text === 'commit' ? 'select 1/0' : text, values);
    await expect(move(deny)).rejects.toMatchObject({ code: '22012' });
    await expectNothing();
    const cut = (runQuery: Query) => async (text: string, values: unknown[]) => {
      if (text !== 'commit') return runQuery(text, values);
      await runQuery('rollback', []);
      throw new Error('Connection terminated');
    };
    await expect(move(cut)).rejects.toBeInstanceOf(CommitUnknown);
    expect(isMarked()).toBe(true);
    removeMovedMarker(dir);
  });

  test('when it is not empty, or the folder is of another version', async () => {
    await sql.raw('create table somebody (n int)').execute(target.db);
    await expect(move()).rejects.toThrow('the target is not empty: it has public.somebody');
    expect(await ownObjects(target.db)).toEqual(['public.somebody']);
    await sql.raw('drop table somebody').execute(target.db);
    await sql`update odd_migration set name = '000' where name = '001'`.execute(source.db);
    await expect(move()).rejects.toThrow('the folder lacks migrations (odd: 001): start this version on it once');
    await sql`update odd_migration set name = '001' where name = '000'`.execute(source.db);
    await expectNothing();
  });
});
