import { inTransaction } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { PayoutDeps, PayoutDesk, Payouts } from './contracts.ts';
import { placeOrders } from './orders.ts';
import { applyReport, lockBoth } from './reports.ts';
import { reportOf, sendDue } from './sending.ts';
import * as store from './store.ts';

export function createPayouts(deps: PayoutDeps): Payouts {
  return {
    async run() {
      await placeOrders(deps);
      await sendDue(deps);
    },
    applyEvent: (provider, event) =>
      inTransaction(deps.db, async (tx, afterCommit) => {
        const payout = await store.findPayout(tx, event.payoutId);
        // A provider can change its own payouts only.
        if (payout?.provider !== provider) return 'unknown';
        const report = event.currency === payout.currency ? reportOf(event) : undefined;
        return report ? applyReport(deps, tx, afterCommit, event.payoutId, report) : 'mismatch';
      }),
    desk: createPayoutDesk(deps),
  };
}

function createPayoutDesk(deps: PayoutDeps): PayoutDesk {
  return {
    pageOf: (provider) => deps.settings.providers.find(({ code }) => code === provider)?.desk,
    of: (executor, withdrawalId) => store.payoutsOf(executor, [withdrawalId]),
    async current(executor, withdrawalIds) {
      const rows = await store.payoutsOf(executor, withdrawalIds);
      // The latest first, so that an earlier one does not replace it.
      return new Map(rows.reverse().map((row) => [row.withdrawal_id, row]));
    },
    async settle(tx, afterCommit, payoutId, { operator, reason, outcome }) {
      const both = await lockBoth(deps, tx, payoutId);
      if (!both) throw new Refusal('withdrawal_not_found');
      const { payout, withdrawal } = both;
      if (payout.status !== 'unknown' && payout.status !== 'sent') throw new Refusal('withdrawal_closed');
      const by = `operator:${operator}`;
      if (outcome === 'failed' && BigInt(payout.paid) === 0n) {
        await deps.withdrawals.note(tx, afterCommit, withdrawal, { action: 'payment_failed', provider: by, reason });
        return store.updatePayout(tx, payoutId, { status: 'failed', reason: 'operator', closed_at: deps.clock.now() });
      }
      const paid = outcome === 'paid' ? BigInt(payout.amount) : BigInt(payout.paid);
      await applyReport(deps, tx, afterCommit, payoutId, { state: 'paid', paid, returned: BigInt(payout.returned) });
      return (await store.findPayout(tx, payoutId)) ?? payout;
    },
  };
}
