import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defined } from '../../../kit/defined.ts';
import { findDataKeys } from '../../../service/data-keys.ts';
import { openTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { createSecrets } from '../secrets.ts';
import { createRotation, DataKeyError, openDataKeys, SEALED_COLUMNS } from './index.ts';

const FIRST = 'the-first-data-key-of-32-characters-';
const SECOND = 'the-second-data-key-of-32-characters';
const THIRD = 'the-third-data-key-of-32-characters-';
const log = { info: () => undefined, error: () => undefined } as never;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`delete from data_key`.execute(database.db);
  await sql`delete from data_key_node`.execute(database.db);
  await sql`delete from outbound_message`.execute(database.db);
});

async function insert(sealed: string): Promise<void> {
  await sql`insert into outbound_message (merchant, channel, template, language, sealed, created_at)
    values ('lagoon', 'email', 'x', 'EN', ${sealed}, now())`.execute(database.db);
}
async function sealedValues(): Promise<string[]> {
  const { rows } = await sql<{ sealed: string }>`select sealed from outbound_message order by id`.execute(database.db);
  return rows.map(({ sealed }) => sealed);
}
const states = async () => (await database.db.selectFrom('data_key').select('state').orderBy('state').execute()).map(({ state }) => state);

test('every value that is sealed into the database is in the list, with its file and its column', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.ts$/.test(file) && !/test/.test(file));
  const sealing = files.filter(
    (file) => !file.startsWith('base/data-key/') && /[sS]ecrets\.seal\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  const games = fileURLToPath(new URL('../../../games', import.meta.url));
  const vendor = readdirSync(games, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/test/.test(file) && /[sS]ealer\.seal\(/.test(readFileSync(join(games, file), 'utf8')))
    .map((file) => `../games/${file}`);
  // Sealed into an address in the browser only, not into a column.
  expect([...vendor, ...sealing.filter((file) => file !== 'identity/oauth/flow.ts')].sort()).toEqual(
    [...new Set(SEALED_COLUMNS.map(({ sealedIn }) => sealedIn))].sort(),
  );
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%sealed%'`.execute(database.db);
  const listed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  for (const { name } of rows) expect(listed).toContain(name);
  for (const { table, column } of SEALED_COLUMNS.filter(({ isVendor }) => !isVendor))
    await sql`select ${sql.ref(column)} from ${sql.table(table)} limit 1`.execute(database.db);
});

describe('the key of a database', () => {
  test('is proved at each start; another one is refused and changes nothing', async () => {
    const keys = await openDataKeys(database.db, { current: FIRST });
    await insert(keys.secrets.seal('message', 'kept'));
    await expect(openDataKeys(database.db, { current: SECOND })).rejects.toThrow(/^DATA_KEY is not the key of this database/);
    expect(await states()).toEqual(['active']);
    const again = await openDataKeys(database.db, { current: FIRST });
    expect(again.secrets.open('message', (await sealedValues())[0] ?? '')).toBe('kept');
  });

  test('is recognised by the values of a database that has no proof yet', async () => {
    await insert(createSecrets(FIRST).seal('message', 'from before'));
    await expect(openDataKeys(database.db, { current: SECOND })).rejects.toBeInstanceOf(DataKeyError);
    expect(await states()).toEqual([]);
    const keys = await openDataKeys(database.db, { current: FIRST });
    expect(keys.secrets.keyOf('email', 'ann')).toBe(createSecrets(FIRST).keyOf('email', 'ann'));
    expect(keys.secrets.seal('message', 'x')).toMatch(/^a1\./);
  });

  test('is made for an empty database only; a lost file is named and no new one appears', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'lagoon-key-'));
    try {
      const source = { dataDir, dataKey: undefined, dataKeyPrevious: undefined };
      await findDataKeys(database.db, source);
      rmSync(join(dataDir, 'secrets', 'data-key'));
      await expect(findDataKeys(database.db, source)).rejects.toThrow(/^The data key is missing: .*data-key is there/);
      expect(readdirSync(join(dataDir, 'secrets'))).toEqual([]);
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });
});

describe('a change of the key', () => {
  const node = async (current: string, previous?: string) => {
    const keys = await openDataKeys(database.db, { current, ...defined({ previous }) });
    return { ...keys, rotation: createRotation({ db: database.db, keys, log, nodeTimeoutSeconds: 3_600, batch: 2 }) };
  };
  /** No node has reported for two hours. */
  const pass = async () => {
    await sql`update data_key set activated_at = activated_at - interval '2 hours'`.execute(database.db);
    await sql`update data_key_node set seen_at = seen_at - interval '2 hours'`.execute(database.db);
  };

  test('waits for every node, re-seals everything, keeps digests, and then refuses the old key', async () => {
    const old = await node(FIRST);
    const digest = old.secrets.keyOf('email', 'ann');
    for (let nr = 0; nr < 5; nr += 1) await insert(old.secrets.seal('message', `letter ${nr}`));
    const one = await node(SECOND, FIRST);
    await old.rotation.run();
    await one.rotation.run();
    // One node has the old key only.
    expect(await states()).toEqual(['active', 'next']);
    expect(one.secrets.seal('message', 'x')).toMatch(/^a1\./);
    await pass();
    const two = await node(SECOND, FIRST);
    await one.rotation.run();
    expect(await states()).toEqual(['active', 'previous']);
    // The other node has not switched yet, and each reads the other's values.
    const late = two.secrets.seal('message', 'late');
    expect(late).toMatch(/^a1\./);
    await insert(late);
    expect(one.secrets.open('message', late)).toBe('late');
    const early = one.secrets.seal('message', 'early');
    expect(two.secrets.open('message', early)).toBe('early');
    await expect(node(SECOND)).rejects.toThrow(/not finished.*DATA_KEY_PREVIOUS/);
    await expect(node(FIRST)).rejects.toThrow(/^DATA_KEY is not the key/);
    await two.rotation.run();
    await pass();
    await two.rotation.run();
    expect(await states()).toEqual(['active']);
    const after = await node(SECOND);
    expect((await sealedValues()).map((value) => after.secrets.open('message', value))).toEqual([
      ...['letter 0', 'letter 1', 'letter 2', 'letter 3', 'letter 4', 'late'],
    ]);
    for (const value of await sealedValues()) expect(value).toMatch(/^a2\./);
    expect(after.secrets.keyOf('email', 'ann')).toBe(digest);
    await expect(node(FIRST)).rejects.toBeInstanceOf(DataKeyError);
    // And again, to a third key.
    const third = await node(THIRD, SECOND);
    await pass();
    await third.rotation.run();
    await pass();
    await third.rotation.run();
    expect(await states()).toEqual(['active']);
    expect((await node(THIRD)).secrets.open('message', (await sealedValues())[0] ?? '')).toBe('letter 0');
  });

  test('does not end while a value opens with no key', async () => {
    const old = await node(FIRST);
    await insert(old.secrets.seal('message', 'good'));
    await insert(createSecrets(THIRD).seal('message', 'written with a wrong key'));
    const next = await node(SECOND, FIRST);
    await next.rotation.run();
    await pass();
    await next.rotation.run();
    expect(await states()).toEqual(['active', 'previous']);
    expect((await sealedValues()).map((value) => value.slice(0, 2)).sort()).toEqual(['a1', 'a2']);
  });
});
