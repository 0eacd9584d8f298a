import type { Logger } from 'pino';
import type { GameCategory, Theme } from '../../../shared/constants.ts';
import type { Clock } from '../clock.ts';
import type { Contests, Opponents } from '../contests/index.ts';
import type { Database, Executor } from '../db/database.ts';
import type { Protection } from '../protection/index.ts';
import type { Wallet } from '../wallet/index.ts';

/** How one provider, the technical side of one or more vendors, is reached and checked. */
export interface Provider {
  /** Shared secret of the HMAC signature. */
  readonly secret: string;
  /** Address that opens a game with a launch ticket. */
  launchUrl(launch: { ticket: string; gameId: string; language: string; theme: Theme }): string;
  /** Where a player recomputes the outcome of a round; null when the vendor offers none. */
  verifyUrl(roundId: string): string | null;
  /** How the vendor wants the rollback of a bet answered that never came; `OK` unless it says otherwise. */
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
  /** Who runs the game and speaks the seamless wallet; one provider may serve several vendors. */
  readonly provider: string;
  readonly gameCategory: GameCategory;
  /** False while the game or its vendor is switched off or in maintenance. */
  readonly enabled: boolean;
}

/** What the wallet needs to know about games; the games feature implements it. */
export interface GameDirectory {
  find(executor: Executor, gameId: string, language: string): Promise<GameFacts | undefined>;
  /** The same for a page of a record; unknown ids are left out. */
  findMany(executor: Executor, gameIds: readonly string[], language: string): Promise<ReadonlyMap<string, GameFacts>>;
}

export interface MemberFacts {
  readonly memberId: string;
  /** Member type; 4 is a trial account. */
  readonly type: number;
  readonly currency: string;
  /** Locked, excluded or closed: no bets, while wins and rollbacks still post. */
  readonly blocked: boolean;
}

/** What the wallet needs to know about members; the accounts feature implements it. */
export interface MemberDirectory {
  find(executor: Executor, memberId: string): Promise<MemberFacts | undefined>;
}

export interface VendorDeps {
  /** Hears how each message ended; absent in tests. */
  readonly onSeamless?: (provider: string, operation: string, status: string, milliseconds: number) => void;
  readonly db: Database;
  readonly merchant: string;
  readonly wallet: Wallet;
  readonly clock: Clock;
  /** Refuses while this node's time is not the database's. */
  readonly requireTime?: () => void;
  readonly providers: Providers;
  readonly games: GameDirectory;
  readonly members: MemberDirectory;
  readonly protection: Protection;
  readonly contests: Contests;
  readonly opponents: Pick<Opponents, 'tokens'>;
  readonly log: Pick<Logger, 'error'>;
}
