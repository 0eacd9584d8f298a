import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MemberEvent } from '../../../shared/api/live/schemas.ts';
import { systemClock } from '../base/clock.ts';
import { openTestDatabase, type TestDatabase } from '../base/db/test-database.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { createEventHub } from '../base/events/hub.ts';
import { audit } from './audit.ts';
import { HOUSE, memberLegs, type TransferInstruction, transitWallet, vendorWallet, WALLET } from './ledger.ts';
import { createWallet } from './wallet.ts';

const hub = createEventHub();
const wallet = createWallet({ clock: systemClock, hub });
let database: TestDatabase;
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await database.close();
});

async function member(units = 0n, realm: 'real' | 'trial' = 'real'): Promise<string> {
  count += 1;
  const memberId = `m${count}`;
  await wallet.openMember(database.db, { memberId, currency: 'CNY', realm });
  if (units > 0n) await wallet.transfer(database.db, instruction(memberId, units, `open:${memberId}`, { realm }));
  return memberId;
}

function instruction(memberId: string, units: bigint, reference: string, more: Partial<TransferInstruction> = {}): TransferInstruction {
  const legs = memberLegs(memberId, 'cashier', units);
  return { reference, kind: 'deposit', currency: 'CNY', realm: 'real', memberId, legs, ...more };
}

describe('a transfer', () => {
  test('moves money once; a repetition returns the same transfer, another body is refused', async () => {
    const id = await member();
    const first = await wallet.transfer(database.db, instruction(id, 500n, 'r1'));
    expect(first).toMatchObject({ outcome: 'posted', balance: 500n, version: 1 });
    const again = await wallet.transfer(database.db, instruction(id, 500n, 'r1'));
    expect(again).toEqual({ ...first, outcome: 'repeated' });
    expect(await wallet.transfer(database.db, instruction(id, 501n, 'r1'))).toMatchObject({ outcome: 'conflict', balance: 500n });
    expect(await wallet.transfer(database.db, instruction(id, 500n, 'r1', { meta: { a: 'b' } }))).toMatchObject({ outcome: 'conflict' });
    expect(await wallet.balance(database.db, id)).toEqual({ units: 500n, currency: 'CNY', realm: 'real', version: 1 });
  });

  test('never drives a member below zero, except by a reversal, which marks the account until it is covered', async () => {
    const id = await member(100n);
    expect(await wallet.transfer(database.db, instruction(id, -101n, `${id}:over`))).toEqual({
      outcome: 'insufficient',
      balance: 100n,
      version: 1,
    });
    expect(await wallet.transfer(database.db, instruction(id, -100n, `${id}:all`))).toMatchObject({ outcome: 'posted', balance: 0n });
    const reversal = instruction(id, -30n, `${id}:reversal`, { reversal: true, kind: 'rollback' });
    expect(await wallet.transfer(database.db, reversal)).toMatchObject({ outcome: 'posted', balance: -30n });
    expect((await audit(database.db)).flagged).toContain(id);
    expect(await wallet.transfer(database.db, instruction(id, 10n, `${id}:some`))).toMatchObject({ outcome: 'posted', balance: -20n });
    expect(await wallet.transfer(database.db, instruction(id, -1n, `${id}:more`))).toMatchObject({ outcome: 'insufficient' });
    expect(await wallet.transfer(database.db, instruction(id, 20n, `${id}:good`))).toMatchObject({ outcome: 'posted', balance: 0n });
    expect((await audit(database.db)).flagged).not.toContain(id);
  });

  test('finds no account in another realm, currency or of a stranger, and leaves nothing behind', async () => {
    const id = await member(100n);
    for (const wrong of [{ realm: 'trial' as const }, { currency: 'THB' }, { legs: memberLegs('nobody', 'cashier', 5n) }])
      expect(await wallet.transfer(database.db, instruction(id, 5n, `${id}:wrong`, wrong))).toMatchObject({ outcome: 'missing' });
    expect(await wallet.transfer(database.db, instruction(id, 5n, `${id}:wrong`))).toMatchObject({ outcome: 'posted' });
  });

  test('between two members and the house balances all three', async () => {
    const [from, to] = [await member(100n), await member()];
    const legs = [
      { owner: from, kind: WALLET, units: -50n },
      { owner: to, kind: WALLET, units: 45n },
      { owner: HOUSE, kind: 'fee', units: 5n },
    ];
    const result = await wallet.transfer(database.db, instruction(from, 0n, `${from}:to`, { legs, kind: 'adjustment' }));
    expect(result).toMatchObject({ outcome: 'posted', balance: 50n });
    expect((await wallet.balance(database.db, to))?.units).toBe(45n);
  });

  test('that does not sum to zero is a defect of the caller and posts nothing', async () => {
    const id = await member(100n);
    const legs = [...memberLegs(id, 'cashier', 5n), { owner: HOUSE, kind: 'fee', units: 1n }];
    await expect(wallet.transfer(database.db, instruction(id, 0n, `${id}:odd`, { legs }))).rejects.toThrow('sum to zero');
    expect((await wallet.balance(database.db, id))?.units).toBe(100n);
  });

  test('is published to the browsers after the commit only, with the complete new balance', async () => {
    const id = await member();
    const events: MemberEvent[] = [];
    const stop = hub.subscribe(id, (event) => events.push(event));
    await inTransaction(database.db, async (tx, afterCommit) => {
      await wallet.transfer(tx, instruction(id, 12_345n, `${id}:in`), afterCommit);
      expect(events).toEqual([]);
    });
    expect(events).toMatchObject([{ type: 'balance', sumBalance: '1.2345', version: 1 }]);
    const undone = inTransaction(database.db, async (tx, afterCommit) => {
      await wallet.transfer(tx, instruction(id, 1n, `${id}:undone`), afterCommit);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await wallet.transfer(database.db, instruction(id, 12_345n, `${id}:in`));
    expect(events).toHaveLength(1);
    await expect(inTransaction(database.db, (tx) => wallet.transfer(tx, instruction(id, 1n, `${id}:x`)))).rejects.toThrow('afterCommit');
    stop();
  });

  test('of money at vendors is published with it, also where the wallet has no part in it', async () => {
    const id = await member(100n);
    for (const kind of [vendorWallet('KITE'), transitWallet('KITE')])
      await wallet.openMember(database.db, { memberId: id, currency: 'CNY', realm: 'real', kind });
    const events: MemberEvent[] = [];
    const stop = hub.subscribe(id, (event) => events.push(event));
    const move = (name: string, from: string, to: string, units: bigint) => {
      const legs = [
        { owner: id, kind: from, units: -units },
        { owner: id, kind: to, units },
      ];
      return wallet.transfer(database.db, instruction(id, 0n, `${id}:${name}`, { legs }));
    };
    await move('out', WALLET, transitWallet('KITE'), 60n);
    await move('there', transitWallet('KITE'), vendorWallet('KITE'), 60n);
    await wallet.transfer(
      database.db,
      instruction(id, 0n, `${id}:lost`, {
        legs: [
          { owner: id, kind: vendorWallet('KITE'), units: -15n },
          { owner: HOUSE, kind: 'play', units: 15n },
        ],
      }),
    );
    expect(events.map((event) => event.type === 'balance' && [event.sumBalance, event.atVendors])).toEqual([
      ['0.0040', '0.0060'],
      ['0.0040', '0.0060'],
      ['0.0040', '0.0045'],
    ]);
    expect((await wallet.holdings(database.db, id))?.atVendors).toBe(45n);
    expect((await wallet.holdings(database.db, await member(1n)))?.atVendors).toBeNull();
    stop();
  });
});

describe('the schema refuses', () => {
  test.each([
    ['a changed posting', 'update ledger_posting set amount = amount + 1'],
    ['a removed posting', 'delete from ledger_posting'],
    ['an emptied book', 'truncate ledger_posting'],
    ['a changed transfer', `update ledger_transfer set reference = 'x' || reference`],
    ['a removed transfer', 'delete from ledger_transfer'],
    ['a removed account', 'delete from ledger_account'],
    ['a balance set by hand', `update ledger_account set balance = 1 where owner <> 'house'`],
    [
      'an account of no realm',
      `insert into ledger_account (owner, kind, currency, realm, may_go_negative, created_at) values ('x', 'wallet', 'CNY', 'other', false, now())`,
    ],
    ['an account that changes hands', `update ledger_account set owner = 'me', version = version + 1`],
    ['a member below zero', `update ledger_account set balance = -1, version = version + 1 where owner <> 'house'`],
    [
      'a posting added to an old transfer',
      `insert into ledger_posting select (select min(id) from ledger_transfer), id, 5, balance + 5, version + 1
         from ledger_account where owner = 'house' and version = 0 limit 1`,
    ],
  ])('%s', async (_name, statement) => {
    await member(5n);
    await expect(sql.raw(statement).execute(database.db)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  });
});

test('the chain is the digest of its parts, for any content', async () => {
  const references = ['plain', 'with \\ and \\x41 and \\\\', '\\x', 'ขอบคุณ | 谢谢', ''];
  for (const before of [null, Buffer.from('before')]) {
    const { rows } = await sql<{ same: boolean }>`
      select ledger_chain(${before}::bytea, 7, r, 'hash', -5, 12, 3) = sha256(convert_to(
        concat_ws('|', encode(${before}::bytea, 'hex'), 7, r, 'hash', -5, 12, 3), 'UTF8')) as same
        from unnest(${references}::text[]) r`.execute(database.db);
    expect(rows.map(({ same }) => same)).toEqual(references.map(() => true));
  }
});
