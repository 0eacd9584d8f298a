import {
  chmodSync,
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../server/platform/base/db/test-folder.ts';
import { type Player, signIn } from '../kit/player.ts';
import { runProgram } from '../kit/program.ts';
import { copySeeded, killRunning, startService } from '../kit/service.ts';

let dir: string;
beforeEach(() => {
  dir = testFolder();
});
afterEach(async () => {
  await killRunning();
  rmSync(dir, { recursive: true, force: true });
});

const run = (program: string, dataDir: string, args: readonly string[] = []) => runProgram(program, dataDir, { args });
const start = (dataDir: string, env: Record<string, string> = {}) => runProgram('main', dataDir, { env });

function seededFolder(): string {
  const folder = join(dir, 'data');
  copySeeded(folder);
  return folder;
}

const booksOf = (output: string) => /\d+ transfers, \d+ postings/.exec(output)?.[0];

const DEPOSITORS = 3;
const AMOUNT = '10';
/** After a call more than a member may make in a minute. */
const PAUSE_MS = 500;

/** Several concurrent sequences of deposits until it is stopped; a failed deposit ends it. */
function depositConstantly(player: Player): { credited(): number; stop(): Promise<unknown> } {
  let credited = 0;
  let isStopping = false;
  const deposit = async () => {
    while (!isStopping) {
      try {
        await player.deposit(AMOUNT);
        credited += 1;
      } catch (error) {
        if (!/too_many_requests/.test(String(error))) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  };
  const depositors = Promise.all(Array.from({ length: DEPOSITORS }, deposit));
  depositors.catch(() => undefined);
  return {
    credited: () => credited,
    stop() {
      isStopping = true;
      return depositors;
    },
  };
}

describe('a backup of the embedded database', () => {
  it('is made while the service runs, restores elsewhere with an audited ledger, and names what it does not contain', async () => {
    const data = seededFolder();
    const file = join(dir, 'saved', 'lagoon.tar.gz');
    const service = await startService({ dataDir: data });
    const made = await run('backup', data, [file]);
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('does not contain the data key') });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(await run('backup', data, [file])).toMatchObject({ code: 1, output: expect.stringContaining('exists already') });
    // The service keeps running, and its database still writes checkpoints and shuts down cleanly.
    expect(await service.stop()).toBe(0);
    const before = booksOf((await run('audit', data)).output);
    expect(before).toBeDefined();

    const other = join(dir, 'other');
    const restored = await run('restore', other, [file]);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('The books balance') });
    expect(restored.output).toContain('The data key is not here');
    expect(booksOf(restored.output)).toBe(before);
    expect(existsSync(join(other, 'secrets'))).toBe(false);
    expect(await run('restore', other, [file])).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });

    // Without its key it does not start and creates no new key; with the key it starts.
    const refused = await start(other);
    expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/^Cannot start: The data key is missing/) });
    expect(existsSync(join(other, 'secrets', 'data-key'))).toBe(false);
    const key = readFileSync(join(data, 'secrets', 'data-key'), 'utf8');
    const again = await startService({ dataDir: other, env: { DATA_KEY: key } });
    expect(await again.stop()).toBe(0);
  });

  it('made while members deposit holds whole deposits only: the books of each restored copy balance', async () => {
    const data = seededFolder();
    const service = await startService({ dataDir: data });
    const player = await signIn(service.url);
    const opening = Number((await player.balance()).sumBalance);
    const { credited, stop } = depositConstantly(player);
    const copies: { readonly file: string; readonly least: number; readonly max: number }[] = [];
    for (const name of ['first', 'second']) {
      const now = credited();
      await expect.poll(credited).toBeGreaterThan(now + DEPOSITORS);
      const [file, least] = [join(dir, `${name}.tar.gz`), credited()];
      expect(await run('backup', data, [file])).toMatchObject({ code: 0 });
      copies.push({ file, least, max: credited() + DEPOSITORS });
    }
    await stop();
    expect(await service.stop()).toBe(0);
    expect(await run('audit', data)).toMatchObject({ code: 0 });
    for (const { file, least, max } of copies) {
      const copy = join(dir, `copy of ${copies.findIndex((one) => one.file === file)}`);
      expect(await run('restore', copy, [file])).toMatchObject({ code: 0, output: expect.stringContaining('The books balance') });
      expect(await run('audit', copy)).toMatchObject({ code: 0 });
      const restored = await startService({ dataDir: copy, env: { DATA_KEY: readFileSync(join(data, 'secrets', 'data-key'), 'utf8') } });
      const gained = Number((await (await signIn(restored.url)).balance()).sumBalance) - opening;
      expect(gained / Number(AMOUNT)).toBeGreaterThanOrEqual(least);
      expect(gained / Number(AMOUNT)).toBeLessThanOrEqual(max);
      expect(await restored.stop()).toBe(0);
    }
  });

  it('includes the key on request, and a damaged or cut file restores nothing', async () => {
    const data = seededFolder();
    await (await startService({ dataDir: data })).stop();
    const file = join(dir, 'lagoon.tar.gz');
    expect(await run('backup', data, [file, '--with-key'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('IT CONTAINS THE DATA KEY'),
    });
    const cut = join(dir, 'cut.tar.gz');
    cpSync(file, cut);
    truncateSync(cut, Math.floor(statSync(file).size / 2));
    const changed = join(dir, 'changed.tar.gz');
    const bytes = readFileSync(file);
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff;
    writeFileSync(changed, bytes);
    const other = join(dir, 'other');
    for (const broken of [cut, changed]) {
      expect(await run('restore', other, [broken])).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^Nothing was restored|\nNothing was restored/),
      });
      expect(existsSync(other) ? readdirSync(other) : []).toEqual([]);
    }
    expect(await run('restore', other, [file])).toMatchObject({ code: 0 });
    expect(readFileSync(join(other, 'secrets', 'data-key'), 'utf8')).toBe(readFileSync(join(data, 'secrets', 'data-key'), 'utf8'));
    expect(await (await startService({ dataDir: other })).stop()).toBe(0);
  });

  it('of a damaged database is restored as it is, and the command ends with an exit code and the damage', async () => {
    const data = seededFolder();
    const file = join(dir, 'lagoon.tar.gz');
    const service = await startService({ dataDir: data });
    expect(await run('backup', data, [file])).toMatchObject({ code: 0 });
    await service.stop();
    await spoil(file, join(dir, 'damaged.tar.gz'), 'db/base/5/1249');
    const restored = await run('restore', join(dir, 'other'), [join(dir, 'damaged.tar.gz')]);
    expect(restored).toMatchObject({ code: 1, output: expect.stringContaining('invalid page in block 0 of relation "base/5/1249"') });
  });
});

/** The same archive with other content in the first page of one file. */
async function spoil(file: string, spoiled: string, name: string): Promise<void> {
  const [from, to] = [extract(), pack()];
  const written = pipeline(to, createGzip(), createWriteStream(spoiled));
  const read = pipeline(createReadStream(file), createGunzip(), from);
  for await (const entry of from) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    if (entry.header.name === name) content.fill(0x5a, 0, 8_192);
    to.entry(entry.header, content);
  }
  to.finalize();
  await Promise.all([read, written]);
}

describe('the data key of the built product', () => {
  it('a missing or wrong one stops the start with a message that names it, and the right one starts again', async () => {
    const data = seededFolder();
    await (await startService({ dataDir: data })).stop();
    const wrong = await start(data, { DATA_KEY: 'another-data-key-of-at-least-32-characters' });
    expect(wrong).toMatchObject({ code: 1, output: expect.stringMatching(/^Cannot start: DATA_KEY is not the key of this database/) });
    renameSync(join(data, 'secrets', 'data-key'), join(dir, 'away'));
    const lost = await start(data);
    expect(lost).toMatchObject({ code: 1, output: expect.stringMatching(/^Cannot start: The data key is missing/) });
    expect(existsSync(join(data, 'secrets', 'data-key'))).toBe(false);
    renameSync(join(dir, 'away'), join(data, 'secrets', 'data-key'));
    chmodSync(join(data, 'secrets', 'data-key'), 0o644);
    expect(await (await startService({ dataDir: data })).stop()).toBe(0);
    expect(statSync(join(data, 'secrets', 'data-key')).mode & 0o777).toBe(0o600);
  });
});
