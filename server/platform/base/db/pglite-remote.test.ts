import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPgliteInWorker, type PlainError, type RemoteEngine } from './pglite-remote.ts';

/** How one opening of the folder ends: by an error, or with a database whose queries succeed, stop it, or end its thread. */
type Opening = PlainError | 'works' | 'stops' | 'exits';

/** A thread that speaks the protocol of the real one and takes its openings from a list. */
const THREAD = `
  import { appendFileSync, readFileSync } from 'node:fs';
  import { parentPort, workerData } from 'node:worker_threads';
  const { openings } = JSON.parse(readFileSync(workerData.dir + '/openings.json', 'utf8'));
  appendFileSync(workerData.dir + '/opened', '.');
  const opening = openings[Math.min(readFileSync(workerData.dir + '/opened').length, openings.length) - 1];
  const stopped = { name: 'LogNotWritten', message: 'The database cannot write: the disk is full.' };
  parentPort.on('message', ({ id, kind }) => {
    if (kind === 'query' && opening === 'exits') process.exit(1);
    if (kind === 'query' && opening === 'stops') return parentPort.postMessage({ id, error: stopped });
    parentPort.postMessage({ id, result: { command: 'SELECT', rowCount: 0, rows: [] } });
    if (kind === 'close') parentPort.close();
  });
  if (typeof opening === 'string') parentPort.postMessage({ id: 0, result: { flushes: true, exposed: [] } });
  else {
    parentPort.postMessage({ id: 0, error: opening });
    parentPort.close();
  }`;

let dir: string;
let remote: RemoteEngine | undefined;
let reports: (string | undefined)[];
let lost: Error[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lagoon-thread-'));
  reports = [];
  lost = [];
});
afterEach(async () => {
  await remote?.engine.close();
  remote = undefined;
  rmSync(dir, { recursive: true, force: true });
});

async function open(...openings: Opening[]): Promise<RemoteEngine> {
  writeFileSync(join(dir, 'openings.json'), JSON.stringify({ openings }));
  const file = join(dir, 'thread.mjs');
  writeFileSync(file, THREAD);
  remote = await openPgliteInWorker({ seeds: false, dir }, pathToFileURL(file), {
    onLost: (reason) => lost.push(reason),
    onBroken: (reason) => reports.push(reason?.message),
    reopenMs: 1,
  });
  return remote;
}

const FULL = { name: 'LogNotWritten', message: 'The database cannot write: the disk is full.' };
const NO_ROOM = { name: 'Error', code: 'ENOSPC', message: 'ENOSPC: no space left on device, write' };
const DAMAGED = { name: 'DirectoryRefused', message: 'The database in data/db is damaged: PG_VERSION is missing.' };
const TAKEN = { name: 'DirectoryInUse', dir: 'data/db', message: 'The database folder data/db is in use by process 7.' };

describe('a database in its own thread that has stopped', () => {
  it('is opened again until the disk takes writes, and reports each new reason once', async () => {
    const { engine } = await open('stops', FULL, FULL, NO_ROOM, 'works');
    await expect(engine.query('select 1', [])).rejects.toMatchObject({ name: 'EngineStopped', message: FULL.message });
    await expect.poll(() => reports).toEqual([FULL.message, NO_ROOM.message, undefined]);
    expect(await engine.query('select 1', [])).toMatchObject({ command: 'SELECT' });
    expect(lost).toEqual([]);
  });

  it.each([
    ['is damaged', DAMAGED],
    ['belongs to another process', TAKEN],
  ])('is given up when its folder %s: the owner is notified once, and queries fail with that reason', async (_what, refused) => {
    const { engine } = await open('stops', FULL, refused, 'works');
    await expect(engine.query('select 1', [])).rejects.toThrow(FULL.message);
    await expect.poll(() => lost).toMatchObject([refused]);
    expect(reports).toEqual([FULL.message, refused.message]);
    await expect(engine.query('select 1', [])).rejects.toThrow(refused.message);
  });

  it('is opened again after its thread has exited', async () => {
    const { engine } = await open('exits', 'works');
    await expect(engine.query('select 1', [])).rejects.toMatchObject({ name: 'EngineStopped' });
    await expect.poll(() => reports).toEqual(['The thread of the database has ended.', undefined]);
    expect(await engine.query('select 1', [])).toMatchObject({ command: 'SELECT' });
  });
});
