import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../server/platform/db/test-folder.ts';
import { freePort, startService } from '../kit/service.ts';

let dir: string;
beforeEach(() => {
  dir = testFolder();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Runs a built program on a data folder until it exits. */
async function run(program: string, dataDir: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--liftoff-only', `dist/server/${program}.js`, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, output };
}

async function start(dataDir: string, env: Record<string, string> = {}) {
  return run('main', dataDir, [], { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()), ...env });
}

const booksOf = (output: string) => /\d+ transfers, \d+ postings/.exec(output)?.[0];

describe('a backup of the embedded database', () => {
  it('is made while the service runs, restores elsewhere with an audited ledger, and names what it does not contain', async () => {
    const data = join(dir, 'data');
    const file = join(dir, 'saved', 'lagoon.tar.gz');
    const service = await startService({ dataDir: data });
    const made = await run('backup', data, [file]);
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('does not hold the data key') });
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

  it('includes the key on request, and a damaged or cut file restores nothing', async () => {
    const data = join(dir, 'data');
    await (await startService({ dataDir: data })).stop();
    const file = join(dir, 'lagoon.tar.gz');
    expect(await run('backup', data, [file, '--with-key'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('IT HOLDS THE DATA KEY'),
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
});

describe('the data key of the built product', () => {
  it('a missing or wrong one stops the start with a message that names it, and the right one starts again', async () => {
    const data = join(dir, 'data');
    await (await startService({ dataDir: data })).stop();
    const wrong = await start(data, { DATA_KEY: 'another-data-key-of-at-least-32-characters' });
    expect(wrong).toMatchObject({ code: 1, output: expect.stringMatching(/^Cannot start: DATA_KEY is not the key of this database/) });
    renameSync(join(data, 'secrets', 'data-key'), join(dir, 'away'));
    const lost = await start(data);
    expect(lost).toMatchObject({ code: 1, output: expect.stringMatching(/^Cannot start: The data key is missing/) });
    expect(existsSync(join(data, 'secrets', 'data-key'))).toBe(false);
    renameSync(join(dir, 'away'), join(data, 'secrets', 'data-key'));
    expect(await (await startService({ dataDir: data })).stop()).toBe(0);
  });
});
