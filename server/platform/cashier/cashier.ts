import { randomBytes } from 'node:crypto';
import { MEMBER_TYPE } from '../../../shared/constants.ts';
import { parseInputAmount, toScreen, type Units } from '../../../shared/money/money.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Clock } from '../clock.ts';
import type { Database, Executor, Tx } from '../db/database.ts';
import { type AfterCommit, inTransaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { memberLegs, type Wallet } from '../wallet/index.ts';
import * as store from './store.ts';

export interface CashierDeps {
  readonly db: Database;
  readonly wallet: Wallet;
  readonly clock: Clock;
}

interface DepositOrder {
  readonly channel: string;
  readonly amount: string;
  readonly reference: string;
}

export interface Cashier {
  channels(actor: Actor): Promise<readonly store.ChannelRow[]>;
  /** Opens a deposit; the same reference and body give the same deposit. */
  create(actor: Actor, order: DepositOrder): Promise<store.DepositRow>;
  /** The demo bank says that the money has come: credits once. */
  confirm(actor: Actor, depositId: string): Promise<store.DepositRow>;
  cancel(actor: Actor, depositId: string): Promise<store.DepositRow>;
  get(actor: Actor, depositId: string): Promise<store.DepositRow>;
  list(actor: Actor): Promise<readonly store.DepositRow[]>;
  /** Closes what was not paid in time; for the scheduler. */
  expire(executor: Executor): Promise<number>;
}

const MINUTE_MS = 60_000;
/** Without characters that are mistaken for each other: a person copies it into a bank's form. */
const REFERENCE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

export function createCashier(deps: CashierDeps): Cashier {
  const { db, clock } = deps;
  return {
    async channels(actor) {
      refuseTrial(actor);
      return store.findChannels(db, actor.currency);
    },
    create: (actor, order) => create(deps, actor, order),
    async confirm(actor, depositId) {
      refuseTrial(actor);
      return inTransaction(db, async (tx, afterCommit) => {
        const deposit = await lockOpen(deps, tx, actor, depositId);
        return deposit.status === 'credited' ? deposit : credit(deps, tx, afterCommit, actor, deposit);
      });
    },
    async cancel(actor, depositId) {
      refuseTrial(actor);
      return inTransaction(db, (tx) => cancel(deps, tx, actor, depositId));
    },
    async get(actor, depositId) {
      refuseTrial(actor);
      const deposit = await store.findDeposit(db, actor.memberId, depositId);
      if (!deposit) throw new Refusal('deposit_not_found');
      return asOfNow(deps, deposit);
    },
    async list(actor) {
      refuseTrial(actor);
      return (await store.listDeposits(db, actor.memberId)).map((deposit) => asOfNow(deps, deposit));
    },
    expire: (executor) => store.expireDeposits(executor, clock.now()),
  };
}

/** A deposit whose time is over is expired, whether or not the sweep has been by. */
function asOfNow({ clock }: CashierDeps, row: store.DepositRow): store.DepositRow {
  return row.status === 'pending' && row.expires_at <= clock.now() ? { ...row, status: 'expired' } : row;
}

async function create(deps: CashierDeps, actor: Actor, order: DepositOrder): Promise<store.DepositRow> {
  const { db, clock } = deps;
  refuseTrial(actor);
  const amount = parseInputAmount(order.amount);
  if (amount === undefined || amount <= 0n) throw new Refusal('amount_invalid');
  const before = await store.findByReference(db, actor.memberId, order.reference);
  if (before) return asOfNow(deps, sameOrder(before, order.channel, amount));
  const channel = (await store.findChannels(db, actor.currency)).find(({ code }) => code === order.channel);
  if (!channel) throw new Refusal('channel_unavailable');
  checkLimits(channel, amount);
  const now = clock.now();
  const created = await store.insertDeposit(db, {
    id: `d_${randomBytes(12).toString('hex')}`,
    member_id: actor.memberId,
    channel: channel.code,
    client_reference: order.reference,
    payment_reference: paymentReference(),
    amount: amount.toString(),
    currency: channel.currency,
    status: 'pending',
    transfer_id: null,
    created_at: now,
    expires_at: new Date(now.getTime() + channel.expires_minutes * MINUTE_MS),
    credited_at: null,
  });
  if (created) return created;
  // A twin of this request was faster.
  const twin = await store.findByReference(db, actor.memberId, order.reference);
  if (!twin) throw new Error('a deposit vanished');
  return asOfNow(deps, sameOrder(twin, order.channel, amount));
}

async function cancel(deps: CashierDeps, tx: Tx, actor: Actor, depositId: string): Promise<store.DepositRow> {
  const deposit = await store.lockDeposit(tx, actor.memberId, depositId);
  if (!deposit) throw new Refusal('deposit_not_found');
  const { status } = asOfNow(deps, deposit);
  if (status === 'credited') throw new Refusal('deposit_closed');
  return status === 'pending' ? store.updateDeposit(tx, deposit.id, { status: 'cancelled' }) : { ...deposit, status };
}

async function credit(
  { wallet, clock }: CashierDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  actor: Actor,
  deposit: store.DepositRow,
): Promise<store.DepositRow> {
  const result = await wallet.transfer(
    tx,
    {
      reference: `deposit:${deposit.id}`,
      kind: 'deposit',
      currency: deposit.currency,
      realm: 'real',
      memberId: actor.memberId,
      legs: memberLegs(actor.memberId, `cashier:${deposit.channel}`, BigInt(deposit.amount)),
      meta: { depositId: deposit.id },
    },
    afterCommit,
  );
  if (result.outcome !== 'posted' && result.outcome !== 'repeated')
    throw new Error(`deposit ${deposit.id} was not credited: ${result.outcome}`);
  return store.updateDeposit(tx, deposit.id, { status: 'credited', transfer_id: result.transferId, credited_at: clock.now() });
}

/** The deposit locked, pending or already credited; anything else is refused. */
async function lockOpen(deps: CashierDeps, tx: Tx, actor: Actor, depositId: string): Promise<store.DepositRow> {
  const found = await store.lockDeposit(tx, actor.memberId, depositId);
  if (!found) throw new Refusal('deposit_not_found');
  const deposit = asOfNow(deps, found);
  if (deposit.status === 'expired') throw new Refusal('deposit_expired');
  if (deposit.status === 'cancelled') throw new Refusal('deposit_closed');
  return deposit;
}

function refuseTrial(actor: Actor): void {
  if (actor.type === MEMBER_TYPE.trial) throw new Refusal('in_need_true_account');
}

function checkLimits(channel: store.ChannelRow, amount: Units): void {
  const [min, max] = [BigInt(channel.min_amount), BigInt(channel.max_amount)];
  if (amount < min || amount > max) throw new Refusal('amount_out_of_range', { min: toScreen(min), max: toScreen(max) });
}

function sameOrder(deposit: store.DepositRow, channel: string, amount: Units): store.DepositRow {
  if (deposit.channel !== channel || BigInt(deposit.amount) !== amount) throw new Refusal('reference_conflict');
  return deposit;
}

/** Ten characters of thirty: 49 bits, and unique in the table. */
function paymentReference(): string {
  const characters: string[] = [];
  while (characters.length < 10) {
    for (const byte of randomBytes(16)) {
      // 240 is the largest multiple of 30 in a byte: no character is likelier than another.
      if (byte < 240 && characters.length < 10) characters.push(REFERENCE_ALPHABET[byte % 30] ?? '');
    }
  }
  return characters.join('');
}
