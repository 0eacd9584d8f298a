import { randomUUID } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../server/platform/base/db/test-folder.ts';
import type { Readiness } from '../../server/portal/contracts.ts';
import { STUDIO_GAMES } from '../../shared/games/games.ts';
import { parseWireAmount, type Units } from '../../shared/money/money.ts';
import { type GameSeat, type Player, signIn } from '../kit/player.ts';
import { runProgram } from '../kit/program.ts';
import { copySeeded, freePort, killRunning, type Service, startService } from '../kit/service.ts';
import { mountSmallDisk, mountsSmallDisks, type SmallDisk } from '../kit/small-disk.ts';

const MEGABYTES = 192;
const ROOM = 'free space for the database on the disk of DATA_DIR';
const DICE = STUDIO_GAMES.find(({ engine }) => engine === 'dice')?.gameId ?? '';
const BET = { engine: 'dice', stake: '1.0000', over: true, target: 50 } as const;
/** Fewer than a member may make in a minute. */
const ROUNDS = 12;
const LOG_PAGE_BYTES = 8_192;

/** The data of a service that was stopped. */
let stopped: string;
let disk: SmallDisk;
let data: string;

const start = (env: Record<string, string> = {}) => startService({ dataDir: data, through: disk.through, env });

async function readyz(service: Service): Promise<{ readonly status: number; readonly missing: readonly string[] }> {
  const answer = await fetch(`${service.adminUrl}/readyz`);
  return { status: answer.status, missing: ((await answer.json()) as Readiness).missing };
}

/** The write-ahead log; its files have their full length from the start. */
function logFiles(): string[] {
  const folder = join(disk.outside, 'data/db/pg_wal');
  const names = readdirSync(folder).filter((name) => /^[0-9A-F]{24}$/.test(name));
  return names.map((name) => join(folder, name));
}

/** Removes the unused part of the log, so that each further page of it needs space, as on a disk with copy-on-write. */
function cutLog(): void {
  for (const file of logFiles()) {
    const written = readFileSync(file).findLastIndex((byte) => byte !== 0) + 1;
    truncateSync(file, Math.ceil(written / LOG_PAGE_BYTES) * LOG_PAGE_BYTES);
  }
}

function emptyLog(): void {
  for (const file of logFiles()) truncateSync(file, 0);
}

function removeDatabase(): void {
  rmSync(join(disk.outside, 'data/db'), { recursive: true });
}

function unitsOf(wire: string): Units {
  return parseWireAmount(wire) ?? expect.fail(`not an amount: ${wire}`);
}

async function totalOf(player: Player): Promise<Units> {
  return unitsOf((await player.balance()).sumBalance);
}

/** The result of the settled rounds, and the keys of rounds without a final answer, which have to be sent again. */
interface Played {
  gained: Units;
  readonly unanswered: string[];
}

async function play(seat: GameSeat, played: Played, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const { status, answer } = await seat.play(BET, key);
    if (status !== 200) played.unanswered.push(key);
    else if (answer.round.status === 'settled') played.gained += unitsOf(answer.round.payout) - unitsOf(answer.round.stake);
  }
}

const newKeys = () => Array.from({ length: ROUNDS }, () => randomUUID());

describe.runIf(mountsSmallDisks())('a full disk under the embedded database (LEFT OUT where no disk can be mounted)', () => {
  beforeAll(async () => {
    stopped = testFolder();
    copySeeded(stopped);
    expect(await (await startService({ dataDir: stopped })).stop()).toBe(0);
  });
  afterAll(() => rmSync(stopped, { recursive: true, force: true }));
  beforeEach(async () => {
    disk = await mountSmallDisk(MEGABYTES);
    data = join(disk.path, 'data');
    cpSync(stopped, join(disk.outside, 'data'), { recursive: true });
  });
  afterEach(async () => {
    await killRunning();
    await disk.remove();
  });

  it.each([
    ['its tables', () => undefined, 'could not extend file'],
    ['its log', cutLog, 'The database cannot write: the disk is full.'],
  ])('while members play, %s cannot grow: not ready until there is space, and every unit is booked', async (_what, prepare, reason) => {
    const service = await start();
    const player = await signIn(service.url);
    await player.deposit('10');
    const opening = await totalOf(player);
    const seat = await player.openGame(DICE);
    const played: Played = { gained: 0n, unanswered: [] };
    await play(seat, played, newKeys());
    expect(played.unanswered).toEqual([]);
    prepare();
    disk.fill();
    await play(seat, played, newKeys());
    expect(played.unanswered.length).toBeGreaterThan(0);
    expect(await readyz(service)).toMatchObject({ status: 503, missing: expect.arrayContaining([ROOM]) });
    disk.clear();
    await expect.poll(() => readyz(service)).toMatchObject({ status: 200, missing: [] });

    const retry = () => play(seat, played, played.unanswered.splice(0));
    await expect.poll(() => retry().then(() => played.unanswered), { interval: 1_000 }).toEqual([]);
    expect(await totalOf(player)).toBe(opening + played.gained);
    expect(service.output()).toContain(reason);
    expect(await service.stop()).toBe(0);
    expect(await runProgram('audit', data, { through: disk.through })).toMatchObject({ code: 0 });
  });

  it.each([
    ['damaged', emptyLog, () => `The database in ${join(data, 'db')} is damaged: `],
    ['removed', removeDatabase, () => `its lock file ${join(data, 'db/lagoon.lock')} was removed`],
  ])('a folder that is %s meanwhile ends the service with a message that names it', async (_what, damage, message) => {
    const service = await start();
    const player = await signIn(service.url);
    const ended = new Promise((resolve) => service.process.once('exit', resolve));
    damage();
    disk.fill();
    await player.deposit('10').catch(() => undefined);
    expect(await ended).toBe(1);
    expect(service.output()).toContain(message());
  });

  it('a platform without a portal reports it as well', async () => {
    const key = 'a-key-that-only-portals-know-of-40-signs';
    const place = { PLATFORM_HOST: '127.0.0.1', PLATFORM_PORT: String(await freePort()), PLATFORM_KEY: key };
    const service = await start({ ROLE: 'platform', ...place });
    disk.fill();
    expect(await readyz(service)).toMatchObject({ status: 503, missing: expect.arrayContaining([ROOM]) });
    disk.clear();
    expect(await readyz(service)).toMatchObject({ status: 200, missing: [] });
    expect(await service.stop()).toBe(0);
  });

  it('stops a start in one line that names it, and leaves the folder fit for the next one', async () => {
    disk.fill();
    const { code, output } = await runProgram('main', data, { through: disk.through });
    expect([code, output.trimEnd().split('\n')]).toEqual([1, [expect.stringMatching(/^Cannot start: .*the disk is full/)]]);
    disk.clear();
    const service = await start();
    expect(await service.stop()).toBe(0);
  });
});
