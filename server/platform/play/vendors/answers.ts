import { toUnitText, type Units } from '../../../../shared/money/money.ts';
import type { SeamlessCode } from '../../../../shared/seamless/codes.ts';
import type { SeamlessAnswer } from '../../../../shared/seamless/wallet.ts';

/** The player of an instruction. The wallet is locked until the transaction ends. */
export interface Holder {
  readonly provider: string;
  readonly player: string;
  readonly memberId: string;
  readonly currency: string;
  readonly realm: 'real' | 'trial';
  /** Of `account`; of the wallet with the pools of a bonus, as far as they were read. */
  readonly balance: Units;
  /** Account used for a new round. */
  readonly account: string;
  /** One wallet for all vendors: setting of the merchant; always true for play money. */
  readonly single: boolean;
  /** The member has or had a bonus: read with the wallet locked. */
  readonly hasPools: boolean;
}

/** A reply for a known player, always with the current balance. */
export function answer(holder: Holder, status: SeamlessCode, more: { balance?: Units; transferId?: string | null } = {}): SeamlessAnswer {
  const balance = more.balance ?? holder.balance;
  return {
    status,
    player: holder.player,
    currency: holder.currency,
    // Balances on the wire have no sign: an overdrawn wallet has nothing to bet with.
    balance: toUnitText(balance < 0n ? 0n : balance),
    ...(more.transferId ? { transferId: more.transferId } : {}),
  };
}
