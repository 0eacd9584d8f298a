import type { SeamlessCode } from '../../../shared/seamless/codes.ts';
import type { SeamlessAnswer } from '../../../shared/seamless/wallet.ts';
import type { ContestBook } from './wallet-contests.ts';
import type { WalletDefect } from './wallet-defects.ts';
import type { FreeRoundBook } from './wallet-free-rounds.ts';
import type { RoundBook } from './wallet-rounds.ts';
import type { SessionBook } from './wallet-sessions.ts';
import type { Body, TransactionBook } from './wallet-transactions.ts';

export interface BetDeps {
  readonly gameIds: readonly string[];
  readonly book: TransactionBook;
  readonly sessions: SessionBook;
  readonly contests: ContestBook;
  readonly rounds: RoundBook;
  readonly freeRounds: FreeRoundBook;
  readonly maximumStakes: ReadonlyMap<string, bigint>;
  /** Shortest time between the starts of two rounds of a player; 0 for none. */
  readonly minimumRoundMs: number;
  readonly has: (defect: WalletDefect) => boolean;
}

/** Accepts or refuses a bet. */
export function createBets({
  gameIds,
  book,
  sessions,
  contests,
  rounds,
  freeRounds,
  maximumStakes,
  minimumRoundMs,
  has,
}: BetDeps): (body: Body, content: string) => SeamlessAnswer {
  const startedAt = new Map<string, number>();
  function isTooSoon({ player = '', roundId = '' }: Body): boolean {
    return !rounds.has(roundId) && Date.now() - (startedAt.get(player) ?? 0) < minimumRoundMs;
  }

  function betRefusal(body: Body, amount: bigint): SeamlessCode | undefined {
    if (body.currency !== book.currency) return 'WRONG_CURRENCY';
    if (!gameIds.includes(body.gameId ?? '')) return 'GAME_NOT_FOUND';
    if (rounds.closed.has(body.roundId ?? '') && !has('opens-again')) return 'ROUND_CLOSED';
    if (isTooSoon(body)) return 'ROUND_TOO_SOON';
    if (isAboveMaximum(body, amount)) return 'LIMIT_REACHED';
    return amount > book.balanceOf(body.player ?? '') && !has('overdraws') ? 'INSUFFICIENT_FUNDS' : undefined;
  }

  function isAboveMaximum({ player = '' }: Body, amount: bigint): boolean {
    const maximum = maximumStakes.get(player);
    return maximum !== undefined && amount > maximum && !has('any-stake');
  }

  function bet(body: Body, content: string): SeamlessAnswer {
    const { token = '', player = '', roundId = '', gameId = '' } = body;
    const session = sessions.find(token);
    if (session?.player !== player) return book.answer(player, 'INVALID_TOKEN');
    if (session.expired && !has('bets-after-expiry')) return book.answer(player, 'TOKEN_EXPIRED');
    if (rounds.has(roundId) && rounds.playerOf(roundId) !== player) return book.answer(player, 'TRANSACTION_MISMATCH');
    const amount = BigInt(body.amount ?? 0);
    const refusal = betRefusal(body, amount);
    if (refusal) return book.store(body, 'bet', content, refusal, 0n);
    const refused = freeRounds.refusalOf(body);
    if (refused) return { ...book.store(body, 'bet', content, 'FREE_ROUND_REFUSED', 0n), message: refused };
    const opponent = contests.linkedOpponent(body);
    if (opponent) return { ...book.store(body, 'bet', content, 'LIMIT_REACHED', 0n), message: `linked_players: ${opponent}` };
    if (!rounds.has(roundId)) startedAt.set(player, Date.now());
    freeRounds.take(body);
    contests.enter(body);
    rounds.open(roundId, player, gameId);
    return book.store(body, 'bet', content, 'OK', -amount);
  }

  return bet;
}
