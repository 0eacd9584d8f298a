import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WithdrawalOutcome, WithdrawalStatus } from '../../../../shared/api/withdrawal/constants.ts';
import type { Actor } from '../../base/actor.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { Refusal } from '../../base/refusal.ts';
import { audit } from '../../ledger/index.ts';
import type { WithdrawalRow } from './store.ts';
import { createTestWithdrawals, type TestWithdrawals } from './test-withdrawals.ts';

let database: TestDatabase;
let under: TestWithdrawals;
beforeAll(async () => {
  database = await openTestDatabase();
  under = createTestWithdrawals(database.db);
  under.setRules({ min: '1', feeFixed: '0.50', memberMayCancel: true });
});
afterAll(() => database.close());

const ACTS = ['approve', 'reject', 'markPaid', 'cancel', 'all', 'part', 'none', 'paid_again', 'returned', 'upheld'] as const;
type Act = (typeof ACTS)[number];
type Order = { readonly kind: 'request'; readonly whole: bigint } | { readonly kind: Act | 'late'; readonly which: number };
const order: fc.Arbitrary<Order> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('request' as const), whole: fc.bigInt(1n, 70n) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom(...ACTS, 'late' as const), which: fc.integer({ min: 0, max: 2 }) }) },
);

/** A second implementation of the rules: the next status by status and action. */
const WAYS: Readonly<Record<WithdrawalStatus, Partial<Record<Act, WithdrawalStatus>>>> = {
  review: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' },
  approved: { markPaid: 'paid', reject: 'rejected' },
  paid: { all: 'received', part: 'paid', none: 'disputed' },
  disputed: { all: 'received', paid_again: 'paid', returned: 'returned', upheld: 'received' },
  received: { all: 'received' },
  returned: {},
  rejected: {},
  cancelled: { cancel: 'cancelled' },
};
const WHOLE = 10_000n;
const FEE = 5_000n;
const OPENING = 200n * WHOLE;

interface Known {
  readonly id: string;
  readonly units: bigint;
  status: WithdrawalStatus;
  received: bigint;
  forced: boolean;
}

/** Expected money of the member, from the statuses alone. */
function expected(known: readonly Known[]) {
  const sum = (pick: (one: Known) => bigint) => known.reduce((total, one) => total + pick(one), 0n);
  const back = (one: Known) => {
    if (one.status === 'rejected' || one.status === 'cancelled') return one.units;
    if (one.status !== 'returned') return 0n;
    return one.received === 0n ? one.units : one.units - FEE - one.received;
  };
  return {
    wallet: OPENING - sum((one) => one.units - back(one)),
    hold: sum((one) => (one.status === 'review' || one.status === 'approved' ? one.units : 0n)),
  };
}

/** The expected next status; undefined: expected refusal. */
function leadsTo(one: Known, kind: Act): WithdrawalStatus | undefined {
  if (kind === 'none' && one.status === 'received') return one.forced ? 'disputed' : undefined;
  if (kind === 'none' && one.status === 'disputed') return 'disputed';
  if (kind === 'part' && one.units - FEE <= one.received + WHOLE) return undefined;
  return WAYS[one.status][kind];
}

/** The action on the platform, without the model. */
async function perform(actor: Actor, one: Known, kind: Act): Promise<WithdrawalRow> {
  const answerOutcome = async (outcome: WithdrawalOutcome, receivedAmount?: string) =>
    (await under.withdrawals.answer(actor, { withdrawalId: one.id, images: [], comment: 'word', outcome, receivedAmount })).row;
  switch (kind) {
    case 'approve':
    case 'reject':
    case 'markPaid':
      return under.act(kind, one.id);
    case 'cancel':
      return (await under.withdrawals.cancel(actor, one.id)).row;
    case 'all':
      return answerOutcome('fully_received');
    case 'none':
      return answerOutcome('not_received');
    case 'part':
      return answerOutcome('received', String((one.received + WHOLE) / WHOLE));
    default:
      return under.resolve(one.id, kind);
  }
}

async function requestWithdrawal(actor: Actor, known: Known[], whole: bigint): Promise<void> {
  const units = whole * WHOLE;
  const result: unknown = await under.request(actor, String(whole)).catch((error: unknown) => error);
  if (units > expected(known).wallet) expect(result).toMatchObject({ code: 'insufficient_funds' });
  else known.push({ id: (result as WithdrawalRow).id, units, status: 'review', received: 0n, forced: false });
}

async function act(actor: Actor, one: Known, kind: Act): Promise<void> {
  const status = leadsTo(one, kind);
  const result: unknown = await perform(actor, one, kind).catch((error: unknown) => error);
  if (status === undefined) return expect(result, `${kind} in ${one.status}`).toBeInstanceOf(Refusal);
  expect(result, `${kind} in ${one.status}`).toMatchObject({ id: one.id, status });
  if (kind === 'part') one.received += WHOLE;
  Object.assign(one, { status, forced: one.forced && status === 'received' });
}

async function letTimePass(known: readonly Known[]): Promise<void> {
  under.clock.advance(31 * 60_000);
  await under.withdrawals.sweep();
  for (const one of known) if (one.status === 'paid') Object.assign(one, { status: 'received', forced: true });
}

test('actions of members and operators in any order keep the ledger exact and follow the allowed transitions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 5, maxLength: 24 }), async (orders) => {
      const actor = await under.member(OPENING);
      const known: Known[] = [];
      for (const next of orders) {
        if (next.kind === 'request') await requestWithdrawal(actor, known, next.whole);
        else if (next.kind === 'late') await letTimePass(known);
        else if (known.length > 0) await act(actor, known[next.which % known.length] as Known, next.kind);
        expect(await under.money(actor)).toEqual(expected(known));
      }
      for (const { id, status } of known) expect((await under.withdrawals.get(actor, id)).row.status).toBe(status);
    }),
    { numRuns: Number(process.env.WITHDRAWAL_RUNS ?? 25) },
  );
  expect((await audit(database.db)).differences).toEqual([]);
});
