import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPgliteEngine } from './pglite-engine.ts';
import { testFolder } from './test-folder.ts';

let dir: string;
const mark = () => join(dir, 'lagoon.unfinished');

beforeEach(async () => {
  dir = testFolder();
  const { engine } = await openPgliteEngine({ dir });
  await engine.query('create table kept (n int); insert into kept values (7)', []);
  await engine.close();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function tablesNamedKept(): Promise<number> {
  const { engine } = await openPgliteEngine({ dir });
  const { rows } = await engine.query("select count(*)::int as n from pg_tables where tablename = 'kept'", []);
  await engine.close();
  return rows[0]?.n as number;
}

test('a folder that has lost the file by which its version is known is not taken for a new one', async () => {
  expect(existsSync(mark())).toBe(false);
  const file = join(dir, 'PG_VERSION');
  const version = readFileSync(file);
  rmSync(file);
  await expect(openPgliteEngine({ dir })).rejects.toThrow(`${file} is missing`);
  writeFileSync(file, version);
  expect(await tablesNamedKept()).toBe(1);
});

test('what a first start has left half made is made again by the next one', async () => {
  writeFileSync(mark(), '');
  for (const name of ['PG_VERSION', 'global']) rmSync(join(dir, name), { recursive: true });
  expect(await tablesNamedKept()).toBe(0);
  expect(existsSync(mark())).toBe(false);
});
