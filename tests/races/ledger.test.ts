import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defined } from '../../server/kit/defined.ts';
import { systemClock } from '../../server/platform/base/clock.ts';
import { type OpenedDatabase, openDatabase } from '../../server/platform/base/db/open.ts';
import { createEventHub } from '../../server/platform/base/events/hub.ts';
import { audit, createWallet, memberLegs, type TransferInstruction, WALLET } from '../../server/platform/ledger/index.ts';
import { perform } from '../../server/platform/play/vendors/seamless.ts';
import { createTestVendor, GAME } from '../../server/platform/play/vendors/test-vendor.ts';
import { openTestDatabase, PATIENT_CONNECT, type TestDatabase } from '../kit/database.ts';

/**
 * Real races on PostgreSQL: two pools of 16 connections represent two processes of the platform. In any order of the clients, no
 * unit is created, lost or posted twice.
 */
const CLIENTS = 32;
const ORDERS_EACH = 15;
const MEMBERS = 8;
const OPENING = 1_000n;

let database: TestDatabase;
let second: OpenedDatabase;
const wallet = createWallet({ clock: systemClock, hub: createEventHub() });

beforeAll(async () => {
  database = await openTestDatabase({ poolSize: CLIENTS / 2 });
  second = await openDatabase({ ...defined({ url: database.url }), poolSize: CLIENTS / 2, ...PATIENT_CONNECT });
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await second.close();
  await database.close();
});

const pools = () => [database.db, second.db] as const;
const pool = (client: number) => pools()[client % 2 === 0 ? 0 : 1];
const pick = (below: number) => Math.floor(Math.random() * below);

async function open(prefix: string, members: number, units = OPENING): Promise<string[]> {
  const ids = Array.from({ length: members }, (_, n) => `${prefix}${n}`);
  for (const memberId of ids) {
    await wallet.openMember(database.db, { memberId, currency: 'CNY', realm: 'real' });
    await wallet.transfer(database.db, order(memberId, `open:${memberId}`, memberLegs(memberId, 'opening', units)));
  }
  return ids;
}

function order(memberId: string, reference: string, legs: TransferInstruction['legs']): TransferInstruction {
  return { reference, kind: 'adjustment', currency: 'CNY', realm: 'real', memberId, legs };
}

const total = async (members: readonly string[]) => {
  const balances = await Promise.all(members.map((id) => wallet.balance(database.db, id)));
  return balances.reduce((sum, balance) => sum + (balance?.units ?? 0n), 0n);
};

test('32 clients on 8 accounts, a fifth of them repeats: members pay each other and no money is created or lost', async () => {
  const members = await open('pay', MEMBERS);
  const sent: TransferInstruction[] = [];
  const transferIds = new Map<string, Set<string>>();
  const client = async (n: number) => {
    for (let i = 0; i < ORDERS_EACH; i += 1) {
      const from = members[pick(MEMBERS)] ?? '';
      const to = members.filter((id) => id !== from)[pick(MEMBERS - 1)] ?? '';
      const units = BigInt(1 + pick(400));
      const legs = [
        { owner: from, kind: WALLET, units: -units },
        { owner: to, kind: WALLET, units },
      ];
      const repeat = Math.random() < 0.2 ? sent[pick(sent.length)] : undefined;
      const one = repeat ?? order(from, `pay:${n}:${i}`, legs);
      sent.push(one);
      const result = await wallet.transfer(pool(n), one);
      if ('transferId' in result) transferIds.set(one.reference, (transferIds.get(one.reference) ?? new Set()).add(result.transferId));
      expect(['posted', 'repeated', 'insufficient']).toContain(result.outcome);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
  expect(await total(members)).toBe(OPENING * BigInt(MEMBERS));
  for (const ids of transferIds.values()) expect(ids.size).toBe(1);
  const { rows } = await sql<{ n: string }>`select count(*) as n from ledger_transfer where reference like 'pay:%'`.execute(database.db);
  expect(Number(rows[0]?.n)).toBe(transferIds.size);
});

test('32 clients send one instruction: one transfer, one answer', async () => {
  const [memberId = ''] = await open('one', 1);
  const one = order(memberId, 'one:order', memberLegs(memberId, 'cashier', -300n));
  const results = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => wallet.transfer(pool(n), one)));
  expect(results.filter((result) => result.outcome === 'posted')).toHaveLength(1);
  expect(results.every((result) => result.balance === OPENING - 300n)).toBe(true);
});

test('one reference for two members at once: one gets it, the other is refused', async () => {
  const [a = '', b = ''] = await open('two', 2);
  for (let round = 0; round < 20; round += 1) {
    const outcomes = await Promise.all(
      [a, b].map((id, n) => wallet.transfer(pool(n), order(id, `two:${round}`, memberLegs(id, 'cashier', 1n)))),
    );
    expect(outcomes.map((result) => result.outcome).sort()).toEqual(['conflict', 'posted']);
  }
});

test('32 bets race for the last coin: one gets it', async () => {
  const vendor = createTestVendor(database.db);
  const other = { ...vendor.deps, db: second.db };
  const p = await vendor.player({ units: 100n });
  const bet = (n: number) => ({
    token: p.token,
    player: p.player,
    transactionId: `coin-${n}`,
    roundId: `coin-${n}`,
    gameId: GAME,
    currency: 'CNY',
    amount: '100',
  });
  const answers = await Promise.all(
    Array.from({ length: CLIENTS }, (_, n) => perform(n % 2 === 0 ? vendor.deps : other, 'NOVA', 'bet', bet(n))),
  );
  expect(answers.filter((answer) => answer.status === 'OK')).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 'INSUFFICIENT_FUNDS')).toHaveLength(CLIENTS - 1);
  expect(vendor.faults).toEqual([]);
});

test('bet, its rollback and its win all at once: in any order, the money is right', async () => {
  const vendor = createTestVendor(database.db);
  const deps = [vendor.deps, { ...vendor.deps, db: second.db }] as const;
  for (let n = 0; n < 30; n += 1) {
    const p = await vendor.player({ units: 100n });
    const named = { player: p.player, roundId: `all-${n}`, gameId: GAME };
    const money = { ...named, currency: 'CNY' };
    const [bet, win, back] = await Promise.all([
      perform(deps[0], 'NOVA', 'bet', { ...money, token: p.token, transactionId: `all-b${n}`, amount: '100' }),
      perform(deps[1], 'NOVA', 'win', { ...money, transactionId: `all-w${n}`, betTransactionId: `all-b${n}`, amount: '250' }),
      perform(deps[n % 2 === 0 ? 0 : 1], 'NOVA', 'rollback', { ...named, transactionId: `all-x${n}`, betTransactionId: `all-b${n}` }),
    ]);
    const accepted = [bet, win, back].map((answer) => answer.status === 'OK');
    const expected = 100n - (accepted[0] ? 100n : 0n) + (accepted[1] ? 250n : 0n) + (accepted[0] && accepted[2] ? 100n : 0n);
    expect((await vendor.wallet.balance(database.db, p.memberId))?.units, JSON.stringify([bet, win, back])).toBe(expected);
    expect(accepted[1] && accepted[2]).toBe(false);
  }
  expect(vendor.faults).toEqual([]);
});

/** Replaces one part of a posting function in a separate database. */
async function withBroken(piece: string, by: string, work: (broken: TestDatabase) => Promise<void>): Promise<void> {
  const broken = await openTestDatabase({ poolSize: CLIENTS / 2 });
  try {
    const { rows } = await sql<{ text: string }>`select pg_get_functiondef('ledger_post'::regproc) as text`.execute(broken.db);
    const text = rows[0]?.text ?? '';
    expect(text).toContain(piece);
    await sql.raw(text.replace(piece, by)).execute(broken.db);
    for (const memberId of ['m', 'n']) {
      await wallet.openMember(broken.db, { memberId, currency: 'CNY', realm: 'real' });
      await wallet.transfer(broken.db, order(memberId, `open:${memberId}`, memberLegs(memberId, 'opening', OPENING)));
    }
    await work(broken);
  } finally {
    await broken.close();
  }
}

/** Two concurrent requests may still run one after the other, so they are repeated until they overlap. */
const MAX_ROUNDS = 2_000;

/** The two of the fifteen invariants (`server/platform/ledger/faults.test.ts`) that only a race can break. */
describe('“no update is lost on a hot account” is seen to be broken when', () => {
  test('the account is not locked: the schema detects it, and the race reports an error', async () => {
    await withBroken('a.realm = p_realm for update', 'a.realm = p_realm', async ({ db }) => {
      let refused = false;
      for (let round = 0; !refused && round < MAX_ROUNDS; round += 1) {
        const legs = memberLegs('m', 'cashier', round % 2 === 0 ? -1n : 1n);
        const sent = Array.from({ length: CLIENTS }, (_, n) => wallet.transfer(db, order('m', `n${round}:${n}`, legs)));
        refused = (await Promise.allSettled(sent)).some((result) => result.status === 'rejected');
      }
      expect(refused).toBe(true);
      expect((await audit(db)).differences).toEqual([]);
    });
  });
});

describe('“concurrent duplicates collapse into one” is seen to be broken when', () => {
  const race = async ({ db }: TestDatabase) => {
    let found = { failed: false, doubles: 0 };
    for (let round = 0; !found.failed && found.doubles === 0 && round < MAX_ROUNDS; round += 1) {
      const twins = ['m', 'n'].map((id) => wallet.transfer(db, order(id, `twin:${round}`, memberLegs(id, 'cashier', 1n))));
      const failed = (await Promise.allSettled(twins)).some((result) => result.status === 'rejected');
      const { rows } = await sql<{ n: string }>`
        select count(*) - count(distinct reference) as n from ledger_transfer where reference like 'twin:%'`.execute(db);
      found = { failed, doubles: Number(rows[0]?.n) };
    }
    return found;
  };
  const ON_CONFLICT = 'on conflict (reference) do nothing';

  test('concurrent duplicates are not awaited: the schema refuses the second', async () => {
    await withBroken(ON_CONFLICT, '', async (broken) => {
      expect(await race(broken)).toEqual({ failed: true, doubles: 0 });
    });
  });

  test('references are looked up instead of being unique: there are duplicates', async () => {
    await withBroken(ON_CONFLICT, '', async (broken) => {
      await sql`alter table ledger_transfer drop constraint ledger_transfer_reference_key`.execute(broken.db);
      expect((await race(broken)).doubles).toBeGreaterThan(0);
    });
  });
});
