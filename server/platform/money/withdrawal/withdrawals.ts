import { MEMBER_TYPE } from '../../../../shared/constants.ts';
import type { Actor } from '../../base/actor.ts';
import { inTransaction } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { answer, closeIfLate, remind } from './answer.ts';
import type { TrackedWithdrawal, WithdrawalDeps, Withdrawals } from './contracts.ts';
import { request } from './request.ts';
import { release, requireStatus, type Stage, step, withDeadlineApplied } from './steps.ts';
import * as store from './store.ts';

const PAGE = 10;
/** Withdrawals per sweep; the next sweep takes the rest. */
const BATCH = 200;

export function createWithdrawals(deps: WithdrawalDeps): Withdrawals {
  const { db, clock } = deps;
  const tracked = async (row: store.WithdrawalRow): Promise<TrackedWithdrawal> => ({
    row: withDeadlineApplied(row, clock.now()),
    events: (await store.findEvents(db, [row.id])).get(row.id) ?? [],
  });
  return {
    async options(actor) {
      refuseTrial(actor);
      const { memberId } = actor;
      const [terms, held, turnover, accounts, paymentPasswordSet] = await Promise.all([
        deps.terms(db, memberId),
        deps.wallet.holdings(db, memberId),
        deps.turnover.state(db, memberId),
        deps.payoutAccounts.list(db, memberId),
        deps.paymentPassword.isSet(db, memberId),
      ]);
      if (!terms.offered) throw new Refusal('withdrawals_off');
      const balance = held?.wallet.units ?? 0n;
      const available = balance > turnover.locked ? balance - turnover.locked : 0n;
      const today = await store.usedToday(db, memberId, clock.now(), terms.timeZone);
      const freeUsed = terms.freePerMonth > 0 ? await store.freeInMonth(db, memberId, clock.now(), terms.timeZone) : 0;
      return { balance, available, atVendors: held?.atVendors ?? 0n, turnover, terms, today, freeUsed, accounts, paymentPasswordSet };
    },
    async request(actor, order) {
      refuseTrial(actor);
      return tracked(await request(deps, actor, order));
    },
    async get(actor, withdrawalId) {
      refuseTrial(actor);
      const row = await store.findWithdrawal(db, actor.memberId, withdrawalId);
      if (!row) throw new Refusal('withdrawal_not_found');
      return tracked(row);
    },
    async list(actor, pageNo) {
      refuseTrial(actor);
      const { rows, total } = await store.page(db, { memberId: actor.memberId }, { pageNo, pageSize: PAGE });
      const [events, now] = [
        await store.findEvents(
          db,
          rows.map(({ id }) => id),
        ),
        clock.now(),
      ];
      return {
        withdrawals: rows.map((row) => ({ row: withDeadlineApplied(row, now), events: events.get(row.id) ?? [] })),
        totalPages: Math.ceil(total / PAGE),
      };
    },
    async answer(actor, confirmation) {
      refuseTrial(actor);
      return tracked(await answer(deps, actor, confirmation));
    },
    async cancel(actor, withdrawalId) {
      refuseTrial(actor);
      return tracked(await cancel(deps, actor, withdrawalId));
    },
    sweep: () => sweep(deps),
  };
}

/** Possible before a review only, and only if the merchant allows it. */
function cancel(deps: WithdrawalDeps, { memberId }: Actor, withdrawalId: string): Promise<store.WithdrawalRow> {
  return inTransaction(deps.db, async (tx, afterCommit) => {
    const row = await store.lockWithdrawal(tx, withdrawalId, memberId);
    if (!row) throw new Refusal('withdrawal_not_found');
    if (row.status === 'cancelled') return row;
    const { rules } = await deps.terms(tx, memberId);
    if (!rules.memberMayCancel) throw new Refusal('withdrawal_closed');
    requireStatus(row, 'review');
    const stage: Stage = { deps, tx, afterCommit, now: deps.clock.now() };
    const change = { status: 'cancelled', closed_at: stage.now, release_transfer_id: await release(stage, row) } as const;
    return step(stage, row, change, { action: 'cancelled', actor: 'member', actorName: memberId });
  });
}

/** One transaction per withdrawal, so that a failure does not affect the others. */
async function sweep(deps: WithdrawalDeps): Promise<void> {
  const now = deps.clock.now();
  const due = [
    ...(await store.findDue(deps.db, 'confirm_by', now, BATCH)).map((id) => ({ id, applyStep: closeIfLate })),
    ...(await store.findDue(deps.db, 'remind_at', now, BATCH)).map((id) => ({ id, applyStep: remind })),
  ];
  const failures: unknown[] = [];
  for (const { id, applyStep } of due) {
    await inTransaction(deps.db, async (tx, afterCommit) => {
      const row = await store.lockWithdrawal(tx, id);
      if (row) await applyStep({ deps, tx, afterCommit, now: deps.clock.now() }, row);
    }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} withdrawals could not be swept`);
}

function refuseTrial(actor: Actor): void {
  if (actor.type === MEMBER_TYPE.trial) throw new Refusal('in_need_true_account');
}
