import { randomUUID } from 'node:crypto';
import { toUnitText } from '../../../shared/money/money.ts';
import type { SeamlessCode } from '../../../shared/seamless/codes.ts';
import type { SeamlessAnswer } from '../../../shared/seamless/wallet.ts';
import type { WalletDefect } from './wallet-defects.ts';

export interface Transaction {
  readonly kind: 'bet' | 'win' | 'rollback';
  readonly content: string;
  readonly player: string;
  readonly roundId: string;
  readonly amount: bigint;
  readonly transferId: string | undefined;
  status: SeamlessCode;
  state: 'accepted' | 'refused' | 'rolled-back' | 'tombstone';
  settled: boolean;
}

/** Fields of an instruction, which are all texts. */
export type Body = Readonly<Record<string, string>>;

/** Balances of the players, and the instructions that changed or should have changed them. */
export interface TransactionBook {
  readonly currency: string;
  readonly transactions: Map<string, Transaction>;
  /** A player is known once the balance is set. */
  knows(player: string): boolean;
  setBalance(player: string, units: bigint): void;
  balanceOf(player: string): bigint;
  answer(player: string, status: SeamlessCode, transferId?: string): SeamlessAnswer;
  /** The answer to a repeated instruction; undefined for a new one. */
  replayOf(body: Body, kind: Transaction['kind'], content: string): SeamlessAnswer | undefined;
  /** Stores the instruction with its outcome; moves the money if it was accepted. */
  store(body: Body, kind: Transaction['kind'], content: string, status: SeamlessCode, units: bigint): SeamlessAnswer;
}

export function createTransactionBook(currency: string, has: (defect: WalletDefect) => boolean): TransactionBook {
  const balances = new Map<string, bigint>();
  const transactions = new Map<string, Transaction>();
  const balanceOf = (player: string) => balances.get(player) ?? 0n;

  const answer = (player: string, status: SeamlessCode, transferId?: string): SeamlessAnswer => ({
    status,
    player,
    currency,
    balance: toUnitText(balanceOf(player)),
    ...(transferId === undefined ? {} : { transferId }),
  });

  function replayOf(body: Body, kind: Transaction['kind'], content: string): SeamlessAnswer | undefined {
    const { transactionId = '', player = '' } = body;
    const known = transactions.get(transactionId);
    if (!known) return undefined;
    if (known.state === 'tombstone') return answer(player, 'BET_ROLLED_BACK');
    if (known.content !== content && !has('ignores-content')) return answer(player, 'TRANSACTION_MISMATCH');
    if (known.state === 'rolled-back') return answer(player, 'BET_ROLLED_BACK', known.transferId);
    if (known.state === 'refused' && has('forgets-refusals')) return undefined;
    if (kind === 'bet' && has('doubles-bets')) balances.set(player, balanceOf(player) - BigInt(body.amount ?? 0));
    if (kind === 'win' && has('doubles-wins')) balances.set(player, balanceOf(player) + BigInt(body.amount ?? 0));
    return answer(player, known.status, known.transferId);
  }

  function store(body: Body, kind: Transaction['kind'], content: string, status: SeamlessCode, units: bigint): SeamlessAnswer {
    const { transactionId = '', player = '', roundId = '' } = body;
    const accepted = status === 'OK';
    const transferId = accepted && units !== 0n ? randomUUID() : undefined;
    if (accepted) balances.set(player, balanceOf(player) + units);
    const state = accepted ? 'accepted' : 'refused';
    const amount = units < 0n ? -units : units;
    transactions.set(transactionId, { kind, content, player, roundId, amount, transferId, status, state, settled: false });
    return answer(player, status, transferId);
  }

  return {
    currency,
    transactions,
    knows: (player) => balances.has(player),
    setBalance: (player, units) => void balances.set(player, units),
    balanceOf,
    answer,
    replayOf,
    store,
  };
}
