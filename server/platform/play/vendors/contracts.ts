import type { Logger } from 'pino';
import type { GameCategory } from '../../../../shared/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { VendorGame } from '../../../../shared/seamless/games.ts';
import type { FreeRoundGrant } from '../../../../shared/seamless/wallet.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Executor, Tx } from '../../base/db/index.ts';
import type { MemberDirectory } from '../../identity/members/index.ts';
import type { Leg, Wallet } from '../../ledger/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { Contests, Opponents } from '../contests/index.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { Permission } from './providers/definition.ts';
import type { LaunchFacts } from './providers/launch-address.ts';

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
  /** Address of its desk for draws (`shared/seamless/draw-desk.ts`); known only after the provider listens. Absent: it has none. */
  readonly deskUrl?: () => string;
  /** Address that describes rounds (`shared/seamless/round-details.ts`). Absent: it has none. */
  readonly detailsUrl?: () => string;
}

/** How a provider is reached that keeps the balances of its players itself. */
export interface TransferWallet {
  /** Address before the operation. */
  readonly url: string;
  /** Its one vendor. */
  readonly vassalage: string;
  /** `automatic`: the wallet's money is moved in when a game opens; `manual`: the member moves it. */
  readonly moves: 'automatic' | 'manual';
  /** Minutes without play until the money comes back; null: only by the member. */
  readonly returnMinutes: number | null;
}

/** Endpoint of a provider, the technical side of one or more vendors. */
export interface Provider {
  /** Shared secret of the HMAC signature; undefined until an operator has set it: then every call is refused. */
  readonly secret: string | undefined;
  /** Address that opens a game with a launch ticket. */
  launchUrl(launch: LaunchFacts): string;
  /** The language of its games for a player's language; absent: it has all. */
  languageFor?(language: string): string;
  /** Page where a player verifies the outcome of a round; null if the vendor has none. */
  verifyUrl(roundId: string): string | null;
  /** Address of its desk for draws; absent: it has none. */
  readonly deskUrl?: () => string;
  /** Address that describes rounds for the betting record; absent: it has none. */
  readonly detailsUrl?: () => string;
  /** Reply to the rollback of an unknown bet, as the vendor requires; default `OK`. */
  readonly unknownBetRollback?: 'OK' | 'BET_NOT_FOUND';
  /** How its wallet calls differ from the seamless wallet; absent: not at all. */
  readonly dialect?: Dialect;
  /** Absent: it uses the seamless wallet. */
  readonly transferWallet?: TransferWallet;
  /** What it may do beyond settling its bets; absent: everything. */
  readonly permissions?: readonly Permission[];
  /** Absent: it may call from any address. */
  isAllowedAddress?(address: string): boolean;
  /** Absent: any. */
  readonly currencies?: readonly string[];
  /** Origin of its pages in the game frame; absent if the site serves them. */
  readonly frameOrigin?: string;
  /** Origins of its pictures. */
  readonly pictureOrigins?: readonly string[];
}

/** By provider code, the path segment of the seamless wallet. */
export interface Providers {
  get(code: string): Provider | undefined;
  has(code: string): boolean;
  /** Codes of providers that keep balances; absent: none does. */
  transferWallets?(): readonly string[];
  /** Codes of providers with a desk for draws; absent: none has one. */
  drawDesks?(): readonly string[];
  /** Loads what other nodes have changed; absent if the list is fixed. */
  refresh?(): Promise<void>;
  /** Stores that the provider has sent a signed call, for the console. */
  noteCall?(code: string): Promise<void>;
  /** Origins of all pages in the game frame that outside vendors serve. */
  frameOrigins?(): readonly string[];
  pictureOrigins?(): readonly string[];
}

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
  /** The same from memory, as of a version of the content that the caller has just read. */
  at(contentVersion: string, gameId: string): Promise<GameFacts | undefined>;
  /** The same for several games; unknown ids are omitted. */
  findMany(executor: Executor, gameIds: readonly string[], language: string): Promise<ReadonlyMap<string, GameFacts>>;
}

/** Takes games that a provider reports; implemented by the games feature. */
export interface GameIntake {
  /** `complete`: others of the provider are withdrawn. Returns the ids that were rejected, with the reason. */
  take(tx: Tx, provider: string, games: readonly VendorGame[], complete: boolean): Promise<readonly string[]>;
}

/** A stake from the one wallet with real money. The caller has locked the wallet. */
export interface PoolStake {
  readonly memberId: string;
  readonly provider: string;
  readonly transactionId: string;
  readonly roundId: string;
  readonly category: GameCategory;
  readonly units: Units;
  readonly opensRound: boolean;
}

/** `refused`: above the highest stake of the running bonus. `wallet`: it is paid as without a bonus. */
export type PoolDraw = { readonly outcome: 'refused' | 'wallet' } | { readonly outcome: 'drawn'; readonly legs: readonly Leg[] };

/** A win or a returned stake of a bet that was drawn from the pools. */
export interface PoolCredit {
  readonly memberId: string;
  readonly provider: string;
  readonly betTransactionId: string;
  readonly units: Units;
  readonly currency: string;
}

/** A settled bet that is taken back. */
export interface PoolReversal extends Omit<PoolCredit, 'units' | 'currency'> {
  readonly stake: Units;
  readonly won: Units;
}

/** Money that stakes may use besides the wallet; implemented by the bonuses. The caller has locked the wallet. */
export interface StakePools {
  /** How the wallet and the pools pay a stake. Nothing is stored. */
  draw(tx: Tx, stake: PoolStake): Promise<PoolDraw>;
  /** Stores a stake that was posted with the legs of `draw`. */
  keep(tx: Tx, stake: PoolStake, legs: readonly Leg[]): Promise<void>;
  /** Legs to the accounts from which the stake came; their sum is the amount. */
  credit(tx: Tx, credit: PoolCredit): Promise<readonly Leg[]>;
  /** Legs that return the stake, and those that debit the win afterwards: from the accounts that were credited, as far as they have it. */
  reverse(tx: Tx, reversal: PoolReversal): Promise<{ readonly returned: readonly Leg[]; readonly debited: readonly Leg[] }>;
  /** Highest stake that the running bonus allows in games of the category; null: none. */
  highestStake(tx: Tx, memberId: string, category: GameCategory): Promise<Units | null>;
}

/** `vendor_round.wallet_kind` of a round with bets that were drawn from the pools. */
export const POOLED = 'pooled';

/** A round that the platform gives. The caller has locked the wallet. */
export interface FreeRoundPlay {
  readonly memberId: string;
  readonly provider: string;
  readonly transactionId: string;
  readonly roundId: string;
  readonly gameId: string;
  readonly grantId: string;
  /** By which the vendor computes the win. */
  readonly stake: Units;
}

/** `unknown`: no such grant of the member. */
export type FreeRoundRefusal = 'unknown' | 'none_left' | 'expired' | 'wrong_stake' | 'wrong_game';

export interface FreeRoundEnd {
  readonly provider: string;
  readonly betTransactionId: string;
  /** Won; zero: nothing. */
  readonly units: Units;
}

/** Rounds without a stake; implemented by the free rounds. The callers of all but `offered` have locked the wallet. */
export interface FreeRounds {
  /** Grants that the member can play in the game now. */
  offered(
    executor: Executor,
    member: { readonly memberId: string; readonly provider: string; readonly gameId: string },
  ): Promise<readonly FreeRoundGrant[]>;
  /** Counts a round; a refusal counts nothing. */
  play(tx: Tx, round: FreeRoundPlay): Promise<FreeRoundRefusal | undefined>;
  /** Ends a round. `later`: the member gets the win with the end of the grant. */
  settle(tx: Tx, end: FreeRoundEnd): Promise<'wallet' | 'later'>;
  /** Ends the open rounds of a vendor's round without a win. */
  finish(tx: Tx, round: { readonly provider: string; readonly roundId: string }): Promise<void>;
  /** Gives a round back that was not settled. */
  giveBack(tx: Tx, bet: Omit<FreeRoundEnd, 'units'>): Promise<void>;
}

/** `vendor_round.wallet_kind` of a free round: no stake, so it is no fact of play. */
export const FREE = 'free';
/** Account of the house that pays the wins of free rounds: a cost of promotions, not of the vendor's play. It is below zero by what it paid. */
export const FREE_ROUNDS_ACCOUNT = 'free-rounds';

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
  /** Absent in tests without a catalogue. */
  readonly gameIntake?: GameIntake;
  readonly members: MemberDirectory;
  readonly protection: Protection;
  readonly contests: Contests;
  readonly opponents: Pick<Opponents, 'tokens'>;
  readonly pools: StakePools;
  readonly freeRounds: FreeRounds;
  readonly log: Pick<Logger, 'error'>;
}
