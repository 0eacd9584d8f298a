import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '../config/env.ts';
import { embeddedDir, migrate, openDatabase } from '../platform/base/db/open.ts';
import { testFolder } from '../platform/base/db/test-folder.ts';
import { MIGRATIONS } from '../platform/migrations.ts';
import { proveLog } from '../platform/operators/index.ts';
import { runOperator } from './operator.ts';

const dataDir = testFolder();
const open = () => openDatabase({ dir: embeddedDir(dataDir) });
async function run(...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const code = await runOperator(readEnv({ DATA_DIR: dataDir }), args, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}

async function inDatabase<T>(work: (db: Awaited<ReturnType<typeof open>>['db']) => Promise<T>): Promise<T> {
  const { db, close } = await open();
  return work(db).finally(close);
}

beforeAll(async () => {
  expect(await run('add', 'quay.one', 'admin')).toMatchObject({ code: 1, text: expect.stringContaining('no database') });
  const { db, close } = await open();
  await migrate(db, MIGRATIONS);
  await close();
});
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
});

test('resets an operator who has lost both factors, and logs it; unknown and disabled ones are refused', async () => {
  expect(await run('add', 'quay.lost', 'risk')).toMatchObject({ code: 0 });
  const now = new Date();
  const before = await inDatabase(async (db) => {
    const change = {
      must_change: false,
      totp_secret: 'sealed',
      totp_confirmed_at: now,
      totp_last_step: '9',
      failures: 2,
      locked_until: now,
    };
    const row = await db.updateTable('operator').set(change).where('name', '=', 'quay.lost').returningAll().executeTakeFirstOrThrow();
    const session = { token_hash: 'h', operator_id: row.id, form_key: 'k', stage: 'in', enrolment: null, address: '' } as const;
    await db
      .insertInto('operator_session')
      .values({ ...session, created_at: now, seen_at: now, expires_at: new Date(now.getTime() + 60_000) })
      .execute();
    return row;
  });
  const { code, text } = await run('reset', 'Quay.Lost');
  expect([code, text]).toEqual([0, expect.stringMatching(/^Quay\.Lost is reset: .* First password, shown this once: [\w-]{20}$/)]);
  await inDatabase(async (db) => {
    const row = await db.selectFrom('operator').selectAll().where('name', '=', 'quay.lost').executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      must_change: true,
      totp_secret: null,
      totp_confirmed_at: null,
      failures: 0,
      locked_until: null,
      role: 'risk',
    });
    expect(row.password_hash).not.toBe(before.password_hash);
    expect(await db.selectFrom('operator_session').selectAll().execute()).toEqual([]);
    const line = await db.selectFrom('operator_log').selectAll().where('action', '=', 'operator.reset').executeTakeFirstOrThrow();
    expect(line).toMatchObject({ operator: 'command line', object: `operator:${row.id}` });
    await db.updateTable('operator').set({ disabled_at: now }).where('id', '=', row.id).execute();
  });
  for (const name of ['quay.lost', 'quay.unknown'])
    expect(await run('reset', name)).toMatchObject({ code: 1, text: expect.stringContaining('no operator') });
});

test.each([
  [],
  ['add'],
  ['reset'],
  ['reset', 'quay.one', 'admin'],
  ['add', 'x', 'admin'],
  ['add', 'quay.two', 'captain'],
  ['remove', 'quay.one', 'admin'],
])('prints its usage (%s %s %s)', async (...words) =>
  expect(await run(...words.filter((word) => word !== undefined))).toMatchObject({ code: 2 }),
);

test('names a role that does not exist', async () => {
  expect(await run('add', 'quay.three', 'superuser')).toMatchObject({
    code: 2,
    text: expect.stringMatching(/^There is no role superuser\./),
  });
});
