import { createHash } from 'node:crypto';
import type { SeamlessCode } from '../../../../shared/seamless/codes.ts';
import type { SeamlessAnswer, SeamlessBody } from '../../../../shared/seamless/wallet.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { HOUSE, type Leg, type TransferInstruction, type TransferResult, WALLET } from '../../ledger/index.ts';
import { answer, type Holder } from './answers.ts';
import type { BookState, StakeSession } from './bet-context.ts';
import { POOLED, type VendorDeps } from './contracts.ts';
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
