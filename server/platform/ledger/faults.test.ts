import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../base/clock.ts';
import type { Tx } from '../base/db/database.ts';
import { openTestDatabase, type TestDatabase } from '../base/db/test-database.ts';
import { createEventHub } from '../base/events/hub.ts';
import { auditInside } from './audit.ts';
import { memberLegs, type TransferInstruction } from './ledger.ts';
import { createWallet } from './wallet.ts';

/**
 * Runs transfers with known results, then the audit. A sound ledger causes no complaint; each fault below, planted into the SQL function or
 * the schema, must cause one. Everything is rolled back.
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
  await step(order('m1', -301n, 'over'), 'insufficient', 300n);
  await step(order('m2', 10n, 'wrong-realm'), 'missing', 0n);
  await step(order('m1', 10n, 'wrong-currency', { currency: 'THB' }), 'missing', 0n);
  await step(order('m2', 10n, 'trial', { realm: 'trial' }), 'posted', 10n);
  await step(order('m1', -310n, 'reversal', { reversal: true }), 'posted', -10n);
  await step(order('m1', 4n, 'some'), 'posted', -6n);
  await step(order('m1', 6n, 'good'), 'posted', 0n);
  // Above the precision of floating point.
  await step(order('m1', 9_007_199_254_740_993n, 'huge'), 'posted', 9_007_199_254_740_993n);
  await step(order('m1', -9_007_199_254_740_990n, 'huge-back'), 'posted', 3n);
  await rebuild(tx, complaints);
  await change(tx, complaints);
}

/** Replays the postings in order and compares the result with the accounts. */
async function rebuild(tx: Tx, complaints: string[]): Promise<void> {
  const postings = await tx
    .selectFrom('ledger_posting')
    .select(['account_id', 'amount'])
    .orderBy('account_id')
    .orderBy('version')
    .execute();
  const sums = new Map<string, bigint>();
  for (const { account_id, amount } of postings) sums.set(account_id, (sums.get(account_id) ?? 0n) + BigInt(amount));
  for (const { id, owner, balance } of await tx.selectFrom('ledger_account').select(['id', 'owner', 'balance']).execute())
    if (BigInt(balance) !== (sums.get(id) ?? 0n)) complaints.push(`rebuilt, ${owner} has ${sums.get(id) ?? 0n}, not ${balance}`);
}

/** Postings are immutable, even to identical values. */
async function change(tx: Tx, complaints: string[]): Promise<void> {
  await sql`savepoint before_change`.execute(tx);
  const changed = await sql`update ledger_posting set amount = amount where version = 1`.execute(tx).then(
    () => true,
    () => false,
  );
  await sql`rollback to savepoint before_change`.execute(tx);
  if (changed) complaints.push('a posting could be changed');
}

/** Replaces a piece of the posting function, which must exist. */
async function edit(tx: Tx, piece: string, fault: string): Promise<void> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('ledger_post'::regproc) as text`.execute(tx);
  const text = rows[0]?.text ?? '';
  expect(text.split(piece).length, `"${piece}" in ledger_post`).toBeGreaterThan(1);
  await sql.raw(text.replaceAll(piece, fault)).execute(tx);
}

test('a consistent ledger has no complaints', async () => {
  expect(await complaintsWith(async () => undefined)).toEqual([]);
});

/** Postings and accounts without triggers and constraints. */
const DISARM = [
  'alter table ledger_posting disable trigger user',
  'alter table ledger_account disable trigger user',
  'alter table ledger_transfer disable trigger user',
].join(';');

interface Fault {
  readonly fault: string;
  /** Piece of `ledger_post` to replace; `before` runs first. */
  readonly piece: string;
  readonly by: string;
  readonly before?: string;
  readonly complaint: string;
}

/**
 * The fifteen invariants of the ledger, each with faults that break it. Two of them need real concurrency and are tested in
 * `tests/races/ledger.test.ts`.
 */
const RACED = ['concurrent duplicates collapse into one', 'no update is lost on a hot account'];
const INVARIANTS: Readonly<Record<string, readonly Fault[]>> = {
  'postings balance per currency': [
    { fault: 'a posting is off by one', piece: ':= p_amounts[i];', by: ':= p_amounts[i] + 1;', complaint: 'does not balance' },
    {
      fault: 'the same, with the guard gone',
      piece: ':= p_amounts[i];',
      by: ':= p_amounts[i] + 1;',
      before: 'drop trigger ledger_posting_balanced on ledger_posting',
      complaint: 'postings that sum to',
    },
  ],
  'what is posted is only added to': [
    {
      fault: 'the guard is gone',
      piece: 'begin',
      by: 'begin',
      before: 'drop trigger ledger_posting_append_only on ledger_posting',
      complaint: 'a posting could be changed',
    },
  ],
  'postings are chained': [
    {
      fault: 'the chain forgets what was before',
      piece: 'ledger_chain(chains[i],',
      by: 'ledger_chain(null,',
      complaint: 'the chain does not fit',
    },
    { fault: 'the account does not keep its end', piece: 'versions[i], chain = chains[i]', by: 'versions[i]', complaint: 'chain' },
  ],
  'a duplicate changes nothing': [
    { fault: 'a repeat is posted again', piece: 'values (p_reference,', by: 'values (p_reference || random(),', complaint: 'in: posted' },
    { fault: 'the body is not compared', piece: 't.body_hash = p_hash', by: 'true', complaint: 'in: repeated' },
  ],
  'money is conserved': [
    {
      fault: 'the house gives nothing',
      piece: "continue when p_owners[i] <> 'house';",
      by: 'continue;',
      before: 'drop trigger ledger_posting_balanced on ledger_posting',
      complaint: 'not to zero',
    },
  ],
  'a balance is the sum of its postings': [
    {
      fault: 'a balance is off by one',
      piece: 'set balance = a.balance + p_amounts[i]',
      by: 'set balance = a.balance + p_amounts[i] + 1',
      complaint: 'holds',
    },
  ],
  'nobody is drained below zero': [
    { fault: 'no floor', piece: 'refused := true;', by: 'null;', complaint: 'floor' },
    {
      fault: 'no floor, and no constraint',
      piece: 'refused := true;',
      by: 'null;',
      before: 'alter table ledger_account drop constraint ledger_account_floor',
      complaint: 'over: posted',
    },
  ],
  'no precision is lost': [
    {
      fault: 'amounts pass through floating point',
      piece: 'balances[found_legs] := leg.balance + p_amounts[i];',
      by: 'balances[found_legs] := (leg.balance::float8 + p_amounts[i]::float8)::bigint;',
      complaint: 'huge',
    },
  ],
  'currencies and realms never mix': [
    {
      fault: 'realms are mixed',
      piece: 'a.kind = p_kinds[i] and a.currency = p_currency::bpchar and a.realm = p_realm for update;',
      by: 'a.kind = p_kinds[i] and a.currency = p_currency::bpchar for update;',
      complaint: 'wrong-realm: posted',
    },
    {
      fault: 'currencies are mixed',
      piece: 'a.kind = p_kinds[i] and a.currency = p_currency::bpchar and a.realm = p_realm for update;',
      by: 'a.kind = p_kinds[i] and a.realm = p_realm for update;',
      complaint: 'touches account',
    },
  ],
  'what was wrong is put right by a transfer the other way': [
    { fault: 'a reversal is not flagged', piece: 'when p_reversal then new_id', by: 'when p_reversal then null', complaint: 'floor' },
    { fault: 'the flag stays', piece: 'when balances[i] >= 0 then null', by: 'when false then null', complaint: 'flag' },
    {
      fault: 'a reversal wipes out what it reverses',
      piece: "outcome := 'posted';",
      by: "if p_reversal then delete from ledger_posting p where p.transfer_id < new_id; end if; outcome := 'posted';",
      before: DISARM,
      complaint: 'has 0 postings',
    },
  ],
  'accounts can be rebuilt from the postings': [
    {
      fault: 'the account is not touched',
      piece: 'where a.id = account_ids[i];',
      by: 'where false;',
      complaint: 'not repeated 500',
    },
    {
      fault: 'credits are not written down',
      piece: 'as u(account_id, amount, balance_after, version, chain);',
      by: 'as u(account_id, amount, balance_after, version, chain) where u.amount < 0;',
      before: 'drop trigger ledger_posting_balanced on ledger_posting',
      complaint: 'rebuilt',
    },
  ],
  'postings of an account have one order': [
    { fault: 'a version is skipped', piece: 'leg.version + 1', by: 'leg.version + 2', complaint: 'refused' },
    {
      fault: 'the balance after is off by one',
      piece: 'u.amount, u.balance_after, u.version',
      by: 'u.amount, u.balance_after + 1, u.version',
      complaint: 'so far',
    },
  ],
  'what was refused is never told as done': [
    {
      fault: 'a refusal is remembered as a transfer',
      piece: "outcome := case when found_legs <> wanted then 'missing' else 'insufficient' end;",
      by: `insert into ledger_transfer (reference, kind, body_hash, currency, realm, member_id, reversal, meta, created_at)
             values (p_reference, p_kind, p_hash, p_currency, p_realm, p_member, p_reversal, p_meta, p_at);
           outcome := case when found_legs <> wanted then 'missing' else 'insufficient' end;`,
      complaint: 'over: repeated',
    },
  ],
};

test('there are fifteen invariants', () => {
  expect([...Object.keys(INVARIANTS), ...RACED]).toHaveLength(15);
});

describe.each(Object.entries(INVARIANTS))('“%s” is detected as broken when', (_invariant, faults) => {
  test.each(faults.map((one) => [one.fault, one] as const))('%s', async (_name, { piece, by, before, complaint }) => {
    const complaints = await complaintsWith(async (tx) => {
      if (before !== undefined) await sql.raw(before).execute(tx);
      await edit(tx, piece, by);
    });
    expect(complaints.join('\n')).toContain(complaint);
  });
});

describe('tampering behind the guards is found by the audit:', () => {
  test.each([
    [
      'a posting removed',
      `delete from ledger_posting where (transfer_id, account_id) in (select transfer_id, account_id from ledger_posting limit 1)`,
      'holds',
    ],
    ['a posting changed', `update ledger_posting set amount = amount + 1 where version = 1`, 'holds'],
    ['both sides changed alike', `update ledger_posting set amount = amount * 2`, 'holds'],
    [
      'everything changed alike, sums and balances included',
      `update ledger_posting set amount = amount * 2, balance_after = balance_after * 2; update ledger_account set balance = balance * 2`,
      'the chain does not fit',
    ],
    ['a reference changed', `update ledger_transfer set reference = 'another' where reference = 'out'`, 'the chain does not fit'],
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
        // Deferred checks would hold locks on the tables.
        await sql.raw('set constraints all immediate').execute(tx);
        await sql.raw(DISARM).execute(tx);
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
