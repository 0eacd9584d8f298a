import type { Units } from '../../../../shared/money/money.ts';
import type { Actor } from '../../base/actor.ts';

/** A move of which it is not known yet whether it was executed. */
export interface OutsideMove {
  readonly id: string;
  readonly vassalage: string;
  readonly direction: 'in' | 'out';
  readonly units: Units;
  readonly since: Date;
}

export interface OutsideOrder {
  readonly vassalage: string;
  readonly direction: 'in' | 'out';
  readonly units: Units;
  /** Of the client; once per member. */
  readonly reference: string;
}

/** Wallets whose money a provider keeps; the ledger has its mirror. Implemented by the vendors feature. */
export interface OutsideWallets {
  /** Codes of their vendors. */
  codes(): Promise<ReadonlySet<string>>;
  /** Whether a move with this reference was begun. */
  isKnown(memberId: string, reference: string): Promise<boolean>;
  /** Returns when the money has arrived, or when the provider has not answered in time: then it is in `moving`. */
  move(actor: Actor, order: OutsideOrder): Promise<void>;
  /** Moves back all that is there; returns the amount that has arrived. */
  collect(actor: Actor, vassalage: string, reference: string): Promise<Units>;
  moving(memberId: string): Promise<readonly OutsideMove[]>;
}

/** No provider keeps balances. */
export const NO_OUTSIDE_WALLETS: OutsideWallets = {
  codes: async () => new Set(),
  isKnown: async () => false,
  move: async () => undefined,
  collect: async () => 0n,
  moving: async () => [],
};
