import { randomBytes } from 'node:crypto';
import { MEMBER_TYPE } from '../../../../shared/constants.ts';
import { amountText } from '../../../../shared/money/amount-text.ts';
import { toScreen, type Units } from '../../../../shared/money/money.ts';
import type { Actor } from '../../base/actor.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { typedAmount } from '../../base/typed-amount.ts';
import { accountKey } from '../../identity/members/index.ts';
import { WALLET } from '../../ledger/index.ts';
import { type MerchantSettings, readMerchant, toUnits } from '../../merchant/index.ts';
import { checkReceiver, checkSender } from './checks.ts';
import type { SentTransfer, TransferFacts, TransferOrder, Transfers, TransfersDeps } from './contracts.ts';
import * as store from './store.ts';

type Direction = store.TransferRow['direction'];

export function createTransfers(deps: TransfersDeps): Transfers {
  const { db } = deps;
  return {
    state: (actor) => state(deps, actor),
    toUpline: (actor, order) =>
      send(deps, actor, order, 'upline', async () => {
        const upline = await store.findUpline(db, actor.memberId);
        if (!upline) throw new Refusal('transfer_no_upline');
        return upline;
      }),
    toDownline: (actor, order) =>
      send(deps, actor, order, 'downline', async () => {
        const downline = await store.findDownline(db, actor.memberId, accountKey(order.account));
        if (!downline) throw new Refusal('transfer_not_downline');
        return downline;
      }),
  };
}

async function state(deps: TransfersDeps, actor: Actor): Promise<TransferFacts> {
  const { db, wallet, clock, turnover, paymentPassword } = deps;
  const settings = await offered(deps, actor);
  const { memberId } = actor;
  const rules = settings.transfers;
  const [upline, balance, today, turnoverState, rows] = await Promise.all([
    store.findUpline(db, memberId),
    wallet.balance(db, memberId),
    store.sentOnDay(db, memberId, clock.now(), settings.timeZone),
    turnover.state(db, memberId),
    store.listTransfers(db, memberId),
  ]);
  const units = balance?.units ?? 0n;
  return {
    upline: upline ? { account: upline.account, nickname: upline.nickname } : null,
    paymentPasswordSet: await paymentPassword.isSet(db, memberId),
    min: toUnits(rules.minAmount),
    max: toUnits(rules.maxAmount),
    dayAmount: toUnits(rules.dayAmount),
    leftToday: above(toUnits(rules.dayAmount) - today.units),
    transfersLeftToday: Math.max(0, rules.dayCount - today.count),
    wallet: units,
    available: above(units - turnoverState.locked),
    turnoverLeft: turnoverState.left,
    transfers: rows.map((row) => presentTo(memberId, row)),
  };
}

/**
 * The checks of the sender come before the payment password, so that no try is wasted, and again under the locks. The receiver is
 * checked after the password only, because the state of another member is private.
 */
async function send(
  deps: TransfersDeps,
  actor: Actor,
  order: TransferOrder,
  direction: Direction,
  findReceiver: () => Promise<store.PartyRow>,
): Promise<SentTransfer> {
  const { db, paymentPassword } = deps;
  const settings = await offered(deps, actor);
  const { currency } = actor;
  const units = typedAmount(order.amount, currency);
  const receiver = await findReceiver();
  const findExecuted = async () => {
    const row = await store.findByReference(db, actor.memberId, order.reference);
    return row && presentTo(actor.memberId, sameOrder(row, receiver.id, units));
  };
  const before = await findExecuted();
  if (before) return before;
  const { minAmount, maxAmount } = settings.transfers;
  const [min, max] = [toUnits(minAmount), toUnits(maxAmount)];
  if (units < min || units > max) throw new Refusal('amount_out_of_range', { min: toScreen(min, currency), max: toScreen(max, currency) });
  try {
    await checkSender(deps, db, actor, units, settings);
  } catch (refusal) {
    // A concurrent duplicate may have been executed since, and its money is missing now.
    const duplicate = await findExecuted();
    if (duplicate) return duplicate;
    throw refusal;
  }
  await paymentPassword.check(actor.memberId, order.paymentPassword);
  return inTransaction(db, (tx, afterCommit) => settle(deps, tx, afterCommit, { actor, receiver, units, direction, settings, order }));
}

interface Settlement {
  readonly actor: Actor;
  readonly receiver: store.PartyRow;
  readonly units: Units;
  readonly direction: Direction;
  readonly settings: MerchantSettings;
  readonly order: TransferOrder;
}

/** With both wallets locked: repeats the checks, posts and stores the transfer. */
async function settle(deps: TransfersDeps, tx: Tx, afterCommit: AfterCommit, settlement: Settlement): Promise<SentTransfer> {
  const { wallet, clock } = deps;
  const { actor, receiver, units, direction, settings, order } = settlement;
  await wallet.lockWallets(tx, [actor.memberId, receiver.id]);
  const duplicate = await store.findByReference(tx, actor.memberId, order.reference);
  if (duplicate) return presentTo(actor.memberId, sameOrder(duplicate, receiver.id, units));
  await checkSender(deps, tx, actor, units, settings);
  await checkReceiver(deps, tx, receiver, actor.currency, units);
  const id = `t_${randomBytes(12).toString('hex')}`;
  const result = await wallet.transfer(
    tx,
    {
      reference: `transfer:${id}`,
      kind: direction,
      currency: actor.currency,
      realm: 'real',
      memberId: actor.memberId,
      legs: [
        { owner: actor.memberId, kind: WALLET, units: -units },
        { owner: receiver.id, kind: WALLET, units },
      ],
      meta: { transferId: id, to: receiver.id },
    },
    afterCommit,
  );
  if (result.outcome !== 'posted') throw new Error(`transfer ${id} was not posted: ${result.outcome}`);
  await store.insertTransfer(tx, {
    id,
    from_member: actor.memberId,
    to_member: receiver.id,
    direction,
    amount: units.toString(),
    currency: actor.currency,
    client_reference: order.reference,
    transfer_id: result.transferId,
    created_at: clock.now(),
  });
  const percent = settings.transfers.receivedTurnoverPercent;
  if (direction === 'downline' && percent > 0) await deps.turnover.require(tx, receiver.id, { source: `transfer:${id}`, units, percent });
  await notifyBoth(deps, tx, afterCommit, settlement);
  const existing = await store.findByReference(tx, actor.memberId, order.reference);
  if (!existing) throw new Error(`transfer ${id} not found`);
  return presentTo(actor.memberId, existing);
}

async function notifyBoth({ inbox }: TransfersDeps, tx: Tx, afterCommit: AfterCommit, settlement: Settlement): Promise<void> {
  const { actor, receiver, units } = settlement;
  const amount = amountText(units, actor.currency);
  const href = '/member/transferUpline';
  await inbox.post(
    tx,
    { memberId: actor.memberId, template: 'transfer_out', params: { amount, name: receiver.account }, href },
    afterCommit,
  );
  await inbox.post(tx, { memberId: receiver.id, template: 'transfer_in', params: { amount, name: actor.account }, href }, afterCommit);
}

async function offered({ db, merchant }: TransfersDeps, actor: Actor): Promise<MerchantSettings> {
  if (actor.type === MEMBER_TYPE.trial) throw new Refusal('in_need_true_account');
  const { settings } = await readMerchant(db, merchant);
  if (settings.features.transferUpline !== true) throw new Refusal('transfer_off');
  return settings;
}

function sameOrder(row: store.NamedTransferRow, receiverId: string, units: Units): store.NamedTransferRow {
  if (row.to_member !== receiverId || BigInt(row.amount) !== units) throw new Refusal('reference_conflict');
  return row;
}

function presentTo(memberId: string, row: store.NamedTransferRow): SentTransfer {
  const sent = row.from_member === memberId;
  return {
    id: row.id,
    // The sender's reference has no meaning for the receiver.
    reference: sent ? row.client_reference : '',
    sent,
    counterpart: sent ? row.to_account : row.from_account,
    units: BigInt(row.amount),
    at: row.created_at,
    ledgerTransferId: row.transfer_id,
  };
}

function above(units: Units): Units {
  return units < 0n ? 0n : units;
}
