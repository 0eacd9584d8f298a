import { MAX_IMAGES, MEMBER_TYPE } from '../../../../shared/constants.ts';
import type { Actor } from '../../base/actor.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { toUnits } from '../../merchant/index.ts';
import type { ChannelChoice, DepositView, MemberDepositDeps, MemberDeposits } from './contracts.ts';
import { remainingToday } from './limits.ts';
import { isOpen, nextStatus } from './machine.ts';
import { openDeposit } from './open.ts';
import { changeStatus } from './step.ts';
import * as store from './store.ts';

export function createMemberDeposits(deps: MemberDepositDeps): MemberDeposits {
  const { db } = deps;
  const change = async (
    actor: Actor,
    depositId: string,
    work: (tx: Tx, deposit: store.DepositRow, afterCommit: AfterCommit) => Promise<store.DepositRow>,
  ): Promise<DepositView> => {
    refuseTrial(actor);
    const changed = await inTransaction(db, async (tx, afterCommit) => {
      const deposit = await store.lockDeposit(tx, depositId, actor.memberId);
      if (!deposit) throw new Refusal('deposit_not_found');
      return work(tx, withExpiry(deps, deposit), afterCommit);
    });
    return view(deps, changed);
  };
  return {
    async channels(actor) {
      refuseTrial(actor);
      return choice(deps, actor);
    },
    async create(actor, order) {
      refuseTrial(actor);
      return view(deps, await openDeposit(deps, actor, order));
    },
    confirm: (actor, depositId, proofs = []) =>
      change(actor, depositId, (tx, deposit, afterCommit) => claim(deps, tx, afterCommit, deposit, proofs)),
    cancel: (actor, depositId) =>
      change(actor, depositId, async (tx, deposit, afterCommit) => {
        const status = nextStatus(deposit.status, 'cancel');
        if (status !== undefined) return changeStatus(deps, tx, afterCommit, deposit, { status }, { by: 'member', note: null });
        if (deposit.status === 'cancelled' || deposit.status === 'expired') return deposit;
        throw new Refusal('deposit_closed');
      }),
    async get(actor, depositId) {
      refuseTrial(actor);
      const deposit = await store.findDeposit(db, actor.memberId, depositId);
      if (!deposit) throw new Refusal('deposit_not_found');
      return view(deps, deposit);
    },
    async list(actor) {
      refuseTrial(actor);
      return views(deps, await store.listDeposits(db, actor.memberId));
    },
  };
}

/** The member reports the payment as made. Repeated, or after the payment was received, it changes nothing. */
async function claim(
  deps: MemberDepositDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  deposit: store.DepositRow,
  proofs: readonly string[],
): Promise<store.DepositRow> {
  if (deposit.status === 'credited') return deposit;
  if (deposit.status === 'expired') throw new Refusal('deposit_expired');
  if (!isOpen(deposit.status)) throw new Refusal('deposit_closed');
  const { proof } = await store.findChannel(tx, deposit.channel);
  const newProofs = proof === 'none' ? [] : [...new Set(proofs)].filter((id) => !deposit.proofs.includes(id));
  const all = [...deposit.proofs, ...newProofs];
  if (proof === 'required' && all.length === 0) throw new Refusal('deposit_needs_proof');
  if (all.length > MAX_IMAGES) throw new Refusal('upload_too_many');
  if (newProofs.length > 0) await deps.uploads.claim(tx, deposit.member_id, 'deposit-proof', newProofs);
  if (deposit.status === 'pending')
    return changeStatus(deps, tx, afterCommit, deposit, { status: 'checking', proofs: all }, { by: 'member', note: null });
  return newProofs.length === 0 ? deposit : store.updateDeposit(tx, deposit.id, { proofs: all });
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * Deposit channels for the member: the last used first, with the largest amount that the limits of the day and the ceiling of the month
 * leave, without those whose day limit is used up.
 */
async function choice(deps: MemberDepositDeps, { memberId, currency }: Actor): Promise<ChannelChoice> {
  const { db, providers } = deps;
  const [all, history, allowance, { monthCeiling }] = await Promise.all([
    store.findChannels(db, currency),
    store.listDeposits(db, memberId),
    remainingToday(deps, db, memberId),
    deps.rules(db),
  ]);
  const credited = await db
    .selectFrom('deposit')
    .select('id')
    .where('member_id', '=', memberId)
    .where('credited_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  const last = history[0]?.channel;
  const channels = all
    .filter(({ provider }) => providers.has(provider))
    .map((channel) => {
      const limits = [BigInt(channel.max_amount), allowance.of(channel), monthCeiling === null ? undefined : toUnits(monthCeiling)];
      return {
        ...channel,
        max_amount: limits
          .filter((limit) => limit !== undefined)
          .reduce(least)
          .toString(),
      };
    })
    .filter(({ min_amount, max_amount }) => BigInt(max_amount) >= BigInt(min_amount))
    .sort((a, b) => Number(b.code === last) - Number(a.code === last));
  return { channels, firstDeposit: credited === undefined };
}

async function view(deps: MemberDepositDeps, deposit: store.DepositRow): Promise<DepositView> {
  const [one] = await views(deps, [deposit]);
  if (!one) throw new Error('deposit view is missing');
  return one;
}

async function views(deps: MemberDepositDeps, deposits: readonly store.DepositRow[]): Promise<readonly DepositView[]> {
  const { db } = deps;
  const steps = await store.findSteps(
    db,
    deposits.map(({ id }) => id),
  );
  const codes = [...new Set(deposits.map(({ channel }) => channel))];
  const channels = new Map((await Promise.all(codes.map((code) => store.findChannel(db, code)))).map((row) => [row.code, row]));
  return deposits.map((row) => {
    const channel = channels.get(row.channel);
    if (!channel) throw new Error(`deposit channel ${row.channel} does not exist`);
    return { deposit: withExpiry(deps, row), channel, steps: steps.filter((step) => step.deposit_id === row.id) };
  });
}

/** Shows an overdue deposit as expired, even before the sweep has run. */
function withExpiry({ clock }: MemberDepositDeps, row: store.DepositRow): store.DepositRow {
  return row.status === 'pending' && row.expires_at <= clock.now() ? { ...row, status: 'expired' } : row;
}

function refuseTrial(actor: Actor): void {
  if (actor.type === MEMBER_TYPE.trial) throw new Refusal('in_need_true_account');
}
