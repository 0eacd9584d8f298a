import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endSeed, refuseRemovedDatabase } from './first-start.ts';
import { openPgliteEngine } from './pglite-engine.ts';
import { testFolder } from './test-folder.ts';

let dir: string;
const mark = () => join(dir, 'lagoon.unfinished');
const seedMark = () => join(dir, 'lagoon.unseeded');

/** A database that a first start has made. Each test has a copy, because making one takes seconds. */
let made: string;
beforeAll(async () => {
  made = testFolder();
  const { engine } = await openPgliteEngine({ dir: made });
  await engine.query('create table kept (n int); insert into kept values (7)', []);
  await engine.close();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));
beforeEach(() => {
  dir = testFolder();
  cpSync(made, dir, { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function tablesNamedKept(seeds = false): Promise<number> {
  const { engine } = await openPgliteEngine({ dir, seeds });
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

describe('a database that its first start fills', () => {
  let begun: string;
  beforeAll(async () => {
    begun = testFolder();
    const { engine } = await openPgliteEngine({ dir: begun, seeds: true });
    await engine.query('create table kept (n int)', []);
    await engine.close();
  });
  afterAll(() => rmSync(begun, { recursive: true, force: true }));

  function fill(): void {
    rmSync(dir, { recursive: true });
    cpSync(begun, dir, { recursive: true });
  }

  test('is made again after an interruption, by a start that fills it and by no tool', async () => {
    fill();
    expect(await tablesNamedKept()).toBe(1);
    expect(await tablesNamedKept(true)).toBe(0);
    expect(existsSync(seedMark())).toBe(true);
  });

  test('stays once it is filled', async () => {
    fill();
    endSeed(dir);
    expect(await tablesNamedKept(true)).toBe(1);
  });

  test('is no removed database if the interruption was while it was removed', () => {
    const keyFile = join(dir, 'data-key');
    fill();
    for (const name of readdirSync(dir)) if (!name.startsWith('lagoon.')) rmSync(join(dir, name), { recursive: true });
    writeFileSync(keyFile, '');
    expect(() => refuseRemovedDatabase(dir, keyFile)).not.toThrow();
    endSeed(dir);
    expect(() => refuseRemovedDatabase(dir, keyFile)).toThrow('There is no database');
  });

  test('a database from before the first start with data is never made again', async () => {
    expect(await tablesNamedKept(true)).toBe(1);
  });
});
