import { randomBytes } from 'node:crypto';
import { toUnitText } from '../../../../../shared/money/money.ts';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import { REFUSED_FOR_GOOD, type TransferWalletAnswer } from '../../../../../shared/transfer-wallet/protocol.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../../base/db/index.ts';
import { Refusal } from '../../../base/refusal.ts';
import { transitWallet, vendorWallet, WALLET } from '../../../ledger/index.ts';
import { protectionRefusal } from '../../../protection/responsible-gaming/index.ts';
import type { MoveOrder, MoveRow, Reply, TransferLine, TransferWalletDeps } from './contracts.ts';
import { lineOf, transferWalletOf } from './lines.ts';
import * as store from './move-store.ts';
import { checkSoon, playerOf } from './vendor-wallet-store.ts';

/** Longest time that a provider has for an answer. */
export const REQUEST_MS = 10_000;
/** Longer than a request takes: until then the job leaves the move to the process that has begun it. */
const LEASE_MS = 15_000;
/** A reference that the provider does not know after this time has not arrived; `status` has closed it there. */
const SETTLE_MS = MINUTE_MS;

/** What has become of a move. */
export type Outcome = { readonly state: 'done' | 'returned'; readonly reason: string };
type Finding = Outcome | { readonly state: 'open'; readonly note: string; readonly conflict?: string };

/**
 * Begins a move, once for each reference: the intent and the posting into transit are one transaction, so that the money is in exactly one
 * account after any failure. `fresh` is false for a repeat, which must not be sent.
 */
export function beginMove(deps: TransferWalletDeps, order: MoveOrder): Promise<{ readonly move: MoveRow; readonly fresh: boolean }> {
  const { db, wallet, clock } = deps;
  const { memberId, currency, direction, units, provider } = order;
  return inTransaction(db, async (tx, afterCommit) => {
    await wallet.lockBalance(tx, memberId);
    const before = await store.findMoveByReference(tx, memberId, order.reference);
    if (before) return { move: sameOrder(before, order), fresh: false };
    const vassalage = transferWalletOf(deps.providers, provider)?.vassalage;
    const player = await playerOf(tx, provider, memberId);
    if (vassalage === undefined || player === undefined) throw new Refusal('sub_wallet_not_found');
    if (direction === 'in') await checkMoveIn(deps, tx, order, vassalage);
    for (const kind of [vendorWallet(vassalage), transitWallet(vassalage)])
      await wallet.openMember(tx, { memberId, currency, realm: 'real', kind });
    const id = `mv_${randomBytes(12).toString('hex')}`;
    const { outcome } = await wallet.transfer(
      tx,
      {
        reference: `vendor-move:${id}`,
        kind: `vendor-${direction}`,
        currency,
        realm: 'real',
        memberId,
        legs: [
          { owner: memberId, kind: direction === 'in' ? WALLET : vendorWallet(vassalage), units: -units },
          { owner: memberId, kind: transitWallet(vassalage), units },
        ],
      },
      afterCommit,
    );
    if (outcome === 'insufficient') throw new Refusal('insufficient_funds');
    if (outcome !== 'posted') throw new Error(`the begin of move ${id} was not posted: ${outcome}`);
    const now = clock.now();
    const move = await store.insertMove(tx, {
      id,
      provider,
      vassalage,
      member_id: memberId,
      player,
      direction,
      currency,
      cause: order.cause,
      client_reference: order.reference,
      amount: units.toString(),
      next_try_at: new Date(now.getTime() + LEASE_MS),
      created_at: now,
    });
    return { move, fresh: true };
  });
}

function sameOrder(move: MoveRow, { provider, direction, units }: MoveOrder): MoveRow {
  if (move.provider !== provider || move.direction !== direction || BigInt(move.amount) !== units) throw new Refusal('reference_conflict');
  return move;
}

/** Stakes at the provider cannot be refused, so that all money there counts as staked against the member's limits. */
async function checkMoveIn(deps: TransferWalletDeps, tx: Tx, { memberId, provider, units }: MoveOrder, vassalage: string): Promise<void> {
  const member = await deps.members.find(tx, memberId);
  if (!member || member.blocked) throw new Refusal('vendor_move_refused');
  const there = (await deps.wallet.balance(tx, memberId, vendorWallet(vassalage)))?.units ?? 0n;
  const onTheWay = await store.movingIn(tx, memberId, provider);
  const refusal = await deps.protection.refuseAtVendor(tx, memberId, there + onTheWay + units);
  if (refusal) throw protectionRefusal(refusal);
}

/** Sends the one request of a fresh move and applies its answer. A move that was begun too long ago is left to the job. */
export async function sendMove(deps: TransferWalletDeps, move: MoveRow, line: TransferLine, deadlineMs = REQUEST_MS): Promise<MoveRow> {
  if (deps.clock.now().getTime() - move.created_at.getTime() > REQUEST_MS) return move;
  const body = { reference: move.id, player: move.player, currency: move.currency.trim(), amount: toUnitText(BigInt(move.amount)) };
  const reply = await deps.send(line, move.direction === 'in' ? 'deposit' : 'withdraw', body, deadlineMs);
  return apply(deps, move, findingOf(move, reply));
}

function findingOf(move: MoveRow, reply: Reply<TransferWalletAnswer<'deposit'>>): Finding {
  if (reply.kind !== 'answer')
    return reply.kind === 'not sent' ? { state: 'returned', reason: `not sent: ${reply.error}` } : { state: 'open', note: reply.error };
  const { status, reference, amount } = reply.answer;
  if (REFUSED_FOR_GOOD.includes(status)) return { state: 'returned', reason: status };
  if (status !== 'OK') return { state: 'open', note: status, ...(status === 'REFERENCE_MISMATCH' && { conflict: status }) };
  if (reference === move.id && amount === move.amount) return { state: 'done', reason: status };
  const conflict = `OK for ${reference ?? 'no reference'} of ${amount ?? 'no amount'}`;
  return { state: 'open', note: conflict, conflict };
}

/** Requests the outcome of open moves whose answer is missing. Runs on several nodes at once; each move is taken by one of them. */
export async function resolveDue(deps: TransferWalletDeps, limit = 50): Promise<void> {
  const due = { now: deps.clock.now(), limit, pauseMs: LEASE_MS, longestPauseMs: MINUTE_MS };
  const results = await Promise.allSettled((await store.claimDueMoves(deps.db, due)).map((move) => resolveMove(deps, move)));
  for (const result of results) if (result.status === 'rejected') deps.log.error({ err: result.reason }, 'move could not be resolved');
}

export async function resolveMove(deps: TransferWalletDeps, move: MoveRow): Promise<MoveRow> {
  const line = lineOf(deps.providers, move.provider);
  if (!line) return apply(deps, move, { state: 'open', note: 'the provider has no address or no key' });
  const reply = await deps.send(line, 'status', { reference: move.id }, REQUEST_MS);
  return apply(deps, move, resolvedAs(move, reply, deps.clock.now()));
}

function resolvedAs(move: MoveRow, reply: Reply<TransferWalletAnswer<'status'>>, now: Date): Finding {
  if (reply.kind !== 'answer') return { state: 'open', note: reply.error };
  const { status, transfer } = reply.answer;
  if (status === 'TRANSFER_NOT_FOUND') {
    // After a contradiction an operator decides.
    const isClosed = move.conflict === null && now.getTime() - move.created_at.getTime() >= SETTLE_MS;
    return isClosed ? { state: 'returned', reason: status } : { state: 'open', note: status };
  }
  if (status !== 'OK' || !transfer) return { state: 'open', note: status };
  const kind = move.direction === 'in' ? 'deposit' : 'withdraw';
  const isSame =
    transfer.kind === kind &&
    transfer.player === move.player &&
    transfer.amount === move.amount &&
    transfer.currency === move.currency.trim();
  if (!isSame) {
    const conflict = `${transfer.kind} of ${transfer.amount} ${transfer.currency} for ${transfer.player}`;
    return { state: 'open', note: conflict, conflict };
  }
  if (transfer.state === 'pending') return { state: 'open', note: 'pending' };
  return transfer.state === 'done' ? { state: 'done', reason: 'OK' } : { state: 'returned', reason: 'refused' };
}

async function apply(deps: TransferWalletDeps, move: MoveRow, finding: Finding): Promise<MoveRow> {
  if (finding.state !== 'open') return endMove(deps, move, finding);
  const { note, conflict } = finding;
  await store.noteMove(deps.db, move.id, {
    last_error: note.slice(0, 300),
    ...(conflict !== undefined && { conflict: conflict.slice(0, 300) }),
  });
  if (conflict !== undefined) deps.log.error({ move: move.id, provider: move.provider, conflict }, 'answer to a move contradicts it');
  return (await store.findMove(deps.db, move.id)) ?? move;
}

/** Posts the money out of transit, once: both ends of a move have the same reference in the ledger. */
function endMove(deps: TransferWalletDeps, { id }: MoveRow, outcome: Outcome): Promise<MoveRow> {
  return inTransaction(deps.db, async (tx, afterCommit) => {
    const move = await endMoveIn(deps, tx, afterCommit, id, outcome);
    if (!move) throw new Error(`move ${id} not found`);
    return move;
  });
}

/** The same in an open transaction. A move that is over stays as it is; undefined: there is no such move. */
export async function endMoveIn(
  { wallet, clock }: Pick<TransferWalletDeps, 'wallet' | 'clock'>,
  tx: Tx,
  afterCommit: AfterCommit,
  id: string,
  { state, reason }: Outcome,
): Promise<MoveRow | undefined> {
  const found = await store.findMove(tx, id);
  if (!found) return undefined;
  const memberId = found.member_id;
  await wallet.lockBalance(tx, memberId);
  const move = await store.lockMove(tx, id);
  if (move?.state !== 'open') return move;
  const isToVendor = (move.direction === 'in') === (state === 'done');
  const [units, currency] = [BigInt(move.amount), move.currency.trim()];
  const { outcome } = await wallet.transfer(
    tx,
    {
      reference: `vendor-move:${id}:end`,
      kind: isToVendor ? 'vendor-in' : 'vendor-out',
      currency,
      realm: 'real',
      memberId,
      legs: [
        { owner: memberId, kind: transitWallet(move.vassalage), units: -units },
        { owner: memberId, kind: isToVendor ? vendorWallet(move.vassalage) : WALLET, units },
      ],
    },
    afterCommit,
  );
  if (outcome !== 'posted') throw new Error(`the end of move ${id} was not posted: ${outcome}`);
  await store.closeMove(tx, id, { state, reason, closed_at: clock.now() });
  await checkSoon(tx, { provider: move.provider, memberId }, clock.now());
  return { ...move, state, reason };
}
