import type { Units } from '../../../../shared/money/money.ts';
import type { MovableClock } from '../../base/clock.ts';
import type { Tx } from '../../base/db/index.ts';
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

/** A lottery ticket of the history, as the built-in vendor has stored it. */
export interface DemoTicket {
  readonly id: string;
  readonly gameId: string;
  readonly stake: Units;
  readonly payout: Units;
  readonly isRefunded: boolean;
  readonly placedAt: Date;
  readonly endedAt: Date;
}

/**
 * Stores lottery tickets of a day at the built-in vendor, in the last hour of the day, and returns them in the order of their times. Games
 * outside `offered` are left out.
 */
export type DemoTickets = (
  tx: Tx,
  day: { readonly player: string; readonly currency: string; readonly daysLeft: number; readonly until: Date },
  offered: ReadonlySet<string>,
) => Promise<readonly DemoTicket[]>;

/** Extent of the demo's first data. */
export interface SeedExtent {
  /** Also accounts below the demo's agent. */
  readonly team?: boolean;
  /** The clock of the platform: the team of a new demo also gets weeks of play, money and wages. */
  readonly history?: MovableClock;
  /** With a history: lottery tickets of its player. */
  readonly tickets?: DemoTickets;
}

/** Accounts of the demo, printed at start. */
export interface DemoAccount {
  /** `player`: a member with weeks of play, only in a demo with a team. */
  readonly role: 'member' | 'trial' | 'agent' | 'fresh' | 'player';
  readonly account: string;
  readonly password: string;
}
