import type { PayoutAnswer, PayoutOrder } from '../../../../shared/api/payouts.ts';
import { parseWireAmount, toWire } from '../../../../shared/money/money.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { defined } from '../../../kit/defined.ts';
import { inTransaction } from '../../base/db/index.ts';
import type { WithdrawalRow } from '../withdrawal/index.ts';
import type { PayoutDeps, PayoutProvider, PayoutReport } from './contracts.ts';
import { failedWith, paymentOf } from './orders.ts';
import { type ProviderReply, requestState, sendOrder } from './provider-client.ts';
import { applyReport, lockBoth } from './reports.ts';
import { routeOf } from './routes.ts';
import * as store from './store.ts';

const BATCH = 50;
const AT_ONCE = 8;
/** Longer than a request takes: until then no other node repeats it. */
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 600_000;
const OVERDRAWN_PAUSE_MS = MINUTE_MS;

interface Try {
  readonly payout: store.PayoutRow;
  readonly provider: PayoutProvider;
  /** Undefined: only the state is requested. */
  readonly order: PayoutOrder | undefined;
}

/** Sends orders until they are answered, and requests the state of accepted ones. */
export async function sendDue(deps: PayoutDeps): Promise<void> {
  const ids = await store.due(deps.db, deps.clock.now(), BATCH);
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const results = await Promise.allSettled(ids.slice(from, from + AT_ONCE).map((id) => sendOne(deps, id)));
    for (const result of results) if (result.status === 'rejected') deps.log.error({ err: result.reason }, 'payout could not be processed');
  }
}

async function sendOne(deps: PayoutDeps, id: string): Promise<void> {
  const attempt = await beginTry(deps, id);
  if (!attempt) return;
  const { provider, order, payout } = attempt;
  const now = deps.clock.now();
  const reply = await (order ? sendOrder(provider, order, now) : requestState(provider, payout.id, now));
  await deps.health.report(provider.code, reply.kind === 'answer' ? undefined : reply.error);
  if (reply.kind === 'answer') await applyAnswer(deps, attempt, reply.answer);
  else await storeFailure(deps, attempt, reply);
}

/** Commits that a request may have arrived before it is sent, so that it is repeated after the end of this process. */
function beginTry(deps: PayoutDeps, id: string): Promise<Try | undefined> {
  const { db, clock, settings, withdrawals } = deps;
  return inTransaction(db, async (tx) => {
    const both = await lockBoth(deps, tx, id);
    const now = clock.now();
    if (!both || both.payout.closed_at !== null || both.payout.next_try_at > now) return undefined;
    const { payout, withdrawal } = both;
    const later = (milliseconds: number, last_error: string | null) =>
      store.updatePayout(tx, id, { next_try_at: new Date(now.getTime() + milliseconds), last_error });
    const provider = settings.providers.find(({ code }) => code === payout.provider);
    if (!provider) {
      await later(LONGEST_PAUSE_MS, 'the merchant file has no such provider');
      return undefined;
    }
    if (payout.status === 'created' && (await withdrawals.isOverdrawn(tx, withdrawal))) {
      await later(OVERDRAWN_PAUSE_MS, 'the member is below zero');
      return undefined;
    }
    const tries = payout.tries + 1;
    const next_try_at = new Date(now.getTime() + pauseAfter(tries));
    const status = payout.status === 'created' ? 'unknown' : payout.status;
    const started = await store.updatePayout(tx, id, { status, tries, next_try_at });
    const order =
      status === 'unknown' ? orderOf(payout, withdrawal, await deps.payoutAccounts.number(tx, withdrawal.payout_account_id)) : undefined;
    return { payout: started, provider, order };
  });
}

function orderOf(payout: store.PayoutRow, row: WithdrawalRow, number: string): PayoutOrder {
  const payee = { kind: row.payout_kind, provider: row.payout_provider, holder: row.payout_holder, number };
  return { payoutId: payout.id, amount: toWire(BigInt(payout.amount)), currency: payout.currency, payee };
}

function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 10), LONGEST_PAUSE_MS);
}

async function applyAnswer(deps: PayoutDeps, { payout, provider }: Try, answer: PayoutAnswer): Promise<void> {
  const report = answer.status === 'OK' ? reportOf(answer) : undefined;
  await inTransaction(deps.db, async (tx, afterCommit) => {
    if (report) return void (await applyReport(deps, tx, afterCommit, payout.id, report));
    await store.updatePayout(tx, payout.id, { last_error: answer.status });
    afterCommit(() =>
      deps.log.error({ payoutId: payout.id, provider: provider.code, status: answer.status }, 'payout is not known as ordered'),
    );
  });
}

/** Undefined for totals that are no amounts. */
export function reportOf({
  state,
  paid,
  returned,
  reason,
}: Extract<PayoutAnswer, { status: 'OK' }> | Omit<Extract<PayoutAnswer, { status: 'OK' }>, 'status'>): PayoutReport | undefined {
  const [paidUnits, returnedUnits] = [parseWireAmount(paid), parseWireAmount(returned)];
  if (paidUnits === undefined || returnedUnits === undefined || paidUnits < 0n || returnedUnits < 0n) return undefined;
  return { state, paid: paidUnits, returned: returnedUnits, ...defined({ reason }) };
}

/** An order that has not left goes to another provider, if one takes it now. */
async function storeFailure(deps: PayoutDeps, { payout, order }: Try, reply: Exclude<ProviderReply, { kind: 'answer' }>): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const both = await lockBoth(deps, tx, payout.id);
    if (!both || both.payout.closed_at !== null) return;
    const isFirst = order !== undefined && both.payout.tries === 1 && both.payout.status === 'unknown';
    if (reply.kind === 'not sent' && isFirst && (await hasOtherRoute(deps, tx, both))) {
      const closed = { status: 'failed', reason: 'unreachable', closed_at: deps.clock.now() } as const;
      await store.updatePayout(tx, payout.id, { ...closed, last_error: reply.error });
    } else await store.updatePayout(tx, payout.id, { last_error: reply.error });
  });
}

async function hasOtherRoute(
  { health, settings }: PayoutDeps,
  tx: Parameters<Parameters<typeof inTransaction>[1]>[0],
  { withdrawal, payout }: { readonly withdrawal: WithdrawalRow; readonly payout: store.PayoutRow },
): Promise<boolean> {
  const failed = new Set([...failedWith(await store.payoutsOf(tx, [withdrawal.id])), payout.provider]);
  return typeof routeOf(settings, paymentOf(withdrawal), { failed, paused: await health.paused(tx) }) !== 'string';
}
