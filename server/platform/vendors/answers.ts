import type { SeamlessAnswer } from '../../../shared/api/seamless.ts';
import type { SeamlessCode } from '../../../shared/codes.ts';
import type { Units } from '../../../shared/money/money.ts';

/** The player of an instruction, with the wallet locked until the transaction ends. */
export interface Holder {
  readonly provider: string;
  readonly player: string;
  readonly memberId: string;
  readonly currency: string;
  readonly realm: 'real' | 'trial';
  /** Of `account`. */
  readonly balance: Units;
  /** The account that a new round is played with. */
  readonly account: string;
  /** One wallet for all vendors: the merchant's setting; always so for play money. */
  readonly single: boolean;
}

/** An answer about a known player: always with the balance of this moment. */
export function answer(holder: Holder, status: SeamlessCode, more: { balance?: Units; transferId?: string | null } = {}): SeamlessAnswer {
  const balance = more.balance ?? holder.balance;
  return {
    status,
    player: holder.player,
    currency: holder.currency,
    // The wire form of a balance has no sign: what a reversal took too much shows as nothing to bet with.
    balance: (balance < 0n ? 0n : balance).toString(),
    ...(more.transferId ? { transferId: more.transferId } : {}),
  };
}
