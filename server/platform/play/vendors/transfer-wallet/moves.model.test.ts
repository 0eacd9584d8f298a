import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../../base/actor.ts';
import { openTestDatabase, type TestDatabase } from '../../../base/db/test-database.ts';
import { audit, type Leg, type TransferInstruction, transitWallet, vendorWallet, WALLET } from '../../../ledger/index.ts';
import type { SendRequest, TransferWalletDeps } from './contracts.ts';
import { createTestTransferWallet, REEF, REEF_GAME, type TestFault, type TestTransferWallet } from './test-transfer-wallet.ts';

/**
 * Random moves, play, lost answers, late requests and ends of the process, in any order. Afterwards the provider is well again, the jobs
 * run, and every unit is where it belongs: the ledger has at the vendor what the provider has, and nothing is in transit. The same
 * sequences must expose each planted fault. `TEST_SEQUENCES` says how many.
 */
const SEQUENCES = Number(process.env.TEST_SEQUENCES ?? 40);
const OPENING = 1_000_000n;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await database.close();
});

const FAULTS = ['lost', 'dropped', 'late', 'refused', 'not sent', 'crash before', 'crash after'] as const satisfies readonly TestFault[];
const step = fc.record({
  kind: fc.constantFrom('in', 'in', 'out', 'out', 'repeat', 'play', 'play', 'collect', 'jobs', 'late', 'pause', 'open', 'lag'),
  units: fc.integer({ min: 1, max: 60 }).map((n) => BigInt(n) * 10_000n),
  win: fc.integer({ min: 0, max: 3 }).map(BigInt),
  /** Of deposits and withdrawals in this step. */
  fault: fc.option(fc.constantFrom(...FAULTS)),
  /** Of all other requests in this step. */
  silence: fc.option(fc.constantFrom('lost', 'crash after'), { freq: 4 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Run {
  readonly at: TestTransferWallet;
  readonly actor: Actor;
  net: bigint;
  last: { readonly reference: string; readonly direction: 'in' | 'out'; readonly units: bigint } | undefined;
  number: number;
}

async function carryOut(run: Run, { kind, units, win, fault, silence }: Step): Promise<void> {
  const { at, actor } = run;
  at.fault = (operation) => (operation === 'deposit' || operation === 'withdraw' ? fault : silence) ?? undefined;
  const move = (order: NonNullable<Run['last']>) => at.wallets.move(actor, { vassalage: REEF, ...order });
  run.number += 1;
  const reference = `${actor.memberId}-${run.number}`;
  switch (kind) {
    case 'in':
    case 'out':
      run.last = { reference, direction: kind, units };
      return move(run.last);
    case 'repeat':
      return run.last && move(run.last);
    case 'collect':
      return void (await at.wallets.collect(actor, REEF, reference));
    case 'open':
      return void (await at.play.open({ actor, provider: at.code, gameId: REEF_GAME, language: 'EN', theme: 'dark' }));
    case 'play': {
      const isPlayed = at.book.play(await at.playerOf(actor), { gameId: REEF_GAME, stake: units, win: units * win, now: at.clock.now() });
      if (isPlayed) run.net += units * win - units;
      return;
    }
    case 'lag':
      return at.book.hold(win === 0n);
    case 'late':
      return at.executeLate();
    case 'pause':
      return at.clock.advance(20_000);
    case 'jobs':
      return at.run();
  }
}

/** What is wrong in the end; undefined: nothing. */
async function violationOf(steps: readonly Step[], plant?: (deps: TransferWalletDeps) => TransferWalletDeps): Promise<string | undefined> {
  const settings = { moves: 'automatic', returnMinutes: null } as const;
  const at = createTestTransferWallet(database.db, { settings, ...(plant && { plant }) });
  const actor = await at.member(OPENING);
  const run: Run = { at, actor, net: 0n, last: undefined, number: 0 };
  for (const each of steps) {
    // A refusal and the end of the process both leave a state that must be right.
    await carryOut(run, each).catch(() => undefined);
    const { wallet, transit, atVendor } = await at.money(actor);
    if (wallet < 0n || transit < 0n || atVendor < 0n) return `below zero: ${wallet} ${transit} ${atVendor}`;
  }
  at.fault = () => undefined;
  at.book.hold(false);
  for (let times = 0; times < 4; times += 1) {
    at.clock.advance(200_000);
    at.executeLate();
    await at.run();
  }
  const { wallet, transit, atVendor } = await at.money(actor);
  const there = at.book.balances.get(await at.playerOf(actor)) ?? 0n;
  if (transit !== 0n) return `in transit: ${transit}`;
  if (atVendor !== there) return `at the vendor ${atVendor} in the ledger, ${there} at the provider`;
  if (wallet + there !== OPENING + run.net) return `${wallet + there} in all, not ${OPENING + run.net}`;
  const waiting = await database.db
    .selectFrom('vendor_history_entry')
    .select('reason')
    .where('provider', '=', at.code)
    .where('state', '=', 'waiting')
    .execute();
  if (waiting.length > 0) return `not booked: ${waiting.map(({ reason }) => reason).join()}`;
  const references = at.sent
    .filter(({ operation }) => operation === 'deposit' || operation === 'withdraw')
    .map(({ body }) => body.reference);
  return new Set(references).size === references.length ? undefined : 'a reference was sent twice';
}

const sequence = fc.array(step, { maxLength: 12, size: 'max' });

test('no unit is lost or doubled by lost answers, late requests and ended processes', async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      expect(await violationOf(steps)).toBeUndefined();
    }),
    { numRuns: SEQUENCES, endOnFailure: true },
  );
});

/** Replaces the postings of moves. Undefined: as they are; null: none. */
function withPostings(
  deps: TransferWalletDeps,
  change: (instruction: TransferInstruction) => TransferInstruction | null | undefined,
): TransferWalletDeps {
  const { wallet } = deps;
  return {
    ...deps,
    wallet: {
      ...wallet,
      async transfer(executor, instruction, afterCommit) {
        const changed = instruction.reference.startsWith('vendor-move:') ? change(instruction) : undefined;
        if (changed === null) return { outcome: 'posted', transferId: '0', balance: 0n, version: 0 };
        return wallet.transfer(executor, changed ?? instruction, afterCommit);
      },
    },
  };
}

function withSender(deps: TransferWalletDeps, change: (send: SendRequest) => SendRequest): TransferWalletDeps {
  return { ...deps, send: change(deps.send) };
}

const isBegin = ({ reference }: TransferInstruction) => !reference.endsWith(':end');
const toTransit = ({ kind }: Leg) => kind === transitWallet(REEF);

const PLANTS: Readonly<Record<string, (deps: TransferWalletDeps) => TransferWalletDeps>> = {
  'a request is repeated with a new reference': (deps) =>
    withSender(deps, (send) => async (line, operation, body, deadline) => {
      const reply = await send(line, operation, body, deadline);
      if (reply.kind !== 'no answer' || !('amount' in body)) return reply;
      const again = await send(line, operation, { ...body, reference: `${body.reference}-2` }, deadline);
      const isDone = again.kind === 'answer' && again.answer.status === 'OK';
      return isDone ? { ...again, answer: { ...again.answer, reference: body.reference } } : again;
    }),
  'the wallet is credited before the provider has paid out': (deps) =>
    withPostings(deps, (instruction) => {
      if (instruction.kind !== 'vendor-out') return undefined;
      if (!isBegin(instruction)) return null;
      return { ...instruction, legs: instruction.legs.map((leg) => (toTransit(leg) ? { ...leg, kind: WALLET } : leg)) };
    }),
  'money goes to the vendor’s account without the state in transit': (deps) =>
    withPostings(deps, (instruction) => {
      if (instruction.kind !== 'vendor-in') return undefined;
      if (!isBegin(instruction)) return null;
      return { ...instruction, legs: instruction.legs.map((leg) => (toTransit(leg) ? { ...leg, kind: vendorWallet(REEF) } : leg)) };
    }),
  'a missing answer counts as a refusal': (deps) =>
    withSender(deps, (send) => async (...request) => {
      const reply = await send(...request);
      return reply.kind === 'no answer' ? { ...reply, kind: 'not sent' } : reply;
    }),
  'a missing answer counts as done': (deps) =>
    withSender(deps, (send) => async (line, operation, body, deadline) => {
      const reply = await send(line, operation, body, deadline);
      if (reply.kind !== 'no answer' || !('amount' in body)) return reply;
      return { kind: 'answer', answer: { status: 'OK', reference: body.reference, amount: body.amount } } as never;
    }),
  'an unknown reference counts as done': (deps) =>
    withSender(deps, (send) => async (line, operation, body, deadline) => {
      const reply = await send(line, operation, body, deadline);
      if (operation !== 'status' || reply.kind !== 'answer' || reply.answer.status !== 'TRANSFER_NOT_FOUND' || !('reference' in body))
        return reply;
      const move = await deps.db.selectFrom('vendor_move').selectAll().where('id', '=', body.reference).executeTakeFirstOrThrow();
      const { player, amount, currency, direction } = move;
      const transfer = { kind: direction === 'in' ? 'deposit' : 'withdraw', state: 'done', player, amount, currency: currency.trim() };
      return { kind: 'answer', answer: { status: 'OK', transfer } } as never;
    }),
};

describe('the same sequences find that', () => {
  test.each(Object.entries(PLANTS))('%s', async (_name, plant) => {
    const result = await fc.check(
      fc.asyncProperty(sequence, async (steps) => (await violationOf(steps, plant).catch(String)) === undefined),
      { numRuns: SEQUENCES * 10, endOnFailure: true },
    );
    expect(result.failed).toBe(true);
  });
});
