import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { SeamlessAnswer } from '../../../../shared/seamless/wallet.ts';
import { type OpenedDatabase, openDatabase } from '../../base/db/open.ts';
import { openTestDatabase, PATIENT_CONNECT, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/audit.ts';
import { createTestVendor, GAME, type TestPlayer, type TestVendor } from './test-vendor.ts';

let database: TestDatabase;
/** On PostgreSQL another pool, for a second node. */
let second: OpenedDatabase | undefined;
let nodes: readonly [TestVendor, TestVendor];
let statements = 0;
let runs = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  database.watch.onQuery = () => {
    statements += 1;
  };
  if (database.url !== undefined) second = await openDatabase({ url: database.url, ...PATIENT_CONNECT });
  nodes = [createTestVendor(database.db), createTestVendor(second?.db ?? database.db)];
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  expect(nodes.flatMap(({ faults }) => faults)).toEqual([]);
  await second?.close();
  await database.close();
});

const OPENING = 1_000n;
const join = (count: number) => Promise.all(Array.from({ length: count }, () => nodes[0].player({ units: OPENING })));
const prefix = () => {
  runs += 1;
  return `together-${runs}`;
};

interface Order {
  readonly kind: 'bet' | 'win' | 'rollback';
  /** Of the bet; each has a round of its own. */
  readonly nr: number;
  readonly amount: bigint;
}
const idOf = (name: string, { kind, nr }: Pick<Order, 'kind' | 'nr'>) => `${name}-${kind}-${nr}`;

function send(vendor: TestVendor, { player, token }: TestPlayer, name: string, order: Order): Promise<SeamlessAnswer> {
  const common = { gameId: GAME, player, roundId: `${name}-round-${order.nr}`, transactionId: idOf(name, order) };
  const [money, of] = [{ currency: 'CNY', amount: order.amount.toString() }, { betTransactionId: idOf(name, { ...order, kind: 'bet' }) }];
  if (order.kind === 'bet') return vendor.call('bet', { ...common, ...money, token });
  return vendor.call(order.kind, order.kind === 'win' ? { ...common, ...money, ...of } : { ...common, ...of });
}
const bet = (player: TestPlayer, name: string, amount = 100n, vendor = nodes[0]) =>
  send(vendor, player, name, { kind: 'bet', nr: 0, amount });
const balanceOf = async ({ memberId }: TestPlayer) => (await nodes[0].wallet.balance(database.db, memberId))?.units;

/** Each is sent several times, in any order: retries, wins of unknown bets, rollbacks before their bet, bets without enough money. */
const orders = fc.record<Order>({
  kind: fc.constantFrom('bet', 'bet', 'bet', 'win', 'win', 'rollback'),
  nr: fc.integer({ min: 0, max: 3 }),
  amount: fc.constantFrom(200n, 450n),
});
/** Every failure found is real; how many runs there are depends on the machine. */
const BOUNDED = { numRuns: 60, interruptAfterTimeLimit: 8_000, markInterruptAsFailure: false, endOnFailure: true };

/** The answers and the stored rows of the same orders, without what is different for each member. */
async function outcomeOf({ memberId, player }: TestPlayer, name: string, answers: readonly SeamlessAnswer[]): Promise<string> {
  const { rows } = await sql<{ row: object; id: string | null; transfer_id: string | null }>`
    select to_jsonb(t) - '{member_id,body_hash,transfer_id,created_at}'::text[]
           || jsonb_build_object('moved', (select sum(p.amount) from ledger_posting p join ledger_account a on a.id = p.account_id
                                            where p.transfer_id = t.transfer_id and a.owner = t.member_id)) as row,
           t.transaction_id as id, t.transfer_id
      from vendor_transaction t where member_id = ${memberId}
    union all
    select to_jsonb(r) - '{id,member_id,opened_at,settled_at}'::text[], null, null from vendor_round r where member_id = ${memberId}
    union all
    select to_jsonb(a) - '{id,owner,chain,created_at}'::text[], null, null from ledger_account a where owner = ${memberId}`.execute(
    database.db,
  );
  const instruction = (transferId: string | undefined) => transferId && rows.find((row) => row.transfer_id === transferId)?.id;
  const said = answers.map(({ transferId, ...answer }) => ({ ...answer, of: instruction(transferId) }));
  const text = JSON.stringify({ said, rows: rows.map(({ row }) => JSON.stringify(row)).sort() });
  return text.replaceAll(name, 'name').replaceAll(player, 'player');
}

type Accepted = Map<string, { readonly order: Order; readonly transferIds: Set<string | undefined> }>;
function note(accepted: Accepted, id: string, order: Order, { transferId }: SeamlessAnswer): void {
  const known = accepted.get(id) ?? { order, transferIds: new Set() };
  known.transferIds.add(transferId);
  accepted.set(id, known);
}

/** Several members at once, each with its own orders in their order; then others one by one. Returns the members with another outcome. */
async function compared(sequences: readonly (readonly Order[])[]): Promise<readonly number[]> {
  const name = prefix();
  const play = async (kind: string, player: TestPlayer, index: number) => {
    const own = `${name}-${kind}-${index}-`;
    const answers: SeamlessAnswer[] = [];
    for (const order of sequences[index] ?? []) answers.push(await send(nodes[0], player, own, order));
    return outcomeOf(player, own, answers);
  };
  const [together, single] = [await join(sequences.length), await join(sequences.length)];
  const found = await Promise.all(together.map((player, index) => play('together', player, index)));
  const expected: string[] = [];
  for (const [index, player] of single.entries()) expected.push(await play('single', player, index));
  return sequences.flatMap((_orders, index) => (found[index] === expected[index] ? [] : [index]));
}

const MIX: readonly Order[] = [
  { kind: 'bet', nr: 0, amount: 200n },
  { kind: 'bet', nr: 0, amount: 200n },
  { kind: 'win', nr: 0, amount: 450n },
  { kind: 'bet', nr: 1, amount: 450n },
  { kind: 'rollback', nr: 1, amount: 0n },
  { kind: 'win', nr: 1, amount: 200n },
];

describe('instructions of several members at the same time', () => {
  test('have the outcomes that they have one by one', async () => {
    const sequences = fc.array(fc.array(orders, { minLength: 1, maxLength: 8 }), { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(sequences, async (some) => {
        expect(await compared(some)).toEqual([]);
      }),
      BOUNDED,
    );
  });

  test('take far fewer statements than one by one', async () => {
    const players = await join(16);
    const counted = async (work: () => Promise<unknown>) => {
      statements = 0;
      await work();
      return statements;
    };
    const single = await counted(async () => {
      const name = prefix();
      for (const player of players) expect((await bet(player, `${name}-${player.player}`)).status).toBe('OK');
    });
    const together = await counted(async () => {
      const name = prefix();
      const answers = await Promise.all(players.map((player) => bet(player, `${name}-${player.player}`)));
      expect(answers.map(({ status }) => status)).toEqual(players.map(() => 'OK'));
    });
    expect(together / single).toBeLessThan(0.25);
  });

  test('count for each member once, in any order, with retries, on two nodes', async () => {
    const wave = fc.array(fc.record({ member: fc.integer({ min: 0, max: 3 }), node: fc.integer({ min: 0, max: 1 }), order: orders }), {
      minLength: 8,
      maxLength: 16,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(wave, { minLength: 1, maxLength: 3 }), async (waves) => {
        const [name, players] = [prefix(), await join(4)];
        const accepted: Accepted = new Map();
        for (const sent of waves) {
          await Promise.all(
            sent.map(async ({ member, node, order }) => {
              const own = `${name}-${member}`;
              // One amount for each id: another body would be a mismatch.
              const fixed = { ...order, amount: order.nr % 2 === 0 ? 200n : 450n };
              const answer = await send(nodes[node === 0 ? 0 : 1], players[member] as TestPlayer, own, fixed);
              if (answer.status === 'OK') note(accepted, idOf(own, order), fixed, answer);
            }),
          );
        }
        for (const { transferIds } of accepted.values()) expect(transferIds.size).toBe(1);
        const units = (member: number) => {
          const ofMember = (kind: Order['kind'], nr: number) => accepted.get(idOf(`${name}-${member}`, { kind, nr }))?.order.amount ?? 0n;
          return [0, 1, 2, 3].reduce((sum, nr) => {
            const staked = ofMember('bet', nr);
            return sum - staked + ofMember('win', nr) + (ofMember('rollback', nr) > 0n ? staked : 0n);
          }, OPENING);
        };
        expect(await Promise.all(players.map(balanceOf))).toEqual(players.map((_player, member) => units(member)));
      }),
      BOUNDED,
    );
  });
});

describe('one of several', () => {
  const refuseRow = async (id: string) => {
    await sql`create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$`.execute(
      database.db,
    );
    await sql`create trigger refuse_row before insert on vendor_transaction for each row
      when (new.transaction_id = ${sql.lit(id)}) execute function refuse_row()`.execute(database.db);
  };

  test('that raises an error leaves the others posted, and nothing of its own', async () => {
    const [players, name] = [await join(5), prefix()];
    const own = players.map((_player, index) => `${name}-${index}`);
    await refuseRow(idOf(own[2] ?? '', { kind: 'bet', nr: 0 }));
    const settled = await Promise.allSettled(players.map((player, index) => bet(player, own[index] ?? '')));
    await sql`drop function refuse_row cascade`.execute(database.db);
    expect(settled.map((one) => (one.status === 'fulfilled' ? one.value.status : 'error'))).toEqual(['OK', 'OK', 'error', 'OK', 'OK']);
    expect(await Promise.all(players.map(balanceOf))).toEqual([900n, 900n, OPENING, 900n, 900n]);
    const [raised] = players.slice(2);
    if (raised) expect((await bet(raised, own[2] ?? '')).status).toBe('OK');
  });

  test('that is refused leaves the others posted', async () => {
    const [players, name] = [await join(3), prefix()];
    const answers = await Promise.all(players.map((player, index) => bet(player, `${name}-${index}`, index === 1 ? 1_001n : 100n)));
    expect(answers.map(({ status }) => status)).toEqual(['OK', 'INSUFFICIENT_FUNDS', 'OK']);
    expect(await Promise.all(players.map(balanceOf))).toEqual([900n, OPENING, 900n]);
  });

  test.skipIf(inject('engine') === 'embedded')('whose wallet is locked keeps no other member waiting', async () => {
    const [players, name] = [await join(4), prefix()];
    const [held, ...others] = players;
    if (!held || !second) throw new Error('no second connection');
    const wait = await second.db.transaction().execute(async (tx) => {
      await nodes[0].wallet.lockBalance(tx, held.memberId);
      const waiting = bet(held, `${name}-held`);
      // Alone, and with others.
      for (const round of [1, 2]) {
        const answers = await Promise.all(others.map((player, index) => bet(player, `${name}-${round}-${index}`)));
        expect(answers.map(({ status }) => status)).toEqual(['OK', 'OK', 'OK']);
      }
      return { waiting };
    });
    expect((await wait.waiting).status).toBe('OK');
    expect(await balanceOf(held)).toBe(900n);
  });
});

describe('planted faults of the common statement are found', () => {
  const mixed = Array.from({ length: 6 }, (_, index) => MIX.map((order) => ({ ...order, amount: order.amount + BigInt(index) })));
  const FIRST = "(select array_agg(u.units::bigint) from jsonb_array_elements_text(p_orders -> 0 -> 'amounts') as u(units))";

  test.each([
    ['answers of other members', 'nr := o.nr', 'nr := jsonb_array_length(p_orders) - 1 - o.nr'],
    [
      'stakes of another member',
      'o.kinds, o.amounts, o.meta, o.at, false,\n          o.seen, o.protection',
      `o.kinds, ${FIRST}, o.meta, o.at, false, o.seen, o.protection`,
    ],
    [
      'a bet that is not stored',
      'o.at_risk) as b;',
      'o.at_risk) as b; delete from vendor_transaction v where v.transaction_id = o.transaction and jsonb_array_length(p_orders) > 1;',
    ],
  ])('%s', async (_name, sound, faulty) => {
    const { rows } = await sql<{ text: string }>`select pg_get_functiondef('vendor_together'::regproc) as text`.execute(database.db);
    const source = rows[0]?.text ?? '';
    expect(source).toContain(sound);
    await sql.raw(source.replace(sound, () => faulty)).execute(database.db);
    const found = await compared(mixed).catch((error: Error) => [error.message]);
    await sql.raw(source).execute(database.db);
    expect(found).not.toEqual([]);
    expect(await compared(mixed)).toEqual([]);
  });
});
