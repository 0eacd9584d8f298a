import type { Logger } from 'pino';
import type { GameCategory, Theme } from '../../../../shared/constants.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Executor } from '../../base/db/index.ts';
import type { MemberDirectory } from '../../identity/members/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { Contests, Opponents } from '../contests/index.ts';

/** Provider of the built-in games. */
export const STUDIO_PROVIDER = 'studio';

/** A vendor integration: the key of its seamless wallet calls, and the address of its games. */
export interface ProviderSettings {
  /** Path segment in `/seamless/<code>/…`, and the provider of vendors in the catalogue. */
  readonly code: string;
  /** Shared key of the HMAC in both directions. */
  readonly secret: string;
  /**
   * Address of a game; `ticket`, `game`, `language` and `theme` are added as query parameters. Root-relative ("/studio/play") if the portal
   * serves the vendor, absolute otherwise.
   */
  readonly launchUrl: string;
  /** Address for verifying a round, followed by `/<round id>`; absent if the vendor has none. */
  readonly verifyUrl?: string;
}

/** Endpoint of a provider, the technical side of one or more vendors. */
export interface Provider {
  /** Shared secret of the HMAC signature. */
  readonly secret: string;
  /** Address that opens a game with a launch ticket. */
  launchUrl(launch: { ticket: string; gameId: string; language: string; theme: Theme }): string;
  /** Page where a player verifies the outcome of a round; null if the vendor has none. */
  verifyUrl(roundId: string): string | null;
  /** Reply to the rollback of an unknown bet, as the vendor requires; default `OK`. */
  readonly unknownBetRollback?: 'OK' | 'BET_NOT_FOUND';
}
/** By provider code, the path segment of the seamless wallet. */
export type Providers = ReadonlyMap<string, Provider>;

export interface GameFacts {
  readonly gameId: string;
  readonly gameName: string;
  /** Vendor code. */
  readonly vassalage: string;
  readonly vendorName: string;
  /** Operates the game and calls the seamless wallet. One provider may serve several vendors. */
  readonly provider: string;
  readonly gameCategory: GameCategory;
  /** False while the game or its vendor is disabled or in maintenance. */
  readonly enabled: boolean;
}

/** Game data that the wallet needs, implemented by the games feature. */
export interface GameDirectory {
  find(executor: Executor, gameId: string, language: string): Promise<GameFacts | undefined>;
  /** The same for several games; unknown ids are omitted. */
  findMany(executor: Executor, gameIds: readonly string[], language: string): Promise<ReadonlyMap<string, GameFacts>>;
}

export interface VendorDeps {
  /** Called with the outcome of each call, for metrics; absent in tests. */
  readonly onSeamless?: (provider: string, operation: string, status: string, milliseconds: number) => void;
  readonly db: Database;
  readonly merchant: string;
  readonly wallet: Wallet;
  readonly clock: Clock;
  /** Refuses while this node's clock differs from the database's. */
  readonly requireTime?: () => void;
  readonly providers: Providers;
  readonly games: GameDirectory;
  readonly members: MemberDirectory;
  readonly protection: Protection;
  readonly contests: Contests;
  readonly opponents: Pick<Opponents, 'tokens'>;
  readonly log: Pick<Logger, 'error'>;
}
