import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../../shared/time.ts';
import { DirectoryInUse, DirectoryLost, type LockOptions, lockDirectory } from './directory-lock.ts';
import type { LockRecord } from './lock-record.ts';
import { openPgliteEngine } from './pglite-engine.ts';
import { testFolder } from './test-folder.ts';

let dir: string;
beforeEach(() => {
  dir = testFolder();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const file = () => join(dir, 'lagoon.lock');
const record = () => JSON.parse(readFileSync(file(), 'utf8')) as LockRecord;
/** The record of an owner that cannot be checked: another machine, or a killed process. */
const leave = (changes: Partial<LockRecord>) => writeFileSync(file(), JSON.stringify({ ...record(), released: false, ...changes }));
const NO_KERNEL: LockOptions = { tryKernel: () => 'unavailable', heartbeatMs: 20, staleMs: 600 };

describe('with the lock of the kernel', () => {
  test('a second opening is refused with the holder, and the folder is free after the release', async () => {
    const first = await lockDirectory(dir);
    const refused = await lockDirectory(dir).catch((error: unknown) => error as Error);
    expect(refused).toBeInstanceOf(DirectoryInUse);
    expect((refused as Error).message).toContain(`process ${process.pid} on host `);
    expect((refused as Error).message).toContain(record().since);
    first.check(true);
    await first.release();
    expect(record()).toMatchObject({ released: true, kernelLock: true });
    await (await lockDirectory(dir)).release();
  });

  test('a dead owner on this kernel is replaced at once, one of another machine only without heartbeats', async () => {
    await (await lockDirectory(dir)).release();
    leave({ owner: 'killed' });
    const started = performance.now();
    await (await lockDirectory(dir, { staleMs: HOUR_MS })).release();
    expect(performance.now() - started).toBeLessThan(HOUR_MS);

    leave({ owner: 'elsewhere', boot: 'another-kernel' });
    let beats = 0;
    const beating = setInterval(() => {
      beats += 1;
      leave({ owner: 'elsewhere', boot: 'another-kernel', host: 'far', pid: 7, beat: beats });
    }, 20);
    await expect(lockDirectory(dir)).rejects.toThrow('process 7 on host far');
    clearInterval(beating);
    await (await lockDirectory(dir, { staleMs: 500 })).release();
  });

  test('the counter grows, and an owner that finds another owner writes nothing more', async () => {
    const lost: Error[] = [];
    const lock = await lockDirectory(dir, { heartbeatMs: 10, onLost: (reason) => lost.push(reason) });
    await expect.poll(() => record().beat).toBeGreaterThan(2);
    leave({ owner: 'other', host: 'far' });
    await expect.poll(() => lost.length).toBe(1);
    expect(() => lock.check()).toThrow(DirectoryLost);
    expect(lock.lost?.message).toContain('on host far');
    await lock.release();
    expect(record()).toMatchObject({ owner: 'other', released: false });
  });

  test.each([
    ['removed', () => rmSync(file())],
    [
      'replaced',
      () => {
        renameSync(file(), `${file()}.old`);
        writeFileSync(file(), readFileSync(`${file()}.old`));
      },
    ],
  ])('a lock file that was %s ends the right to write', async (_what, change) => {
    const lock = await lockDirectory(dir);
    change();
    expect(() => lock.check(true)).toThrow('was removed or replaced');
    await lock.release();
  });
});

describe('without the lock of the kernel', () => {
  test('the heartbeat refuses a second owner, and gives it the folder after the first has stopped', async () => {
    const first = await lockDirectory(dir, NO_KERNEL);
    // The same process is alive, so nothing proves that the owner is dead.
    await expect(lockDirectory(dir, NO_KERNEL)).rejects.toBeInstanceOf(DirectoryInUse);
    await first.release();
    leave({ owner: 'frozen' });
    const second = await lockDirectory(dir, NO_KERNEL);
    expect(() => second.check()).not.toThrow();
    await second.release();
  });

  test('a process that is not there any more is replaced at once', async () => {
    await (await lockDirectory(dir, NO_KERNEL)).release();
    leave({ owner: 'killed', pid: 2 ** 22 + 1, started: '1' });
    await (await lockDirectory(dir, { ...NO_KERNEL, staleMs: HOUR_MS })).release();
  });

  test('every write is checked, not only those that commit', async () => {
    const lock = await lockDirectory(dir, { ...NO_KERNEL, heartbeatMs: HOUR_MS });
    lock.check();
    leave({ owner: 'other' });
    expect(() => lock.check()).toThrow(DirectoryLost);
    await lock.release();
  });
});

describe('the database in the folder', () => {
  test('a commit of an owner that has lost the folder fails, and writes nothing', async () => {
    const db = join(dir, 'db');
    const { engine } = await openPgliteEngine({ dir: db, lock: { heartbeatMs: HOUR_MS } });
    await engine.query('create table kept (id int)', []);
    await engine.query('insert into kept values (1)', []);
    const lockFile = join(db, 'lagoon.lock');
    const other = { ...(JSON.parse(readFileSync(lockFile, 'utf8')) as LockRecord), owner: 'other', boot: 'elsewhere' };
    writeFileSync(lockFile, JSON.stringify(other));
    const before = contents(db);
    await expect(engine.query('insert into kept values (2)', [])).rejects.toThrow();
    await expect(engine.query('select 1', [])).rejects.toBeInstanceOf(DirectoryLost);
    await engine.close();
    const after = contents(db);
    expect(Object.keys(after).filter((path) => after[path] !== before[path])).toEqual([]);
    writeFileSync(lockFile, JSON.stringify({ ...other, released: true }));
    const again = await openPgliteEngine({ dir: db });
    expect((await again.engine.query('select id from kept', [])).rows).toEqual([{ id: 1 }]);
    await again.engine.close();
  });

  test('nothing in it can be read or written by other users, in a new folder and in one that was open to all', async () => {
    const db = join(dir, 'open');
    mkdirSync(db, { mode: 0o755 });
    chmodSync(db, 0o755);
    const first = await openPgliteEngine({ dir: db });
    await first.engine.query('create table made as select generate_series(1, 10000) as id', []);
    expect(first.exposed).toEqual([]);
    expect(openToOthers(db)).toEqual([]);
    await first.engine.close();
    for (const path of paths(db)) chmodSync(path, 0o777);
    const second = await openPgliteEngine({ dir: db });
    await second.engine.query('create table later as select generate_series(1, 10000) as id', []);
    await second.engine.query('checkpoint', []);
    await second.engine.close();
    expect(openToOthers(db)).toEqual([]);
  });
});

function paths(path: string): string[] {
  return [path, ...readdirSync(path, { withFileTypes: true, recursive: true }).map((entry) => join(entry.parentPath, entry.name))];
}

function openToOthers(path: string): string[] {
  return paths(path).filter((one) => (statSync(one).mode & 0o077) !== 0);
}

function contents(path: string): Record<string, string> {
  const files = paths(path).filter((one) => statSync(one).isFile());
  return Object.fromEntries(files.map((one) => [one, createHash('sha256').update(readFileSync(one)).digest('hex')]));
}
