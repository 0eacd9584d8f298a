import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { openTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { createEventHub } from '../events/hub.ts';
import { auditInside } from './audit.ts';
import { memberLegs, type TransferInstruction } from './ledger.ts';
import { createWallet } from './wallet.ts';

/**
 * The books under test: a run of transfers whose results are known, then the audit. A sound ledger gives no complaint;
 * each fault below, planted into the SQL function or the schema, must give one. It runs in a transaction that is undone.
 */
const wallet = createWallet({ clock: systemClock, hub: createEventHub() });
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

class Undo extends Error {}

async function complaintsWith(plant: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const complaints: string[] = [];
  await database.db
    .transaction()
    .execute(async (tx) => {
      await plant(tx);
      await exercise(tx, complaints);
      complaints.push(...(await auditInside(tx)).differences);
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) complaints.push(`refused by the schema: ${(error as Error).message}`);
    });
  return complaints;
}

async function exercise(tx: Tx, complaints: string[]): Promise<void> {
  for (const [memberId, realm] of [
    ['m1', 'real'],
    ['m2', 'trial'],
  ] as const)
    await wallet.openMember(tx, { memberId, currency: 'CNY', realm });
  const order = (memberId: string, units: bigint, reference: string, more: Partial<TransferInstruction> = {}): TransferInstruction => {
    const legs = memberLegs(memberId, 'cashier', units);
    return { reference, kind: 'adjustment', currency: 'CNY', realm: 'real', memberId, legs, ...more };
  };
  const step = async (instruction: TransferInstruction, outcome: string, balance: bigint) => {
    const result = await wallet.transfer(tx, instruction, () => undefined);
    if (result.outcome !== outcome || result.balance !== balance)
      complaints.push(`${instruction.reference}: ${result.outcome} ${result.balance}, not ${outcome} ${balance}`);
  };
  await step(order('m1', 500n, 'in'), 'posted', 500n);
  await step(order('m1', 500n, 'in'), 'repeated', 500n);
  await step(order('m1', 400n, 'in'), 'conflict', 500n);
  await step(order('m1', -200n, 'out'), 'posted', 300n);
  await step(order('m1', -301n, 'over'), 'insufficient', 300n);
  await step(order('m2', 10n, 'wrong-realm'), 'missing', 0n);
  await step(order('m2', 10n, 'trial', { realm: 'trial' }), 'posted', 10n);
  await step(order('m1', -310n, 'reversal', { reversal: true }), 'posted', -10n);
  await step(order('m1', 4n, 'some'), 'posted', -6n);
  await step(order('m1', 6n, 'good'), 'posted', 0n);
}

/** Replaces one piece of the posting function; the piece must be there. */
async function edit(tx: Tx, piece: string, fault: string): Promise<void> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('ledger_post'::regproc) as text`.execute(tx);
  const text = rows[0]?.text ?? '';
  expect(text.split(piece).length, `"${piece}" in ledger_post`).toBeGreaterThan(1);
  await sql.raw(text.replaceAll(piece, fault)).execute(tx);
}

test('a sound ledger gives no complaint', async () => {
  expect(await complaintsWith(async () => undefined)).toEqual([]);
});

describe('a fault in the posting function is found:', () => {
  test.each([
    ['no floor', 'refused := true;', 'null;', 'floor'],
    ['a repeat is posted again', 'values (p_reference,', 'values (p_reference || random(),', 'in: posted'],
    ['the body is not compared', 't.body_hash = p_hash', 'true', 'in: repeated'],
    [
      'realms are mixed',
      'a.kind = p_kinds[i] and a.currency = p_currency and a.realm = p_realm for update;',
      'a.kind = p_kinds[i] for update;',
      'touches account',
    ],
    ['a posting is off by one', ':= p_amounts[i];', ':= p_amounts[i] + 1;', 'does not balance'],
    ['a balance is off by one', 'set balance = a.balance + p_amounts[i]', 'set balance = a.balance + p_amounts[i] + 1', 'holds'],
    ['the balance after is off by one', 'u.amount, u.balance_after, u.version', 'u.amount, u.balance_after + 1, u.version', 'so far'],
    ['a version is skipped', 'leg.version + 1', 'leg.version + 2', 'refused'],
    ['the account is not touched', 'where a.id = account_ids[i];', 'where false;', 'not repeated 500'],
    ['a reversal is not flagged', 'when p_reversal then new_id', 'when p_reversal then null', 'floor'],
    ['the flag stays', 'when balances[i] >= 0 then null', 'when false then null', 'flag'],
  ])('%s', async (_name, piece, fault, complaint) => {
    const complaints = await complaintsWith((tx) => edit(tx, piece, fault));
    expect(complaints.join('\n')).toContain(complaint);
  });
});

describe('tampering behind the guards is found by the audit:', () => {
  const disarm =
    'alter table ledger_posting disable trigger user; alter table ledger_account disable trigger user; alter table ledger_transfer disable trigger user;';
  test.each([
    [
      'a posting removed',
      `delete from ledger_posting where (transfer_id, account_id) in (select transfer_id, account_id from ledger_posting limit 1)`,
      'holds',
    ],
    ['a posting changed', `update ledger_posting set amount = amount + 1 where version = 1`, 'holds'],
    ['both sides changed alike', `update ledger_posting set amount = amount * 2`, 'holds'],
    ['a balance changed', `update ledger_account set balance = balance + 1 where owner = 'm2'`, 'm2/wallet/CNY/trial/0 holds 11'],
    ['money made on both sides', `update ledger_account set balance = balance + case when owner = 'house' then -5 else 5 end`, 'holds'],
    ['a version changed', `update ledger_account set version = 9 where owner = 'm2'`, 'is at version 9'],
    [
      'postings of no account',
      `insert into ledger_posting select min(id), n, (n - 99) * 2 - 1, 1, 1 from ledger_transfer, generate_series(99, 100) n group by n`,
      'do not both exist',
    ],
    [
      'a transfer emptied',
      `insert into ledger_transfer (reference, kind, body_hash, currency, realm, reversal, meta, created_at) values ('empty', 'bet', '', 'CNY', 'real', false, '{}', now())`,
      '(empty) has 0 postings',
    ],
    ['a transfer moved to another realm', `update ledger_transfer set realm = 'real' where reference = 'trial'`, 'touches account'],
    [
      'a member below zero',
      `alter table ledger_account drop constraint ledger_account_floor; update ledger_account set balance = -7 where owner = 'm1'`,
      'below zero (-7)',
    ],
  ])('%s', async (_name, statement, complaint) => {
    const complaints: string[] = [];
    await database.db
      .transaction()
      .execute(async (tx) => {
        await exercise(tx, complaints);
        // Checks that wait for the end of the transaction would hold the tables.
        await sql.raw('set constraints all immediate').execute(tx);
        await sql.raw(disarm).execute(tx);
        await sql.raw(statement).execute(tx);
        complaints.push(...(await auditInside(tx)).differences);
        throw new Undo();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
    expect(complaints.join('\n')).toContain(complaint);
  });
});
