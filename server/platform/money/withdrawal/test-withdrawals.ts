import type { WithdrawalStatus } from '../../../../shared/api/withdrawal/constants.ts';
import type { Actor } from '../../base/actor.ts';
import { type MovableClock, movableClock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createEventHub, type EventHub } from '../../base/events/hub.ts';
import { Refusal } from '../../base/refusal.ts';
import { testActor } from '../../identity/accounts/test-actor.ts';
import { createWallet, HOLD, memberLegs, type Wallet } from '../../ledger/index.ts';
import { DEFAULT_WITHDRAWAL_RULES, type WithdrawalRules } from '../../merchant/withdrawal-rules.ts';
import { testInbox } from '../../notify/inbox/test-inbox.ts';
import { createTurnover } from '../turnover/index.ts';
import type { DeskDeps, OperatorDecision, Terms, WithdrawalDeps, WithdrawalDesk, Withdrawals } from './contracts.ts';
import { createWithdrawalDesk } from './desk.ts';
import type { WithdrawalRow } from './store.ts';
import { createWithdrawals } from './withdrawals.ts';

/** Test fixture for withdrawals: real wallet, turnover and database, with stand-ins for other features. */
export interface TestWithdrawals {
  readonly deps: WithdrawalDeps & DeskDeps;
  readonly withdrawals: Withdrawals;
  readonly desk: WithdrawalDesk;
  readonly wallet: Wallet;
  readonly hub: EventHub;
  readonly clock: MovableClock;
  readonly inbox: ReturnType<typeof testInbox>;
  /** Mails, as "template amount". */
  readonly mails: string[];
  readonly claimed: string[];
  /** Members under self-exclusion. */
  readonly excluded: Set<string>;
  /** Changes the merchant's rules until the next change. */
  setRules(rules: Partial<WithdrawalRules>, more?: Partial<Omit<Terms, 'rules'>>): void;
  /** A member with money and one payout account, `<member id>-bank`. */
  member(units?: bigint, type?: number): Promise<Actor>;
  /** Requests a payout; another `reference` makes another withdrawal. */
  request(actor: Actor, amount: string, reference?: string): Promise<WithdrawalRow>;
  act(name: 'approve' | 'reject' | 'markPaid', id: string, by?: Partial<OperatorDecision>): Promise<WithdrawalRow>;
  setByHand(id: string, byHand: boolean): Promise<WithdrawalRow>;
  resolve(id: string, outcome: 'paid_again' | 'returned' | 'upheld'): Promise<WithdrawalRow>;
  /** Brought to this status by two operators. */
  withdrawalIn(actor: Actor, amount: string, status: Extract<WithdrawalStatus, 'review' | 'approved' | 'paid'>): Promise<WithdrawalRow>;
  money(actor: Actor): Promise<{ wallet: bigint; hold: bigint }>;
}

export const PAYMENT_PASSWORD = '424242';
let made = 0;

export function createTestWithdrawals(db: Database): TestWithdrawals {
  const clock = movableClock();
  const hub = createEventHub();
  const wallet = createWallet({ clock, hub });
  const inbox = testInbox();
  const mails: string[] = [];
  const claimed: string[] = [];
  const excluded = new Set<string>();
  let terms: Terms = { rules: DEFAULT_WITHDRAWAL_RULES, offered: true, timeZone: 'Asia/Bangkok', perDay: 100, freePerMonth: 0 };
  const account = (memberId: string) =>
    ({
      id: `${memberId}-bank`,
      kind: 'BANK',
      provider: 'DEMO',
      providerName: 'Demo bank',
      holder: 'Ann Lee',
      masked: '•••• 4321',
      addedAt: clock.now(),
      coolingUntil: null,
    }) as const;
  const deps: WithdrawalDeps & DeskDeps = {
    db,
    clock,
    hub,
    wallet,
    inbox,
    turnover: createTurnover({ clock, isExcluded: async (_executor, memberId) => excluded.has(memberId) }),
    messages: { notify: async (_executor, _memberId, template, params) => void mails.push(`${template} ${params?.amount}`) },
    paymentPassword: {
      isSet: async () => true,
      async check(_memberId, typed) {
        if (typed !== PAYMENT_PASSWORD) throw new Refusal('payment_password_wrong');
      },
    },
    payoutAccounts: {
      list: async (_executor, memberId) => [account(memberId)],
      find: async (_executor, memberId, id) => (id === account(memberId).id ? account(memberId) : undefined),
      async forPayout(_tx, memberId, id) {
        if (id !== account(memberId).id) throw new Refusal('payout_account_not_found');
        return account(memberId);
      },
      number: async () => '0123454321',
    },
    uploads: { claim: async (_executor, _memberId, _purpose, ids) => void claimed.push(...ids) },
    terms: async () => terms,
  };
  const withdrawals = createWithdrawals(deps);
  const desk = createWithdrawalDesk(deps);
  const operator = { operator: 'operator-1', reason: 'checked' };
  const act: TestWithdrawals['act'] = (name, id, by = {}) =>
    inTransaction(db, (tx, afterCommit) => desk[name](tx, afterCommit, id, { ...operator, ...by }));
  const request: TestWithdrawals['request'] = async (actor, amount, reference) => {
    made += 1;
    const order = { amount, payoutAccountId: `${actor.memberId}-bank`, paymentPassword: PAYMENT_PASSWORD };
    return (await withdrawals.request(actor, { ...order, reference: reference ?? `test-reference-${made}` })).row;
  };
  return {
    deps,
    withdrawals,
    desk,
    wallet,
    hub,
    clock,
    inbox,
    mails,
    claimed,
    excluded,
    request,
    act,
    setRules(rules, more = {}) {
      terms = { ...terms, ...more, rules: { ...DEFAULT_WITHDRAWAL_RULES, ...rules } };
    },
    async member(units = 10_000_000n, type = 0) {
      made += 1;
      const actor = testActor(`w${made}`, { type });
      const { memberId } = actor;
      const realm = type === 4 ? 'trial' : 'real';
      await wallet.openMember(db, { memberId, currency: 'CNY', realm });
      const legs = memberLegs(memberId, 'opening', units);
      if (units > 0n)
        await wallet.transfer(db, { reference: `opening:${memberId}`, kind: 'adjustment', currency: 'CNY', realm, memberId, legs });
      return actor;
    },
    setByHand: (id, byHand) => inTransaction(db, (tx, afterCommit) => desk.setByHand(tx, afterCommit, id, { ...operator, byHand })),
    resolve: (id, outcome) =>
      inTransaction(db, (tx, afterCommit) => desk.resolveDispute(tx, afterCommit, id, { ...operator, reason: 'looked into', outcome })),
    async withdrawalIn(actor, amount, status) {
      const row = await request(actor, amount);
      if (status === 'review') return row;
      const approved = await act('approve', row.id);
      return status === 'approved' ? approved : act('markPaid', row.id, { operator: 'operator-2' });
    },
    async money({ memberId }) {
      const rows = await db.selectFrom('ledger_account').select(['kind', 'balance']).where('owner', '=', memberId).execute();
      const of = (kind: string) => BigInt(rows.find((row) => row.kind === kind)?.balance ?? 0);
      return { wallet: of('wallet'), hold: of(HOLD) };
    },
  };
}
