import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '../config/env.ts';
import { addTree } from '../platform/agents/tree/test-tree.ts';
import { addContract, createTestWages } from '../platform/agents/wages/test-wages.ts';
import { addFacts } from '../platform/agents/windows/test-windows.ts';
import { embeddedDir, migrate, openDatabase } from '../platform/base/db/open.ts';
import { testFolder } from '../platform/base/db/test-folder.ts';
import { MIGRATIONS } from '../platform/migrations.ts';
import { createInternal } from '../platform/ops/internal/internal.ts';
import { runAudit } from './run-audit.ts';
import { runWages } from './run-wages.ts';

const dataDir = testFolder();
const env = readEnv({ DATA_DIR: dataDir, ADMIN_PORT: '1' });
const START = Date.parse('2026-11-16T00:00:00Z');
const at = (minutes: number) => new Date(START + minutes * 60_000);
const UNIT = 10_000n;

async function run(command: string, id?: string, given = env): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const code = await runWages(id === undefined ? [command] : [command, id], given, (line) => lines.push(line));
  return { code, text: lines.join('\n') };
}
async function runAuditNow(): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  return { code: await runAudit(env, (line) => lines.push(line)), text: lines.join('\n') };
}

beforeAll(async () => {
  expect(await run('explain', '1')).toMatchObject({ code: 2, text: expect.stringContaining('no database') });
  const { db, close } = await openDatabase({ dir: embeddedDir(dataDir) });
  await migrate(db, MIGRATIONS);
  const world = await createTestWages(db, { at: at(0).toISOString(), agents: { weights: {} } });
  const [agent = '', player = ''] = await addTree(db, [undefined, 0]);
  await sql`update agent_parent set valid_from = ${at(-60)}`.execute(db);
  const tiers = [{ rateBp: 50, minValidBet: 0n, minProfit: 0n, minActive: 0 }];
  await addContract(db, agent, { kind: 'realtime', terms: { tiers, minSingleBet: 0n, carryNegative: true, ownPlay: false }, from: at(0) });
  await addFacts(db, [{ memberId: player, at: at(1), valid: 200n * UNIT }]);
  await world.runAt(at(5));
  await close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('explains a wage with its inputs and steps', async () => {
  const { code, text } = await run('explain', '1');
  expect(code).toBe(0);
  expect(text).toContain('play RNG, bets from 100.0000: valid 200.0000');
  expect(text).toContain('base 200.0000 with 0.00 % below: 0.50 %');
  expect(text).toContain('amount 1.0000\ntaken as stored: terms and rules');
  expect(text).toContain('The statement equals the computation from the facts.');
  expect(await run('explain', '99')).toMatchObject({ code: 2, text: 'There is no wage 99.' });
  expect((await run('explain')).code).toBe(2);
});

test('asks a running service, and explains what to do without an answer', async () => {
  const { db, close } = await openDatabase({ dir: embeddedDir(dataDir) });
  const internal = createInternal({ db, merchant: 'lagoon', console: express.Router() } as never);
  const refuse: ErrorRequestHandler = (_error, _request, response, _next) => void response.status(404).json({});
  const service = createServer(express().use(internal).use(refuse)).listen(0, '127.0.0.1');
  try {
    await once(service, 'listening');
    const ADMIN_PORT = String((service.address() as AddressInfo).port);
    const given = readEnv({ DATA_DIR: dataDir, ADMIN_PORT });
    expect(await run('explain', '1', given)).toMatchObject({ code: 0, text: expect.stringContaining('amount 1.0000') });
    expect(await run('explain', '99', given)).toMatchObject({ code: 2, text: 'There is no wage 99.' });
    expect(await run('explain', '1')).toMatchObject({ code: 2, text: expect.stringContaining('ADMIN_PORT') });
  } finally {
    service.close();
    await close();
  }
});

test('finds a changed statement, and so does the audit', async () => {
  expect((await runAuditNow()).code).toBe(0);
  const { db, close } = await openDatabase({ dir: embeddedDir(dataDir) });
  await sql`update wage_statement set gross = gross + 5`.execute(db);
  await close();
  expect(await run('explain', '1')).toMatchObject({
    code: 1,
    text: expect.stringContaining('DIFFERENCE: wage 1: gross is 10005, computed again 10000'),
  });
  expect(await runAuditNow()).toMatchObject({ code: 1, text: expect.stringContaining('wage 1: gross is 10005') });
});
