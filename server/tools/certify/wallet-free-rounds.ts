import { toUnitText } from '../../../shared/money/money.ts';
import type { FreeRoundGrant, SeamlessBody } from '../../../shared/seamless/wallet.ts';
import type { Body, TransactionBook } from './wallet-transactions.ts';

/** Free rounds of one player in one game. */
export interface TestGrant {
  readonly grantId: string;
  readonly gameId: string;
  readonly rounds: number;
  /** Of each round, in units. */
  readonly stake: bigint;
  expiresAt: Date;
}

export interface FreeRoundBook {
  give(player: string, grant: TestGrant): void;
  /** Grants for the answer to `authenticate`. */
  offered(player: string, gameId: string): readonly FreeRoundGrant[];
  left(player: string, grantId: string): number;
  /** Why the bet is refused; undefined if it is no free round, or a good one. */
  refusalOf(body: Body): string | undefined;
  /** Counts the round of an accepted bet. */
  take(body: Body): void;
}

export function createFreeRoundBook(book: Pick<TransactionBook, 'transactions'>): FreeRoundBook {
  const grants = new Map<string, TestGrant>();
  const taken = new Map<string, string>();
  const keyOf = (player: string, grantId: string) => `${player} ${grantId}`;

  /** A round that was rolled back can be played again. */
  function left(player: string, grantId: string): number {
    const key = keyOf(player, grantId);
    const used = [...taken].filter(([id, grant]) => grant === key && book.transactions.get(id)?.state === 'accepted').length;
    return (grants.get(key)?.rounds ?? 0) - used;
  }

  return {
    left,
    give: (player, grant) => void grants.set(keyOf(player, grant.grantId), grant),
    offered(player, gameId) {
      return [...grants]
        .filter(([key, grant]) => key === keyOf(player, grant.grantId) && grant.gameId === gameId && grant.expiresAt > new Date())
        .map(([, { grantId, rounds, stake, expiresAt }]) => ({
          grantId,
          rounds,
          left: left(player, grantId),
          stake: toUnitText(stake),
          won: '0' as const,
          expiresAt: expiresAt.toISOString(),
        }))
        .filter((grant) => grant.left > 0);
    },
    refusalOf(body) {
      const { player = '', gameId } = body;
      const round = freeRoundOf(body);
      if (!round) return undefined;
      const grant = grants.get(keyOf(player, round.grantId));
      if (!grant) return 'unknown';
      if (grant.gameId !== gameId) return 'wrong_game';
      if (String(grant.stake) !== round.stake) return 'wrong_stake';
      if (grant.expiresAt <= new Date()) return 'expired';
      return left(player, round.grantId) > 0 ? undefined : 'none_left';
    },
    take(body) {
      const round = freeRoundOf(body);
      if (round) taken.set(body.transactionId ?? '', keyOf(body.player ?? '', round.grantId));
    },
  };
}

/** The one field of a bet that is no text. */
export function freeRoundOf(body: Body): SeamlessBody<'bet'>['freeRound'] {
  return (body as unknown as SeamlessBody<'bet'>).freeRound;
}
