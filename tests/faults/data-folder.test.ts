import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/platform/base/db/open.ts';
import { testFolder } from '../../server/platform/base/db/test-folder.ts';
import { copySeeded, freePort, killRunning, START_GUARD_MS, startService, track } from '../kit/service.ts';

/** The first data take at least this on a fast machine. */
const SEED_MS = 2_000;

let dir: string;
beforeEach(() => {
  dir = testFolder();
});
afterEach(async () => {
  await killRunning();
  rmSync(dir, { recursive: true, force: true });
});

interface Running {
  readonly child: ChildProcess;
  readonly lines: string[];
  readonly ended: Promise<number | null>;
}

function run(command: readonly string[], env: Record<string, string> = {}): Running {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  track(child);
  const lines: string[] = [];
  const take = (chunk: Buffer) => void lines.push(...chunk.toString().split('\n').filter(Boolean));
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  return { child, lines, ended: new Promise((resolve) => child.once('exit', resolve)) };
}

/** Starts a second service on a folder in use, run through `prefix`; it exits by itself. */
async function startSecond(prefix: readonly string[], dataDir: string): Promise<string> {
  const env = {
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    ADMIN_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  };
  const second = run([...prefix, process.execPath, '--liftoff-only', 'dist/server/main.js'], env);
  expect(await second.ended).not.toBe(0);
  return second.lines.join('\n');
}

/** Ways to start a second process that sees the folder but not the first process. */
const NAMESPACES: [string, readonly string[], (dataDir: string) => string][] = [
  ['a process next to it', [], (dataDir) => dataDir],
  ['another network namespace', ['unshare', '-n'], (dataDir) => dataDir],
  ['another process namespace', ['unshare', '-p', '-f', '--mount-proc'], (dataDir) => dataDir],
  ['network, process, host name and mounts of its own', ['unshare', '-n', '-p', '-f', '-u', '-m', '--mount-proc'], (dataDir) => dataDir],
];

describe('one folder of the built product, two processes', () => {
  it('the second is refused from every kind of namespace and through a bind mount, with a message that names the first', async () => {
    copySeeded(join(dir, 'data'));
    const first = await startService({ dataDir: join(dir, 'data') });
    try {
      const named = `is in use by process ${first.process.pid} on host `;
      for (const [where, prefix, path] of NAMESPACES) {
        if (prefix.length > 0 && spawnSync(prefix[0] as string, [...prefix.slice(1), 'true']).status !== 0) {
          console.warn(`LEFT OUT: a second process in ${where}; this machine does not permit ${prefix.join(' ')}`);
          continue;
        }
        expect(await startSecond(prefix, path(first.dataDir)), where).toContain(named);
      }
      mkdirSync(join(dir, 'elsewhere'));
      const mount = `mount --bind '${first.dataDir}' '${join(dir, 'elsewhere')}'`;
      if (spawnSync('unshare', ['-m', 'sh', '-c', mount]).status !== 0)
        return console.warn('LEFT OUT: a bind mount of the folder; this machine does not permit it');
      const bound = await startSecond(['unshare', '-m', '-n', 'sh', '-c', `${mount} && exec "$@"`, 'sh'], join(dir, 'elsewhere'));
      expect(bound).toContain(named);
    } finally {
      await first.stop();
    }
  });

  it('is not replaced by an empty one if the database was removed and its key was not', async () => {
    const dataDir = join(dir, 'data');
    copySeeded(dataDir);
    await (await startService({ dataDir })).stop();
    const key = readFileSync(join(dataDir, 'secrets', 'data-key'), 'utf8');
    for (const remove of [() => rmSync(join(dataDir, 'db'), { recursive: true }), () => mkdirSync(join(dataDir, 'db'))]) {
      remove();
      const refusal = await startSecond([], dataDir);
      expect(refusal).toContain(`There is no database in ${join(dataDir, 'db')}`);
      for (const remedy of ['npm run restore -- FILE', `remove ${join(dataDir, 'secrets')} too`]) expect(refusal).toContain(remedy);
    }
    expect(readdirSync(join(dataDir, 'db')).filter((name) => !name.startsWith('lagoon.'))).toEqual([]);
    expect(readFileSync(join(dataDir, 'secrets', 'data-key'), 'utf8')).toBe(key);
    rmSync(join(dataDir, 'secrets'), { recursive: true });
    expect(await (await startService({ dataDir })).stop()).toBe(0);
  });

  it('after kill -9 the next one starts at once, three times', async () => {
    copySeeded(join(dir, 'data'));
    for (let round = 0; round < 3; round += 1) {
      const service = await startService({ dataDir: join(dir, 'data') });
      await service.kill();
    }
    const last = await startService({ dataDir: join(dir, 'data') });
    expect(await last.stop()).toBe(0);
  });
});

describe('a first start that is killed while it adds the first data', () => {
  it('is made again by the next one, with the whole history', async () => {
    const dataDir = join(dir, 'data');
    const seedMark = join(dataDir, 'db', 'lagoon.unseeded');
    const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) };
    const first = run([process.execPath, '--liftoff-only', 'dist/server/main.js'], {
      ...ports,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    });
    // The key is made just before the data.
    await expect.poll(() => existsSync(join(dataDir, 'secrets', 'data-key')), { timeout: START_GUARD_MS, interval: 20 }).toBe(true);
    await setTimeout(SEED_MS / 2);
    expect(existsSync(seedMark)).toBe(true);
    first.child.kill('SIGKILL');
    await first.ended;

    const second = await startService({ dataDir });
    expect(existsSync(seedMark)).toBe(false);
    expect(await second.stop()).toBe(0);
    const { db, close } = await openDatabase({ dir: join(dataDir, 'db') });
    const { rows } = await sql<{ accounts: number; members: number; wages: number; goods: number }>`select
      (select count(distinct account)::int from member) as accounts, (select count(*)::int from member) as members,
      (select count(*)::int from wage_statement) as wages, (select count(*)::int from point_goods) as goods`.execute(db);
    await close();
    expect(rows[0]).toEqual({
      accounts: rows[0]?.members,
      members: expect.any(Number),
      wages: expect.any(Number),
      goods: expect.any(Number),
    });
    expect(rows[0]?.members).toBeGreaterThan(40);
    expect(Math.min(rows[0]?.wages ?? 0, rows[0]?.goods ?? 0)).toBeGreaterThan(0);
  });
});

describe('where the kernel lock has no effect', () => {
  let program: string;
  beforeAll(async () => {
    const bundler = '../../server/tools/bundle.mjs';
    const { bundle } = (await import(bundler)) as { bundle(folder: string, sources: Record<string, string>): Promise<string> };
    program = join(await bundle('folder-writer', { writer: 'tests/faults/folder/writer.ts' }), 'writer.js');
  });
  const writer = (name: string) => run([process.execPath, program, join(dir, 'db'), name, 'heartbeat']);
  const expectOutput = (running: Running, text: string) => expect.poll(() => running.lines.join('\n')).toContain(text);

  it('the heartbeat refuses a second owner while the first is alive', async () => {
    const first = writer('first');
    await expectOutput(first, 'open');
    const second = writer('second');
    await second.ended;
    expect(second.lines.join('\n')).toMatch(/^refused The database folder .* is in use by process/);
    first.child.stdin?.write('row\nend\n');
    await first.ended;
    expect(first.lines).toContain('has [{"writer":"first","rows":1}]');
  });

  it('a frozen owner loses the folder to the next one, and writes nothing when it resumes', async () => {
    const first = writer('first');
    await expectOutput(first, 'open');
    first.child.stdin?.write('row\n');
    await expectOutput(first, 'wrote 1');
    first.child.kill('SIGSTOP');
    const second = writer('second');
    await expectOutput(second, 'open');
    second.child.stdin?.write('row\n');
    await expectOutput(second, 'wrote 1');
    const before = contents(join(dir, 'db'));
    first.child.stdin?.write('row\n');
    first.child.kill('SIGCONT');
    await first.ended;
    expect(first.lines.at(-1)).toMatch(/^lost The database folder was taken from this process: it is now in use by process/);
    expect(contents(join(dir, 'db'))).toEqual(before);
    second.child.stdin?.write('row\nend\n');
    await second.ended;
    expect(second.lines).toContain('has [{"writer":"first","rows":1},{"writer":"second","rows":2}]');
  });
});

/** Hash of each file except the lock's, whose counter changes. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).map((entry) => join(entry.parentPath, entry.name));
  const dataFiles = files.filter((file) => statSync(file).isFile() && !file.endsWith('lagoon.lock'));
  return Object.fromEntries(dataFiles.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]));
}
