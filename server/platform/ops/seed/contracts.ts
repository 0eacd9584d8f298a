import type { MovableClock } from '../../base/clock.ts';
import type { FileChannel } from '../../money/deposit/index.ts';
import type { FileProvider } from '../../play/vendors/index.ts';

/** Vendors of a merchant file. */
export interface FileVendors {
  /** Patterns of the built-in games that the merchant offers; undefined: not in the file. */
  readonly builtIn?: readonly string[];
  /** Undefined: not in the file. */
  readonly providers?: readonly FileProvider[];
}

/** An agent of a merchant file. */
export interface FileAgent {
  readonly account: string;
  readonly type: number;
  /** Basis points. */
  readonly rebateBp: number;
  /** Account of the agent above, earlier in the list. */
  readonly upline?: string;
  /** Invitation code. */
  readonly code?: string;
  readonly passwordVariable: string;
  /** Value of the variable; undefined: not set. */
  readonly password: string | undefined;
}

/** Contents of a merchant file for the platform. */
export interface MerchantConfig {
  /** Creates the demo's accounts, vouchers and content. */
  readonly demo: boolean;
  /** Validated settings that differ from the defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Games: which built-in ones, and providers of others. */
  readonly vendors?: FileVendors;
  /** Deposit channels; undefined: not in the file. */
  readonly channels?: readonly FileChannel[];
  /** The first agents, the uplines before those below. */
  readonly agents?: readonly FileAgent[];
}

/** Extent of the demo's first data. */
export interface SeedExtent {
  /** Also accounts below the demo's agent. */
  readonly team?: boolean;
  /** The clock of the platform: the team of a new demo also gets weeks of play, money and wages. */
  readonly history?: MovableClock;
}

/** Accounts of the demo, printed at start. */
export interface DemoAccount {
  /** `player`: a member with weeks of play, only in a demo with a team. */
  readonly role: 'member' | 'trial' | 'agent' | 'fresh' | 'player';
  readonly account: string;
  readonly password: string;
}
