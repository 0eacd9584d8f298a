import type { Logger } from 'pino';
import type { GameCategory, Theme } from '../../../shared/constants.ts';
import type { Clock } from '../clock.ts';
import type { Contests, Opponents } from '../contests/index.ts';
import type { Database, Executor } from '../db/database.ts';
import type { Protection } from '../protection/index.ts';
import type { Wallet } from '../wallet/index.ts';

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

export interface MemberFacts {
  readonly memberId: string;
  /** Member type; 4 is a trial account. */
  readonly type: number;
  readonly currency: string;
  /** Locked, excluded or closed: bets are refused, wins and rollbacks still post. */
  readonly blocked: boolean;
}

/** Member data that the wallet needs, implemented by the accounts feature. */
export interface MemberDirectory {
  find(executor: Executor, memberId: string): Promise<MemberFacts | undefined>;
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
