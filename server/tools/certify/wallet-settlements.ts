import type { SeamlessCode } from '../../../shared/seamless/codes.ts';
import type { SeamlessAnswer } from '../../../shared/seamless/wallet.ts';
import type { WalletDefect } from './wallet-defects.ts';
import type { RoundBook } from './wallet-rounds.ts';
import type { SessionBook } from './wallet-sessions.ts';
import type { Body, Transaction, TransactionBook } from './wallet-transactions.ts';

export interface SettlementDeps {
  readonly book: TransactionBook;
  readonly sessions: SessionBook;
  readonly rounds: RoundBook;
  readonly has: (defect: WalletDefect) => boolean;
}

/** What follows a bet. */
export interface Settlements {
  win(body: Body, content: string): SeamlessAnswer;
  rollback(body: Body, content: string): SeamlessAnswer;
  finish(body: Body): SeamlessAnswer;
}

export function createSettlements({ book, sessions, rounds, has }: SettlementDeps): Settlements {
  /** The open bet of a win or a rollback. */
  function aliveBet({ betTransactionId = '', player, roundId = '' }: Body): Transaction | SeamlessCode {
    const found = book.transactions.get(betTransactionId);
    if (!found || found.state === 'refused') return 'BET_NOT_FOUND';
    if (found.state === 'tombstone') return 'BET_ROLLED_BACK';
    if (found.kind !== 'bet' || found.player !== player || found.roundId !== roundId) return 'TRANSACTION_MISMATCH';
    if (found.state === 'rolled-back') return has('pays-after-rollback') ? found : 'BET_ROLLED_BACK';
    if (rounds.closed.has(roundId)) return 'ROUND_CLOSED';
    return found.settled && !has('pays-twice') ? 'BET_SETTLED' : found;
  }

  function win(body: Body, content: string): SeamlessAnswer {
    const { player = '', roundId = '' } = body;
    if (has('no-wins-after-expiry') && sessions.hasExpired(player)) return book.answer(player, 'TOKEN_EXPIRED');
    if (body.currency !== book.currency) return book.answer(player, 'WRONG_CURRENCY');
    const found = aliveBet(body);
    if (typeof found === 'string')
      return has('keeps-refused-wins') ? book.store(body, 'win', content, found, 0n) : book.answer(player, found);
    found.settled = true;
    if (body.amount === '0' && ![...book.transactions.values()].some((one) => one.roundId === roundId && isLive(one)))
      rounds.closed.add(roundId);
    return book.store(body, 'win', content, 'OK', BigInt(body.amount ?? 0));
  }

  function rollback(body: Body, content: string): SeamlessAnswer {
    const { betTransactionId = '', player = '', roundId = '' } = body;
    const target = book.transactions.get(betTransactionId);
    if (!target && !has('forgets-tombstones')) {
      const tombstone = { kind: 'bet', content: '', player, roundId, amount: 0n, transferId: undefined } as const;
      book.transactions.set(betTransactionId, { ...tombstone, status: 'BET_ROLLED_BACK', state: 'tombstone', settled: false });
    }
    if (!target || target.state === 'tombstone' || target.state === 'refused') return book.store(body, 'rollback', content, 'OK', 0n);
    if (target.settled && has('undoes-wins')) target.settled = false;
    const found = aliveBet(body);
    if (typeof found === 'string') return book.answer(player, found);
    found.state = 'rolled-back';
    return book.store(body, 'rollback', content, 'OK', found.amount);
  }

  function finish({ roundId = '', player = '' }: Body): SeamlessAnswer {
    if (rounds.playerOf(roundId) !== player) return book.answer(player, rounds.has(roundId) ? 'TRANSACTION_MISMATCH' : 'BET_NOT_FOUND');
    rounds.closed.add(roundId);
    for (const one of book.transactions.values()) if (one.roundId === roundId && one.kind === 'bet') one.settled = true;
    return book.answer(player, 'OK');
  }

  return { win, rollback, finish };
}

function isLive({ kind, state, settled }: Transaction): boolean {
  return kind === 'bet' && state === 'accepted' && !settled;
}
