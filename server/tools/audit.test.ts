import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '../config/env.ts';
import { systemClock } from '../platform/base/clock.ts';
import { embeddedDir, migrate, openDatabase } from '../platform/base/db/open.ts';
import { testFolder } from '../platform/base/db/test-folder.ts';
import { createEventHub } from '../platform/base/events/hub.ts';
import { createWallet, memberLegs } from '../platform/ledger/index.ts';
import { MIGRATIONS } from '../platform/migrations.ts';
import { runAudit } from './run-audit.ts';

const dataDir = testFolder();
const settings = (port = 1) => readEnv({ DATA_DIR: dataDir, ADMIN_PORT: String(port) });
const open = () => openDatabase({ dir: embeddedDir(dataDir) });

async function run(port?: number, anchor?: string): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const code = await runAudit(settings(port), (line) => lines.push(line), anchor);
  return { code, text: lines.join('\n') };
}

beforeAll(async () => {
  expect(await run()).toMatchObject({ code: 2, text: expect.stringContaining('no database') });
  const { db, close } = await open();
  await migrate(db, MIGRATIONS);
  const wallet = createWallet({ clock: systemClock, hub: createEventHub() });
  await wallet.openMember(db, { memberId: 'm1', currency: 'CNY', realm: 'real' });
  const legs = memberLegs('m1', 'cashier:DEMO_BANK', 1_255_000n);
  await wallet.transfer(db, { reference: 'd1', kind: 'deposit', currency: 'CNY', realm: 'real', memberId: 'm1', legs });
  await close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('prints the trial balance of a stopped service', async () => {
  const { code, text } = await run();
  expect(code).toBe(0);
  expect(text).toContain('real   CNY  members wallet              1   125.5000');
  expect(text).toContain('The books balance');
  expect(text).toContain('The operators’ log is whole: 0 lines.');
  // An anchor from outside: the log had five lines.
  expect(await run(1, `5:${'a'.repeat(64)}`)).toMatchObject({ code: 1, text: expect.stringContaining('the end was cut off') });
  expect(await run(1, 'nonsense')).toMatchObject({ code: 2, text: expect.stringContaining('holds no anchor') });
});

test('queries a running service, and explains what to do without an answer', async () => {
  const { close } = await open();
  const report = {
    ok: false,
    lines: [],
    transfers: 1,
    postings: 2,
    flagged: [],
    differences: ['account m1 holds 5'],
    operatorLog: { lines: 2, hash: 'ab' },
  };
  const service = createServer((_request, response) => response.end(JSON.stringify(report))).listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => service.once('listening', resolve));
    const result = await run((service.address() as AddressInfo).port);
    expect(result).toMatchObject({ code: 1, text: expect.stringContaining('DIFFERENCE: account m1 holds 5') });
    const port = (service.address() as AddressInfo).port;
    await new Promise((resolve) => service.close(resolve));
    expect(await run(port)).toMatchObject({ code: 2, text: expect.stringContaining('ADMIN_PORT') });
  } finally {
    service.close();
    await close();
  }
});

test('names the account that was tampered with', async () => {
  const { db, close } = await open();
  await sql`update ledger_account set balance = balance + 1, version = version + 1 where owner = 'm1'`.execute(db);
  await close();
  const { code, text } = await run();
  expect(code).toBe(1);
  expect(text).toContain('account m1/wallet/CNY/real/0 holds 1255001 but its postings sum to 1255000');
  expect(text).toContain('THE BOOKS DO NOT BALANCE');
});
