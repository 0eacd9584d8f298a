import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testFolder } from '../../server/platform/base/db/test-folder.ts';
import { runProgram } from '../kit/program.ts';
import { copySeeded, killRunning, startService } from '../kit/service.ts';

let dir: string;
beforeAll(async () => {
  dir = testFolder();
  copySeeded(join(dir, 'sound'));
  expect(await (await startService({ dataDir: join(dir, 'sound') })).stop()).toBe(0);
});
afterEach(killRunning);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function scribble(bytes: number, ...files: string[]): void {
  for (const file of files) writeFileSync(file, readFileSync(file).fill(0x5a, 0, bytes));
}

/** Files of the product's tables, whose numbers are higher than those of the system tables. */
function tableFiles(db: string): string[] {
  const folder = join(db, 'base', '5');
  const files = readdirSync(folder).filter((name) => /^\d+$/.test(name) && Number(name) > 16_384);
  return files.map((name) => join(folder, name)).filter((file) => statSync(file).size > 0);
}

function logOf(db: string): string[] {
  const names = readdirSync(join(db, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name));
  return names.map((name) => join(db, 'pg_wal', name));
}

const DAMAGES: [string, (db: string) => unknown, RegExp][] = [
  ['a truncated control file', (db) => truncateSync(join(db, 'global/pg_control'), 100), /pg_control has 100 bytes/],
  ['a missing control file', (db) => rmSync(join(db, 'global/pg_control')), /pg_control is missing/],
  ['a control file with other content', (db) => scribble(200, join(db, 'global/pg_control')), /incompatible with server/],
  ['an invalid version', (db) => writeFileSync(join(db, 'PG_VERSION'), '\0\0'), /PG_VERSION does not hold a version/],
  ['a missing version', (db) => rmSync(join(db, 'PG_VERSION')), /PG_VERSION is missing/],
  ['a missing log', (db) => logOf(db).map((file) => rmSync(file)), /checkpoint record/],
  ['a log with other content', (db) => scribble(2 ** 24, ...logOf(db)), /WAL segment/],
  [
    'a catalogue with other content',
    (db) => scribble(8_192, join(db, 'base/5/1259')),
    /invalid page in block 0 of relation "base\/5\/1259"/,
  ],
  ['tables with other content', (db) => scribble(8_192, ...tableFiles(db)), /invalid page in block 0 of relation "base\/5\/\d+"/],
];

describe('a damaged file of the embedded database', () => {
  it.each(DAMAGES)('%s: the start fails with one line that names it and the remedy', async (_what, damage, named) => {
    const data = join(dir, 'data');
    rmSync(data, { recursive: true, force: true });
    cpSync(join(dir, 'sound'), data, { recursive: true });
    damage(join(data, 'db'));
    const { code, output } = await runProgram('main', data);
    expect(code).toBe(1);
    expect(output.trimEnd().split('\n')).toHaveLength(1);
    expect(output).toMatch(/^Cannot start: The database in .* is damaged: /);
    expect(output).toMatch(named);
    expect(output).toContain('restore the last backup: npm run restore -- FILE');
  });

  it('is reported by the audit as well', async () => {
    const data = join(dir, 'data');
    rmSync(data, { recursive: true, force: true });
    cpSync(join(dir, 'sound'), data, { recursive: true });
    truncateSync(join(data, 'db/global/pg_control'), 0);
    expect(await runProgram('audit', data)).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^The books could not be read: .* is damaged: /),
    });
  });
});
