import {
  withdrawalCancel,
  withdrawalConfirm,
  withdrawalGet,
  withdrawalList,
  withdrawalOptions,
  withdrawalRequest,
} from '../../../../shared/api/withdrawal/contract.ts';
import type { Withdrawal } from '../../../../shared/api/withdrawal/schemas.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { defined } from '../../../kit/defined.ts';
import type { Clock } from '../../base/clock.ts';
import type { Executor } from '../../base/db/index.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { unitsOf, type WithdrawalRules } from '../../merchant/index.ts';
import type { Terms, TrackedWithdrawal, WithdrawalOptions, Withdrawals } from './contracts.ts';
import { complaintDeadline, netOf, remainingOf } from './steps.ts';

export interface WithdrawalRouteDeps {
  readonly db: Executor;
  readonly clock: Clock;
  readonly withdrawals: Withdrawals;
  terms(executor: Executor, memberId: string): Promise<Terms>;
  currencySymbol(currency: string): string;
}

export function withdrawalRoutes(deps: WithdrawalRouteDeps): readonly BoundCall[] {
  const { db, withdrawals, clock, currencySymbol } = deps;
  const rulesOf = async (memberId: string) => (await deps.terms(db, memberId)).rules;
  const presentFor = async (memberId: string, tracked: TrackedWithdrawal) => present(tracked, await rulesOf(memberId), clock.now());
  return [
    bind(withdrawalOptions, async ({ actor }) => ({
      currency: actor.currency,
      currencySymbol: currencySymbol(actor.currency),
      ...presentOptions(await withdrawals.options(actor)),
    })),
    bind(withdrawalRequest, async ({ actor }, { body }) => presentFor(actor.memberId, await withdrawals.request(actor, defined(body)))),
    bind(withdrawalGet, async ({ actor }, { query }) => presentFor(actor.memberId, await withdrawals.get(actor, query.withdrawalId))),
    bind(withdrawalList, async ({ actor }, { query: { pageNo } }) => {
      const { withdrawals: found, totalPages } = await withdrawals.list(actor, pageNo);
      const [rules, now] = [await rulesOf(actor.memberId), clock.now()];
      return { withdrawals: found.map((tracked) => present(tracked, rules, now)), pageNum: pageNo, totalPages };
    }),
    bind(withdrawalConfirm, async ({ actor }, { body }) => presentFor(actor.memberId, await withdrawals.answer(actor, body))),
    bind(withdrawalCancel, async ({ actor }, { body }) => presentFor(actor.memberId, await withdrawals.cancel(actor, body.withdrawalId))),
  ];
}

function presentOptions({ balance, available, atVendors, turnover, terms, today, freeUsed, ...more }: WithdrawalOptions) {
  const { accounts, paymentPasswordSet } = more;
  const { rules, perDay, freePerMonth } = terms;
  const hasFee = unitsOf(rules.feeFixed) > 0n || rules.feeBasisPoints > 0;
  return {
    balance: toWire(balance),
    available: toWire(available),
    locked: toWire(balance - available),
    ...(atVendors > 0n && { atVendors: toWire(atVendors) }),
    turnover: {
      left: toWire(turnover.left),
      required: toWire(turnover.required),
      ...(turnover.waived ? { waived: toWire(turnover.waived.left) } : {}),
    },
    minAmount: toWire(unitsOf(rules.min)),
    maxAmount: toWire(unitsOf(rules.max)),
    fee: { fixed: toWire(unitsOf(rules.feeFixed)), basisPoints: rules.feeBasisPoints },
    ...(hasFee && freePerMonth > 0 && { feeFree: { perMonth: freePerMonth, left: Math.max(0, freePerMonth - freeUsed) } }),
    today: { count: today.count, maxCount: perDay, amount: toWire(today.amount), maxAmount: toWire(unitsOf(rules.maxPerDay)) },
    accounts: accounts.map(({ id, kind, providerName, holder, masked, coolingUntil }) => ({
      payoutAccountId: id,
      kind,
      providerName,
      holder,
      masked,
      coolingUntil: coolingUntil?.toISOString() ?? null,
    })),
    paymentPasswordSet,
    confirmMinutes: rules.withdrawalConfirmMinutes,
    reviewHours: rules.reviewHours,
    mayCancel: rules.memberMayCancel,
  };
}

function present({ row, events }: TrackedWithdrawal, rules: WithdrawalRules, now: Date): Withdrawal {
  const net = netOf(row);
  const deadline = complaintDeadline(row, rules);
  const closed = row.status === 'received';
  return {
    withdrawalId: row.id,
    status: row.status,
    amount: toWire(BigInt(row.amount)),
    fee: toWire(BigInt(row.fee)),
    net: toWire(net),
    currency: row.currency,
    receivedAmount: toWire(closed ? net : BigInt(row.received)),
    remainingAmount: toWire(closed ? 0n : remainingOf(row)),
    account: { kind: row.payout_kind, providerName: row.payout_name, holder: row.payout_holder, masked: row.payout_masked },
    reason: row.reason,
    requestedAt: row.requested_at.toISOString(),
    promisedBy: promisedBy(row, rules)?.toISOString() ?? null,
    confirmBy: row.status === 'paid' ? (row.confirm_by?.toISOString() ?? null) : null,
    forced: closed && row.received_by === 'deadline',
    mayCancel: rules.memberMayCancel && row.status === 'review',
    mayComplain: deadline !== null && deadline > now,
    complainUntil: deadline?.toISOString() ?? null,
    events: events.map(({ action, at, actor, reason, amount }) => ({
      action,
      at: at.toISOString(),
      by: actor,
      // Members see the reasons of final decisions and their own comments, but no internal notes.
      reason: actor === 'member' || ['rejected', 'returned', 'upheld', 'paid_again'].includes(action) ? reason : '',
      amount: amount === null ? null : toWire(BigInt(amount)),
    })),
  };
}

/** Expected time of the next step, counted from the previous step. */
function promisedBy(row: TrackedWithdrawal['row'], { reviewHours, payHours }: WithdrawalRules): Date | null {
  if (row.status === 'review') return new Date(row.requested_at.getTime() + reviewHours * HOUR_MS);
  if (row.status === 'approved' && row.approved_at) return new Date(row.approved_at.getTime() + payHours * HOUR_MS);
  return null;
}
