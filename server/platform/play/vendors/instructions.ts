import { createHash } from 'node:crypto';
import type { SeamlessCode } from '../../../../shared/seamless/codes.ts';
import type { SeamlessAnswer, SeamlessBody } from '../../../../shared/seamless/wallet.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { HOUSE, type Leg, type TransferInstruction, type TransferResult, WALLET } from '../../ledger/index.ts';
import { answer, type BookState, type Holder, type StakeSession } from './bet-context.ts';
import { FREE, POOLED, type VendorDeps } from './contracts.ts';
import * as store from './store.ts';

/** Input of every money operation. The player's wallet is locked. */
export interface Step {
  readonly deps: VendorDeps;
  readonly tx: Tx;
  readonly afterCommit: AfterCommit;
  readonly holder: Holder;
  readonly known: BookState;
  /** Session of the instruction's token, if it has one. */
  readonly session: StakeSession | undefined;
  readonly now: Date;
  /** Transfers of this transaction that were posted before their instructions, by transaction id. */
  readonly posted?: ReadonlyMap<string, TransferResult>;
}

interface InstructionIds {
  readonly transactionId: string;
  readonly roundId: string;
  readonly gameId: string;
  readonly player: string;
}

export interface Instruction {
  readonly kind: 'bet' | 'win' | 'rollback' | 'win-reversal';
  readonly body: InstructionIds & { readonly betTransactionId?: string };
  readonly amount: bigint;
  /** Fingerprint of the instruction. The token is not part of it, so a renewed session may repeat it. */
  readonly hash: string;
}

export function instructionOf(
  kind: Instruction['kind'],
  body: InstructionIds & {
    readonly currency?: string;
    readonly amount?: string;
    readonly betTransactionId?: string;
  } & Partial<Pick<SeamlessBody<'bet'>, 'contestId' | 'freeRound'>>,
): Instruction {
  const { transactionId, roundId, gameId, player, currency = '', amount = '0', betTransactionId = '', contestId, freeRound } = body;
  const contest = contestId === undefined ? [] : [contestId];
  const free = freeRound === undefined ? [] : [freeRound.grantId, freeRound.stake];
  const text = JSON.stringify([kind, transactionId, roundId, gameId, player, currency, amount, betTransactionId, ...contest, ...free]);
  return { kind, body, amount: BigInt(amount), hash: createHash('sha256').update(text).digest('hex') };
}

/**
 * Reply to a repeated instruction; undefined for a new one. Same content: the stored reply with the current balance. Other content:
 * mismatch. A bet that was rolled back, even before it arrived, is answered with that.
 */
export function replayOf({ holder, known: { before } }: Step, { hash }: Instruction): SeamlessAnswer | undefined {
  if (!before) return undefined;
  if (before.state === 'tombstone') return answer(holder, 'BET_ROLLED_BACK');
  if (before.body_hash !== hash) return answer(holder, 'TRANSACTION_MISMATCH');
  if (before.state === 'rolled-back') return answer(holder, 'BET_ROLLED_BACK', { transferId: before.transfer_id });
  return answer(holder, before.status as SeamlessCode, { transferId: before.transfer_id });
}

interface Outcome {
  readonly state: store.TransactionRow['state'];
  readonly status: SeamlessCode;
  readonly transferId?: string | null;
  readonly amount?: bigint;
}

/** Stores the instruction with its reply. */
export function storeOutcome(step: Step, instruction: Instruction, outcome: Outcome): Promise<void> {
  return store.insertTransaction(step.tx, transactionRow(step, instruction, outcome));
}

/** Row of the instruction with its reply. */
export function transactionRow({ holder, now }: Step, { kind, body, amount, hash }: Instruction, result: Outcome) {
  return {
    provider: holder.provider,
    transaction_id: body.transactionId,
    kind,
    body_hash: hash,
    member_id: holder.memberId,
    round_id: body.roundId,
    game_id: body.gameId,
    amount: (result.amount ?? amount).toString(),
    bet_transaction_id: body.betTransactionId ?? null,
    state: result.state,
    status: result.status,
    transfer_id: result.transferId ?? null,
    created_at: now,
  };
}

/**
 * Posts a transfer between the vendor's account of the house and the round's wallet account, or the accounts of `legs`, whose sum is `units`.
 */
export async function postTransfer(
  step: Step,
  { kind, body }: Instruction,
  units: bigint,
  round: Pick<store.RoundRow, 'wallet_kind'> | undefined,
  legs?: readonly Leg[],
): Promise<TransferResult> {
  const { deps, tx, afterCommit, holder } = step;
  const before = step.posted?.get(body.transactionId);
  if (before) return before;
  const account = round?.wallet_kind === POOLED ? WALLET : round?.wallet_kind;
  return deps.wallet.transfer(tx, transferOf(holder, { kind, body }, units, account, legs), afterCommit);
}

/** `account`: of the member; absent: the one of a new round. */
export function transferOf(
  holder: Holder,
  { kind, body }: Pick<Instruction, 'kind' | 'body'>,
  units: bigint,
  account: string = holder.account,
  legs: readonly Leg[] = [{ owner: holder.memberId, kind: account, units }],
): TransferInstruction {
  return {
    reference: `seamless:${holder.provider}:${body.transactionId}`,
    kind,
    currency: holder.currency,
    realm: holder.realm,
    memberId: holder.memberId,
    legs: [...legs, { owner: HOUSE, kind: `vendor:${holder.provider}`, units: -units }],
    meta: { roundId: body.roundId, gameId: body.gameId },
  };
}

/** A credit cannot fail for lack of funds: any other result is a defect and rolls the transaction back. */
export function requirePosted(result: TransferResult, instruction: Instruction): Extract<TransferResult, { transferId: string }> {
  if (result.outcome === 'posted') return result;
  throw new Error(`${instruction.kind} ${instruction.body.transactionId} was not posted: ${result.outcome}`);
}

/**
 * Life cycle of a round: a bet opens it. When its last live bet is settled or rolled back, it has an outcome. A further bet opens it again,
 * until the vendor finishes it or a losing bet closes it.
 */
export function afterBet(round: store.RoundRow, amount: bigint, atRisk: bigint | null): store.RoundChange {
  const known = round.at_risk === null && atRisk === null ? null : BigInt(round.at_risk ?? round.stake) + (atRisk ?? amount);
  return {
    stake: (BigInt(round.stake) + amount).toString(),
    at_risk: known === null ? null : known.toString(),
    live_bets: round.live_bets + 1,
    state: 'open',
    settled_at: null,
  };
}

/**
 * Categories in which one bet can cover opposite outcomes. A slot spin or a shot has one outcome, and players of a table bet on themselves.
 */
const HEDGEABLE: readonly string[] = ['LIVE', 'SPORTS', 'ESPORTS', 'LOTT', 'ELOTT'];

/** The known maximum loss of a bet; null: the whole amount, on one outcome. */
export function atRiskOf(
  { amount, atRisk, market }: Pick<SeamlessBody<'bet'>, 'amount' | 'atRisk' | 'market'>,
  category: string,
): bigint | null {
  const stake = BigInt(amount);
  if (atRisk !== undefined) return BigInt(atRisk) < stake ? BigInt(atRisk) : stake;
  return market === undefined && HEDGEABLE.includes(category) ? stake : null;
}

/** A zero win without further live bets closes the round, and so does a win with `endRound`. */
export function afterWin(round: store.RoundRow, amount: bigint, now: Date, endRound = false): store.RoundChange {
  const payout = (BigInt(round.payout) + amount).toString();
  const live = round.live_bets - 1;
  return {
    payout,
    live_bets: live,
    ...outcome({ ...round, payout, live_bets: live }, now),
    closed: (amount === 0n || endRound) && live === 0,
  };
}

export function afterRollback(round: store.RoundRow, amount: bigint, now: Date): store.RoundChange {
  const refunded = (BigInt(round.refunded) + amount).toString();
  const live = round.live_bets - 1;
  return { refunded, live_bets: live, ...outcome({ ...round, refunded, live_bets: live }, now) };
}

/** The round of a settled bet that is taken back; `won`: what the bet had won. */
export function afterReversal(round: store.RoundRow, amount: bigint, won: bigint, now: Date): store.RoundChange {
  const refunded = (BigInt(round.refunded) + amount).toString();
  const payout = (BigInt(round.payout) - won).toString();
  return { refunded, payout, ...outcome({ ...round, refunded, payout }, now) };
}

/** Bets that are still live are lost. */
export function closeRound(round: store.RoundRow, now: Date): store.RoundChange {
  return { live_bets: 0, ...outcome({ ...round, live_bets: 0 }, round.settled_at ?? now), closed: true };
}

function outcome(round: store.RoundRow, now: Date): store.RoundChange {
  if (round.live_bets > 0) return {};
  if (round.wallet_kind === FREE) return { state: BigInt(round.payout) > 0n ? 'won' : 'lost', settled_at: now };
  if (round.refunded === round.stake) return { state: 'cancelled', settled_at: now };
  // A payout below the stake counts as a loss, also if the game shows a win (UKGC RTS 14F).
  const isRefunded = BigInt(round.payout) + BigInt(round.refunded) >= BigInt(round.stake);
  return { state: isRefunded ? 'won' : 'lost', settled_at: now };
}
