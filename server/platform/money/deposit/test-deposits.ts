import { PAYMENTS_PREFIX, type PaymentAnswer, type PaymentEvent } from '../../../../shared/api/payments.ts';
import { toWire, type Units } from '../../../../shared/money/money.ts';
import type { Actor } from '../../base/actor.ts';
import { type MovableClock, movableClock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { createSecrets } from '../../base/secrets.ts';
import { signRequest } from '../../base/signature.ts';
import { testActor } from '../../identity/accounts/test-actor.ts';
import { createWallet } from '../../ledger/index.ts';
import { DEFAULT_DEPOSIT_RULES, type DepositRules } from '../../merchant/deposit-rules.ts';
import { testInbox } from '../../notify/inbox/test-inbox.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import { unprotected } from '../../protection/responsible-gaming/test-protection.ts';
import type { Turnover } from '../turnover/index.ts';
import type { MemberDepositDeps } from './contracts.ts';
import { DEMO_GATEWAYS, seedDemoChannels } from './demo-channels.ts';
import { createDepositDesk } from './desk.ts';
import { createMemberDeposits } from './member-deposits.ts';
import { gatewayProvider } from './providers/gateway.ts';
import { addVoucher, voucherProvider } from './providers/voucher.ts';
import { createSettlement } from './settlement.ts';
import { createSuspenseDesk } from './suspense-desk.ts';

const CURRENCY = 'CNY';
const SECRET = 'a-secret-of-a-payer-for-tests-000001';
const SECRETS = createSecrets('a-data-key-for-tests-of-32-characters');

/** Turnover requirements by source; the last call counts. */
export interface TestTurnover extends Turnover {
  readonly requirements: Map<string, { readonly units: Units; readonly percent: number } | 'cancelled'>;
}

function testTurnover(): TestTurnover {
  const requirements: TestTurnover['requirements'] = new Map();
  return {
    requirements,
    require: async (_executor, _memberId, { source, units, percent }) => void requirements.set(source, { units, percent }),
    cancel: async (_executor, _memberId, source) => void requirements.set(source, 'cancelled'),
    cancelDeposits: async () => undefined,
    state: async () => ({ locked: 0n, left: 0n, required: 0n }),
  };
}

/** The deposit feature with the demo's channels, for tests; `rules` and `protection` can be changed during a test. */
export function createTestDeposits(db: Database, clock: MovableClock = movableClock()) {
  const hub = createEventHub();
  const wallet = createWallet({ clock, hub });
  const inbox = testInbox();
  const turnover = testTurnover();
  const knobs: { rules: DepositRules; protection: Protection; paused: Set<string> } = {
    rules: DEFAULT_DEPOSIT_RULES,
    protection: unprotected,
    paused: new Set(),
  };
  const gateways = Object.values(DEMO_GATEWAYS).map((code) => ({ code, secret: SECRET, payUrl: '/paysim/pay', scan: false }));
  const all = [...gateways.map((gateway) => gatewayProvider(gateway, clock)), voucherProvider({ clock, secrets: SECRETS })];
  const deps: MemberDepositDeps = {
    db,
    wallet,
    clock,
    hub,
    inbox,
    turnover,
    providers: new Map(all.map((provider) => [provider.code, provider])),
    protection: {
      ...unprotected,
      refuseDeposit: (executor, memberId, units) => knobs.protection.refuseDeposit(executor, memberId, units),
      screen: (memberId, tx) => knobs.protection.screen(memberId, tx),
    },
    uploads: { claim: async () => undefined },
    pausedProviders: async () => knobs.paused,
    rules: async () => ({ ...knobs.rules, timeZone: 'UTC', monthCeiling: null }),
  };
  const settlement = createSettlement(deps);
  let members = 0;
  let events = 0;

  return {
    deps,
    clock,
    hub,
    wallet,
    inbox,
    turnover,
    knobs,
    settlement,
    memberDeposits: createMemberDeposits(deps),
    desk: testDesk(deps),
    suspense: testSuspense(deps),
    seed: () => seedDemoChannels(db, { clock, secrets: SECRETS, currency: CURRENCY, name: (key) => key }),
    addVoucher: (code: string, amount: Units, expiresAt: Date | null = null) =>
      addVoucher(db, { clock, secrets: SECRETS }, { code, amount, currency: CURRENCY, expiresAt }),
    async member(type = 0): Promise<Actor> {
      members += 1;
      const memberId = `c${members}`;
      await wallet.openMember(db, { memberId, currency: CURRENCY, realm: type === 4 ? 'trial' : 'real' });
      return testActor(memberId, { type });
    },
    balance: async ({ memberId }: Actor) => (await wallet.balance(db, memberId))?.units,
    /** A new event of a provider, or a repetition with `eventId`. */
    event(depositId: string, event: PaymentEvent['event'], amount: Units, more: Partial<PaymentEvent> = {}): PaymentEvent {
      events += 1;
      return { eventId: `e${events}`, event, depositId, amount: toWire(amount), currency: CURRENCY, ...more };
    },
    /** Effect of the provider's callback, sent over the wire. */
    async sendEvent(event: PaymentEvent, provider: string = DEMO_GATEWAYS.qr): Promise<PaymentAnswer['status'] | string> {
      const body = Buffer.from(JSON.stringify(event));
      const request = { method: 'POST', path: `${PAYMENTS_PREFIX}/${provider}`, timestamp: String(clock.now().getTime()), body };
      const read = deps.providers.get(provider)?.read({ ...request, signature: signRequest(SECRET, request) });
      if (read === undefined || typeof read === 'string') return read ?? 'UNKNOWN_PROVIDER';
      if ('payoutId' in read) throw new Error('an event of a payout');
      return settlement.applyEvent(provider, read, body.toString());
    },
  };
}

/** Each decision in its own transaction. */
function testDesk(deps: MemberDepositDeps) {
  const desk = createDepositDesk(deps);
  const decide = (name: 'approve' | 'reject') => (operator: string, id: string, reason: string) =>
    inTransaction(deps.db, (tx, afterCommit) => desk[name](tx, afterCommit, id, { operator, reason }));
  const sendBack = (operator: string, id: string, reference: string) =>
    inTransaction(deps.db, (tx, afterCommit) => desk.sendBack(tx, afterCommit, id, { operator, reason: 'reason', reference }));
  return { ...desk, approve: decide('approve'), reject: decide('reject'), sendBack };
}

function testSuspense(deps: MemberDepositDeps) {
  const desk = createSuspenseDesk(deps);
  const act = { operator: 'ops', reason: 'reason' };
  return {
    ...desk,
    credit: (id: string) => inTransaction(deps.db, (tx, afterCommit) => desk.credit(tx, afterCommit, id, act)),
    sendBack: (id: string, reference: string) =>
      inTransaction(deps.db, (tx, afterCommit) => desk.sendBack(tx, afterCommit, id, { ...act, reference })),
  };
}

export type TestDeposits = ReturnType<typeof createTestDeposits>;
