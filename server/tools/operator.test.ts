import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '../config/env.ts';
import { embeddedDir, MIGRATIONS, migrate, openDatabase } from '../platform/base/db/open.ts';
import { testFolder } from '../platform/base/db/test-folder.ts';
import { proveLog } from '../platform/console/index.ts';
import { runOperator } from './operator.ts';

const dataDir = testFolder();
const open = () => openDatabase({ dir: embeddedDir(dataDir) });
async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const code = await runOperator(readEnv({ DATA_DIR: dataDir }), args, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}

beforeAll(async () => {
  expect(await run('add', 'quay.one', 'admin')).toMatchObject({ code: 1, text: expect.stringContaining('no database') });
  const { db, close } = await open();
  await migrate(db, MIGRATIONS);
  await close();
}, 60_000);
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('adds an operator who must change the password, and logs it', async () => {
  const { code, text } = await run('add', 'Quay.One', 'admin');
  expect([code, text]).toEqual([0, expect.stringMatching(/^Quay\.One is added as admin\. First password, shown this once: [\w-]{20}$/)]);
  expect(await run('add', 'quay.one', 'support')).toMatchObject({ code: 1, text: expect.stringContaining('already') });
  const { db, close } = await open();
  const row = await db.selectFrom('operator').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: 'quay.one', role: 'admin', must_change: true });
  expect(await proveLog(db, 'lagoon')).toEqual({ lines: 1, hash: expect.any(String) });
  expect(await run('add', 'quay.two', 'admin')).toMatchObject({ code: 1, text: expect.stringContaining('A running service') });
  await close();
}, 60_000);

test.each([[], ['add'], ['add', 'x', 'admin'], ['add', 'quay.two', 'captain'], ['remove', 'quay.one', 'admin']])(
  'prints its usage (%s %s %s)',
  async (...words) => expect(await run(...words.filter((word) => word !== undefined))).toMatchObject({ code: 2 }),
);
