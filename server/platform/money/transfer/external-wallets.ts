import type { Units } from '../../../../shared/money/money.ts';
import type { Actor } from '../../base/actor.ts';

/** A move of which it is not known yet whether it was executed. */
export interface ExternalMove {
  readonly id: string;
  readonly vassalage: string;
  readonly direction: 'in' | 'out';
  readonly units: Units;
  readonly since: Date;
}

export interface ExternalOrder {
  readonly vassalage: string;
  readonly direction: 'in' | 'out';
  readonly units: Units;
  /** Of the client; once per member. */
  readonly reference: string;
}

/** Wallets whose money a provider keeps; the ledger has its mirror. Implemented by the vendors feature. */
export interface ExternalWallets {
  /** Codes of their vendors. */
  codes(): Promise<ReadonlySet<string>>;
  /** Whether a move with this reference was begun. */
  isKnown(memberId: string, reference: string): Promise<boolean>;
  /** Returns when the money has arrived, or when the provider has not answered in time: then it is in `moving`. */
  move(actor: Actor, order: ExternalOrder): Promise<void>;
  /** Moves back all that is there; returns the amount that has arrived. */
  collect(actor: Actor, vassalage: string, reference: string): Promise<Units>;
  moving(memberId: string): Promise<readonly ExternalMove[]>;
}

/** No provider keeps balances. */
export const NO_EXTERNAL_WALLETS: ExternalWallets = {
  codes: async () => new Set(),
  isKnown: async () => false,
  move: async () => undefined,
  collect: async () => 0n,
  moving: async () => [],
};
