import { createHash } from 'node:crypto';
import type { SeamlessAnswer } from '../../../shared/api/seamless.ts';
import type { SeamlessCode } from '../../../shared/codes.ts';
import type { Tx } from '../db/database.ts';
import type { AfterCommit } from '../db/transaction.ts';
import { HOUSE, type TransferResult } from '../wallet/index.ts';
import { answer, type Holder } from './answers.ts';
import type { VendorDeps } from './contracts.ts';
import type { Known, PlayingSession } from './look.ts';
import * as store from './store.ts';

/** What every money operation works with; the holder's wallet is locked. */
export interface Step {
  readonly deps: VendorDeps;
  readonly tx: Tx;
  readonly afterCommit: AfterCommit;
  readonly holder: Holder;
  /** What the books hold about the instruction. */
  readonly known: Known;
  /** Of the instruction's token, where it has one. */
  readonly session: PlayingSession | undefined;
  readonly now: Date;
}

interface Named {
  readonly transactionId: string;
  readonly roundId: string;
  readonly gameId: string;
  readonly player: string;
}

export interface Instruction {
  readonly kind: 'bet' | 'win' | 'rollback';
  readonly body: Named & { readonly betTransactionId?: string };
  readonly amount: bigint;
  /** Everything that makes two instructions the same; the token is left out, a renewed session may repeat. */
  readonly hash: string;
}

export function instructionOf(
  kind: Instruction['kind'],
  body: Named & {
    readonly currency?: string;
    readonly amount?: string;
    readonly betTransactionId?: string;
    readonly contestId?: string | undefined;
  },
): Instruction {
  const { transactionId, roundId, gameId, player, currency = '', amount = '0', betTransactionId = '', contestId } = body;
  const contest = contestId === undefined ? [] : [contestId];
  const text = JSON.stringify([kind, transactionId, roundId, gameId, player, currency, amount, betTransactionId, ...contest]);
  return { kind, body, amount: BigInt(amount), hash: createHash('sha256').update(text).digest('hex') };
}

/**
 * The answer to an instruction that was seen before, else undefined. Same content: the stored answer with the balance
 * of now. Other content: a mismatch. A bet that was rolled back, before or after it came, says so.
 */
export function repeated({ holder, known: { before } }: Step, { hash }: Instruction): SeamlessAnswer | undefined {
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

/** Keeps the instruction with its answer. */
export function remember(step: Step, instruction: Instruction, outcome: Outcome): Promise<void> {
  return store.insertTransaction(step.tx, rowOf(step, instruction, outcome));
}

/** The instruction and its answer as a row. */
export function rowOf({ holder, now }: Step, { kind, body, amount, hash }: Instruction, result: Outcome) {
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

/** Moves money between the account that the round is played with and the vendor's account of the house. */
export function move(
  step: Step,
  { kind, body }: Instruction,
  units: bigint,
  round: Pick<store.RoundRow, 'wallet_kind'> | undefined,
): Promise<TransferResult> {
  const { deps, tx, afterCommit, holder } = step;
  return deps.wallet.transfer(
    tx,
    {
      reference: `seamless:${holder.provider}:${body.transactionId}`,
      kind,
      currency: holder.currency,
      realm: holder.realm,
      memberId: holder.memberId,
      legs: [
        { owner: holder.memberId, kind: round?.wallet_kind ?? holder.account, units },
        { owner: HOUSE, kind: `vendor:${holder.provider}`, units: -units },
      ],
      meta: { roundId: body.roundId, gameId: body.gameId },
    },
    afterCommit,
  );
}

/** A credit cannot fail for want of money; anything but a posting is a defect and undoes the transaction. */
export function mustPost(result: TransferResult, instruction: Instruction): Extract<TransferResult, { transferId: string }> {
  if (result.outcome === 'posted') return result;
  throw new Error(`${instruction.kind} ${instruction.body.transactionId} was not posted: ${result.outcome}`);
}
