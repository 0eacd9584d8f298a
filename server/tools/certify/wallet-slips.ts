import type { SlipLeg } from '../../../shared/seamless/slips.ts';
import type { SeamlessAnswer, SeamlessBody } from '../../../shared/seamless/wallet.ts';
import type { WalletDefect } from './wallet-defects.ts';

export interface SlipBook {
  /** Legs by round, as received last. */
  readonly slips: ReadonlyMap<string, readonly SlipLeg[]>;
  take(body: SeamlessBody<'slips'>): SeamlessAnswer;
}

/** Slips of bets on matches. `gameOf`: the game of a round with a bet; slips of other games are rejected by name. */
export function createSlipBook(gameOf: (roundId: string) => string | undefined, has: (defect: WalletDefect) => boolean): SlipBook {
  const slips = new Map<string, readonly SlipLeg[]>();
  return {
    slips,
    take({ slips: received }) {
      if (has('slips-once') && received.some(({ roundId }) => slips.has(roundId))) return { status: 'TRANSACTION_MISMATCH' };
      const leftOut = received.filter(({ roundId, gameId }) => gameOf(roundId) !== gameId && !has('any-slip'));
      for (const slip of received) if (!leftOut.includes(slip)) slips.set(slip.roundId, slip.legs);
      if (leftOut.length === 0) return { status: 'OK' };
      return { status: 'OK', message: `left out: ${leftOut.map(({ roundId }) => roundId).join(', ')}` };
    },
  };
}
