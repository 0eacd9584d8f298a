import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../base/db/index.ts';
import type { WithdrawalRow } from '../withdrawal/index.ts';
import type { PayoutDeps, PayoutSettings } from './contracts.ts';
import { type RoutedPayment, type Routing, routeOf } from './routes.ts';
import * as store from './store.ts';

const BATCH = 1_000;

/** Orders a payout for each approved withdrawal that a provider takes. Nothing is sent yet. */
export async function placeOrders(deps: PayoutDeps): Promise<void> {
  const { db, settings, health } = deps;
  if (settings.routes.length === 0) return;
  const paused = await health.paused(db);
  for (const id of await store.unordered(db, BATCH)) await placeOrder(deps, id, paused);
}

async function placeOrder({ db, clock, settings, withdrawals }: PayoutDeps, id: string, paused: ReadonlySet<string>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await withdrawals.lock(tx, id);
    if (row?.status !== 'approved' || row.by_hand) return;
    const before = await store.payoutsOf(tx, [id]);
    if (before.some(({ status }) => status !== 'failed')) return;
    const provider = nextProvider(settings, row, before, paused);
    if (typeof provider === 'string' || (await withdrawals.isOverdrawn(tx, row))) return;
    const now = clock.now();
    await tx
      .insertInto('payout')
      .values({
        id: `p_${randomBytes(12).toString('hex')}`,
        withdrawal_id: id,
        provider: provider.code,
        amount: paymentOf(row).amount.toString(),
        currency: row.currency,
        status: 'created',
        next_try_at: now,
        created_at: now,
      })
      .execute();
  });
}

export function paymentOf(row: WithdrawalRow): RoutedPayment {
  return { amount: BigInt(row.amount) - BigInt(row.fee), currency: row.currency, kind: row.payout_kind, bank: row.payout_provider };
}

/** Providers that have refused the payment. Orders that never reached them do not count. */
export function failedWith(payouts: readonly store.PayoutRow[]): ReadonlySet<string> {
  const refused = payouts.filter(({ status, reason }) => status === 'failed' && reason !== 'stopped' && reason !== 'unreachable');
  return new Set(refused.map(({ provider }) => provider));
}

/** A provider without a connection gets the order again only if no other one takes it. */
function nextProvider(
  settings: PayoutSettings,
  row: WithdrawalRow,
  before: readonly store.PayoutRow[],
  paused: ReadonlySet<string>,
): Routing {
  const failed = failedWith(before);
  const unreachable = before.filter(({ reason }) => reason === 'unreachable').map(({ provider }) => provider);
  const other = routeOf(settings, paymentOf(row), { failed: new Set([...failed, ...unreachable]), paused });
  return typeof other === 'string' ? routeOf(settings, paymentOf(row), { failed, paused }) : other;
}
