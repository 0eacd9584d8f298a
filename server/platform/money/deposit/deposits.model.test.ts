import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DepositStatus } from '../../../../shared/api/deposit/constants.ts';
import { unprotected } from '../../protection/responsible-gaming/test-protection.ts';
import { DEMO_E_WALLET, DEMO_GATEWAYS } from './index.ts';
import { DEPOSIT_EVENTS, type DepositEvent, nextStatus } from './machine.ts';
import { createSettlement } from './settlement.ts';
import type { TestDeposits } from './test-deposits.ts';
import { closeModel, type DepositModel, openModel, renamingWallet } from './test-model.ts';

/** Sequences per run; more by `DEPOSIT_RUNS`. */
const RUNS = Number(process.env.DEPOSIT_RUNS ?? 60);
const AMOUNT = 1_000_000n;
/** 1.5 % of it is the fee. */
const NET = 985_000n;

let opened: DepositModel;
let database: DepositModel['database'];
let at: DepositModel['at'];
beforeAll(async () => {
  opened = await openModel();
  ({ database, at } = opened);
});
afterAll(() => closeModel(opened));

const operation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('paid', 'failed', 'expired', 'reversed'), repeat: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('claim', 'cancel', 'approve', 'reject', 'send-back'), repeat: fc.constant(false) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('exclude', 'return'), repeat: fc.constant(false) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** A second implementation of the deposit rules: visible states and credited amounts. */
class Model {
  status: DepositStatus = 'pending';
  excluded = false;
  /** Payments reported so far, and those that the deposit did not accept. */
  reportedEvents = 0;
  suspended = 0;

  apply(kind: string): void {
    if (kind === 'paid') this.reportedEvents += 1;
    if (kind === 'exclude' || kind === 'return') this.excluded = kind === 'exclude';
    else if (kind === 'paid' && this.reportedEvents > 1 && this.after(kind) === undefined) this.suspended += 1;
    else if (kind === 'reversed' && this.suspended > 0) this.suspended -= 1;
    else this.status = this.after(kind) ?? this.status;
  }

  private after(kind: string): DepositStatus | undefined {
    const { status } = this;
    const waits = status === 'pending' || status === 'checking';
    const mayBePaid = waits || status === 'failed' || status === 'expired' || status === 'cancelled';
    const expectedStatus = mayBePaid ? (this.excluded ? 'returned' : 'credited') : undefined;
    const outcomes: Readonly<Record<string, DepositStatus | undefined>> = {
      claim: status === 'pending' ? 'checking' : undefined,
      cancel: status === 'pending' ? 'cancelled' : undefined,
      paid: expectedStatus,
      approve: expectedStatus,
      failed: waits ? 'failed' : undefined,
      reject: waits ? 'failed' : undefined,
      expired: waits ? 'expired' : undefined,
      reversed: mayBePaid || status === 'credited' || status === 'returned' ? 'reversed' : undefined,
      'send-back': status === 'returned' ? 'sent_back' : undefined,
    };
    return outcomes[kind];
  }
}

test('actions of members, providers and operators in any order lead to the states of the model and credit at most once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 10 }), async (operations) => {
      at.knobs.protection = unprotected;
      const actor = await at.member();
      const { deposit } = await at.memberDeposits.create(actor, {
        channel: DEMO_E_WALLET,
        amount: '100',
        reference: `model-reference-${actor.memberId}`,
      });
      const model = new Model();
      for (const one of operations) {
        model.apply(one.kind);
        await perform(deposit.id, actor, one);
        const { status } = (await at.memberDeposits.get(actor, deposit.id)).deposit;
        const suspended = (await at.suspense.list({ depositId: deposit.id })).filter((item) => item.status === 'waiting').length;
        expect({ one, status, suspended, balance: await at.balance(actor) }).toEqual({
          one,
          status: model.status,
          suspended: model.suspended,
          balance: model.status === 'credited' ? NET : 0n,
        });
      }
      const { rows } = await transfersOf(deposit.id);
      expect(rows).toBeLessThanOrEqual(2);
    }),
    { numRuns: RUNS },
  );
});

async function perform(id: string, actor: Awaited<ReturnType<TestDeposits['member']>>, { kind, repeat }: Operation): Promise<void> {
  const refused = () => undefined;
  if (kind === 'exclude' || kind === 'return')
    at.knobs.protection = {
      ...unprotected,
      refuseDeposit: async () => (kind === 'exclude' ? { code: 'self_excluded', rule: 'exclusion', until: null } : undefined),
    };
  else if (kind === 'claim') await at.memberDeposits.confirm(actor, id).catch(refused);
  else if (kind === 'cancel') await at.memberDeposits.cancel(actor, id).catch(refused);
  else if (kind === 'send-back') await at.desk.sendBack('ops', id, `back-${id}`).catch(refused);
  else if (kind === 'approve' || kind === 'reject') await at.desk[kind]('ops', id, 'reason').catch(refused);
  else {
    const event = at.event(id, kind as 'paid', AMOUNT);
    await Promise.all([event, ...(repeat ? [event, event] : [])].map((one) => at.sendEvent(one, DEMO_GATEWAYS.eWallet)));
  }
}

async function transfersOf(id: string): Promise<{ rows: number }> {
  const rows = await database.db
    .selectFrom('ledger_transfer')
    .select('id')
    .where('reference', 'in', [`deposit:${id}`, `deposit:${id}:reversal`])
    .execute();
  return { rows: rows.length };
}

test('final states cannot be left, and few events change a credited or returned deposit', () => {
  const ends = (status: DepositStatus) => DEPOSIT_EVENTS.filter((event: DepositEvent) => nextStatus(status, event) !== undefined);
  expect([ends('reversed'), ends('sent_back'), ends('credited'), ends('returned')]).toEqual([
    [],
    [],
    ['reverse'],
    ['reverse', 'send_back'],
  ]);
});

/** Two guards against a double credit: the deposit's status under its lock, and the transfer's reference in the ledger. */
test.each([
  ['the state is lost', true, false, NET],
  ['the ledger is given another reference each time', false, true, NET],
  // The model's check after each step would fail.
  ['both', true, true, 2n * NET],
])('planted fault: %s', async (_name, loseState, newReferences, balance) => {
  at.knobs.protection = unprotected;
  const settlement = createSettlement({ ...at.deps, wallet: renamingWallet(at.deps.wallet, newReferences) });
  const actor = await at.member();
  const order = { channel: DEMO_E_WALLET, amount: '100', reference: `fault-reference-${actor.memberId}` };
  const { id } = (await at.memberDeposits.create(actor, order)).deposit;
  for (const eventId of [`${id}-1`, `${id}-2`]) {
    const event = { eventId, event: 'paid', depositId: id, amount: AMOUNT, currency: actor.currency } as const;
    expect(await settlement.applyEvent(DEMO_GATEWAYS.eWallet, event, eventId)).toBe('credited');
    if (loseState && eventId.endsWith('-1'))
      await database.db.updateTable('deposit').set({ status: 'pending', transfer_id: null }).where('id', '=', id).execute();
  }
  expect(await at.balance(actor)).toBe(balance);
});
