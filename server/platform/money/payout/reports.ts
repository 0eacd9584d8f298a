import { toScreen, type Units } from '../../../../shared/money/money.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import type { WithdrawalRow } from '../withdrawal/index.ts';
import type { PayoutDeps, PayoutReport } from './contracts.ts';
import * as store from './store.ts';

export type ReportOutcome = 'ok' | 'unknown' | 'mismatch';
type ReportDeps = Pick<PayoutDeps, 'clock' | 'log' | 'withdrawals'>;

interface Case {
  readonly deps: ReportDeps;
  readonly tx: Tx;
  readonly afterCommit: AfterCommit;
  readonly withdrawal: WithdrawalRow;
  readonly payout: store.PayoutRow;
  readonly report: PayoutReport;
}

/** Locks the withdrawal, then the payout. */
export async function lockBoth(
  { withdrawals }: Pick<PayoutDeps, 'withdrawals'>,
  tx: Tx,
  payoutId: string,
): Promise<{ readonly withdrawal: WithdrawalRow; readonly payout: store.PayoutRow } | undefined> {
  const found = await store.findPayout(tx, payoutId);
  const withdrawal = found && (await withdrawals.lock(tx, found.withdrawal_id));
  const payout = withdrawal && (await store.lockPayout(tx, payoutId));
  return payout && withdrawal && { withdrawal, payout };
}

/**
 * Applies a report. Its totals only grow and final states stay, so that a repeated, late or overtaken report changes nothing. A report that
 * contradicts a final state is stored for operators.
 */
export async function applyReport(
  deps: ReportDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  payoutId: string,
  report: PayoutReport,
): Promise<ReportOutcome> {
  const both = await lockBoth(deps, tx, payoutId);
  if (!both) return 'unknown';
  const one: Case = { deps, tx, afterCommit, ...both, report };
  if (report.returned > report.paid || (report.state === 'paid' && report.paid <= 0n)) return contradiction(one, 'totals that do not fit');
  switch (both.payout.status) {
    case 'created':
      return contradiction(one, 'a report about an order that was not sent');
    case 'failed':
      return report.paid > 0n ? contradiction(one, `paid ${toScreen(report.paid, both.withdrawal.currency)} after it had failed`) : 'ok';
    case 'paid':
      return report.state === 'failed' ? contradiction(one, 'failed after it was paid') : applyToPaid(one);
    default:
      return applyToOpen(one);
  }
}

async function applyToOpen(one: Case): Promise<ReportOutcome> {
  const { deps, tx, afterCommit, withdrawal, payout, report } = one;
  const { withdrawals, clock } = deps;
  const { provider } = payout;
  const paid = larger(BigInt(payout.paid), report.paid);
  const returned = larger(BigInt(payout.returned), report.returned);
  const totals = { paid: paid.toString(), returned: returned.toString() };
  const closed = { closed_at: clock.now(), last_error: null };
  if (report.state === 'failed' && paid === 0n) {
    await store.updatePayout(tx, payout.id, { status: 'failed', reason: report.reason ?? 'other', ...closed });
    await withdrawals.note(tx, afterCommit, withdrawal, { action: 'payment_failed', provider, reason: report.reason ?? 'other' });
    return 'ok';
  }
  if (report.state === 'accepted') {
    await store.updatePayout(tx, payout.id, { status: 'sent', ...totals, last_error: null });
    if (payout.status === 'unknown') await withdrawals.note(tx, afterCommit, withdrawal, { action: 'payment_sent', provider });
    if (paid > BigInt(payout.paid)) await withdrawals.note(tx, afterCommit, withdrawal, { action: 'part_paid', provider, amount: paid });
    return 'ok';
  }
  // A payout that ends after a part was paid is a paid one, with a missing amount.
  const after = await store.updatePayout(tx, payout.id, { status: 'paid', ...totals, ...closed });
  const missing = missingOf(after);
  const action = returned > 0n ? 'payment_returned' : 'part_paid';
  const amount = returned > 0n ? returned : paid;
  await withdrawals.paid(tx, afterCommit, withdrawal, { action, provider, reason: report.reason ?? '', amount, missing });
  if (paid > BigInt(payout.amount))
    return contradiction({ ...one, payout: after }, `paid ${toScreen(paid, withdrawal.currency)} instead of the ordered amount`);
  return 'ok';
}

/** Money that comes back after the payment, or a rest that is paid later. */
async function applyToPaid({ deps, tx, afterCommit, withdrawal, payout, report }: Case): Promise<ReportOutcome> {
  const paid = larger(BigInt(payout.paid), report.paid);
  const returned = larger(BigInt(payout.returned), report.returned);
  if (paid === BigInt(payout.paid) && returned === BigInt(payout.returned)) return 'ok';
  const after = await store.updatePayout(tx, payout.id, { paid: paid.toString(), returned: returned.toString() });
  const { withdrawals } = deps;
  const { provider } = payout;
  if (paid > BigInt(payout.paid)) await withdrawals.note(tx, afterCommit, withdrawal, { action: 'part_paid', provider, amount: paid });
  const back = returned - BigInt(payout.returned);
  if (back > 0n) {
    const came = { action: 'payment_returned', provider, reason: report.reason ?? '', amount: back } as const;
    await withdrawals.cameBack(tx, afterCommit, withdrawal, { ...came, missing: missingOf(after) });
  }
  return 'ok';
}

async function contradiction({ deps, tx, afterCommit, payout }: Case, conflict: string): Promise<ReportOutcome> {
  await store.updatePayout(tx, payout.id, { conflict });
  const { id, provider, withdrawal_id } = payout;
  afterCommit(() =>
    deps.log.error({ payoutId: id, provider, withdrawalId: withdrawal_id, conflict }, 'payout report contradicts its payout'),
  );
  return 'mismatch';
}

/** What the payee does not have. */
function missingOf({ amount, paid, returned }: store.PayoutRow): Units {
  const missing = BigInt(amount) - BigInt(paid) + BigInt(returned);
  const ordered = BigInt(amount);
  return missing < 0n ? 0n : missing > ordered ? ordered : missing;
}

function larger(a: Units, b: Units): Units {
  return a > b ? a : b;
}
