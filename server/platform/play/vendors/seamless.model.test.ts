import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/audit.ts';
import { createTestVendor, GAME, type TestPlayer, type TestVendor } from './test-vendor.ts';

let database: TestDatabase;
let vendor: TestVendor;
let run = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  vendor = createTestVendor(database.db);
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  expect(vendor.faults).toEqual([]);
  await database.close();
});

const OPENING = 150n;
/**
 * Few ids, so that repetitions, mismatches and wrong orders are frequent; mostly of the right kind and round, so that sequences reach late
 * states of a bet.
 */
const any = fc.integer({ min: 0, max: 7 });
const usuallyBetween = (min: number, max: number) =>
  fc.oneof({ weight: 9, arbitrary: fc.integer({ min, max }) }, { weight: 1, arbitrary: any });
const bets = usuallyBetween(0, 2);
const stray = fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });
const inRound = <T extends { home: number; stray: number }>({ home, stray, ...rest }: T) => ({ ...rest, round: (home + stray) % 2 });
const often = fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });
const betOrder = fc
  .record({
    id: bets,
    stray,
    amount: fc.oneof({ weight: 4, arbitrary: fc.constant(30n) }, { weight: 1, arbitrary: fc.constant(70n) }),
    token: often,
  })
  .map((one) => inRound({ kind: 'bet' as const, home: one.id, ...one }));
const winOrder = fc
  .record({ id: usuallyBetween(3, 5), bet: bets, stray, amount: fc.constantFrom(0n, 90n, 90n) })
  .map((one) => inRound({ kind: 'win' as const, home: one.bet, ...one }));
const rollbackOrder = fc
  .record({ id: usuallyBetween(6, 7), bet: bets, stray })
  .map((one) => inRound({ kind: 'rollback' as const, home: one.bet, ...one }));
const operation = fc.oneof(
  { weight: 8, arbitrary: betOrder },
  { weight: 6, arbitrary: winOrder },
  { weight: 4, arbitrary: rollbackOrder },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('finish' as const), round: fc.integer({ min: 0, max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('block' as const), blocked: fc.constantFrom(false, false, true) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
type Money = Extract<Operation, { kind: 'bet' | 'win' | 'rollback' }>;

interface StoredTransaction {
  kind: Money['kind'];
  body: string;
  round: number;
  amount: bigint;
  state: 'accepted' | 'refused' | 'settled' | 'rolled-back' | 'tombstone';
  status: string;
  /** A bet settled by a win; a bet of a finished round has none. */
  hasWin?: boolean;
}

/** A second implementation of the seamless wallet's rules for one player, without a database. */
class Model {
  balance = OPENING;
  blocked = false;
  readonly transactions = new Map<number, StoredTransaction>();
  readonly rounds = new Map<number, { live: number; closed: boolean }>();

  apply(operation: Exclude<Operation, { kind: 'block' }>): string {
    if (operation.kind === 'finish') return this.finish(operation.round);
    if (operation.kind !== 'bet' && operation.bet === operation.id) return 'BAD_REQUEST';
    const before = this.transactions.get(operation.id);
    if (before?.state === 'tombstone') return 'BET_ROLLED_BACK';
    if (before) {
      if (before.body !== bodyOf(operation)) return 'TRANSACTION_MISMATCH';
      return before.state === 'rolled-back' ? 'BET_ROLLED_BACK' : before.status;
    }
    if (operation.kind === 'bet') return this.bet(operation);
    return operation.kind === 'win' ? this.win(operation) : this.rollback(operation);
  }

  private store(operation: Money, state: StoredTransaction['state'], status: string): string {
    const amount = operation.kind === 'rollback' ? 0n : operation.amount;
    this.transactions.set(operation.id, { kind: operation.kind, body: bodyOf(operation), round: operation.round, amount, state, status });
    return status;
  }

  private bet(operation: Extract<Money, { kind: 'bet' }>): string {
    if (!operation.token) return 'INVALID_TOKEN';
    const round = this.rounds.get(operation.round) ?? { live: 0, closed: false };
    if (round.closed) return this.store(operation, 'refused', 'ROUND_CLOSED');
    if (this.blocked) return this.store(operation, 'refused', 'PLAYER_BLOCKED');
    if (operation.amount > this.balance) return this.store(operation, 'refused', 'INSUFFICIENT_FUNDS');
    this.balance -= operation.amount;
    this.rounds.set(operation.round, { ...round, live: round.live + 1 });
    return this.store(operation, 'accepted', 'OK');
  }

  private win(operation: Extract<Money, { kind: 'win' }>): string {
    const found = this.live(operation);
    if (typeof found === 'string') return found;
    this.balance += operation.amount;
    found.bet.state = 'settled';
    found.bet.hasWin = true;
    found.round.live -= 1;
    if (operation.amount === 0n && found.round.live === 0) found.round.closed = true;
    return this.store(operation, 'accepted', 'OK');
  }

  private rollback(operation: Extract<Money, { kind: 'rollback' }>): string {
    const target = this.transactions.get(operation.bet);
    if (!target) {
      this.transactions.set(operation.bet, { kind: 'bet', body: '', round: operation.round, amount: 0n, state: 'tombstone', status: '' });
      return this.store(operation, 'accepted', 'OK');
    }
    const isRefused = target.state === 'refused' && target.round === operation.round;
    if (target.state === 'tombstone' || isRefused) return this.store(operation, 'accepted', 'OK');
    const found = this.live(operation);
    if (typeof found === 'string') return found;
    this.balance += found.bet.amount;
    found.bet.state = 'rolled-back';
    found.round.live -= 1;
    return this.store(operation, 'accepted', 'OK');
  }

  private finish(roundId: number): string {
    const round = this.rounds.get(roundId);
    if (!round) return 'BET_NOT_FOUND';
    for (const one of this.transactions.values())
      if (one.kind === 'bet' && one.round === roundId && one.state === 'accepted') one.state = 'settled';
    this.rounds.set(roundId, { live: 0, closed: true });
    return 'OK';
  }

  /** The bet that a win or rollback can still change. */
  private live(
    operation: Extract<Money, { kind: 'win' | 'rollback' }>,
  ): string | { bet: StoredTransaction; round: { live: number; closed: boolean } } {
    const bet = this.transactions.get(operation.bet);
    if (!bet || bet.state === 'refused') return 'BET_NOT_FOUND';
    if (bet.state === 'tombstone') return 'BET_ROLLED_BACK';
    if (bet.kind !== 'bet' || bet.round !== operation.round) return 'TRANSACTION_MISMATCH';
    if (bet.state === 'rolled-back') return 'BET_ROLLED_BACK';
    const round = this.rounds.get(operation.round);
    if (!round || (round.closed && !bet.hasWin)) return 'ROUND_CLOSED';
    return bet.state === 'settled' ? 'BET_SETTLED' : { bet, round };
  }
}

function bodyOf(operation: Money): string {
  const { kind, round } = operation;
  return [kind, round, operation.kind === 'rollback' ? '' : operation.amount, operation.kind === 'bet' ? '' : operation.bet].join();
}

/** The number of runs depends on the machine; every failure found is real. */
const BOUNDED = { interruptAfterTimeLimit: 10_000, markInterruptAsFailure: false };

test('agrees with its model on random sequences of callbacks', async () => {
  const sequence = fc.array(operation, { maxLength: 16, size: 'max' });
  await fc.assert(
    fc.asyncProperty(fc.array(sequence, { minLength: 8, maxLength: 8 }), async (sequences) => {
      await Promise.all(sequences.map(check));
    }),
    { numRuns: 250, endOnFailure: true, ...BOUNDED },
  );
});

async function check(operations: readonly Operation[]): Promise<void> {
  run += 1;
  const prefix = `s${run}-`;
  const p = await vendor.player({ units: OPENING });
  const model = new Model();
  for (const one of operations) {
    if (one.kind === 'block') {
      model.blocked = one.blocked;
      if (one.blocked) vendor.blocked.add(p.memberId);
      else vendor.blocked.delete(p.memberId);
      continue;
    }
    const expected = model.apply(one);
    const answer = await vendor.call(one.kind, toBody(p, prefix, one));
    const balance = expected === 'BAD_REQUEST' ? undefined : model.balance.toString();
    expect({ one, status: answer.status, balance: answer.balance }).toEqual({ one, status: expected, balance });
  }
  expect((await vendor.wallet.balance(database.db, p.memberId))?.units).toBe(model.balance);
}

function toBody(p: TestPlayer, prefix: string, one: Exclude<Operation, { kind: 'block' }>): object {
  const named = { player: p.player, gameId: GAME, roundId: `${prefix}r${one.round}` };
  if (one.kind === 'finish') return named;
  const money = { ...named, transactionId: `${prefix}${one.id}` };
  if (one.kind === 'rollback') return { ...money, betTransactionId: `${prefix}${one.bet}` };
  const amounts = { ...money, currency: 'CNY', amount: one.amount.toString() };
  return one.kind === 'bet'
    ? { ...amounts, token: one.token ? p.token : 'wrong' }
    : { ...amounts, betTransactionId: `${prefix}${one.bet}` };
}
