import type { Express } from 'express';
import type { Kysely, RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import type { StudioGame } from '../../shared/games/catalogue.ts';
import type { Series } from '../../shared/games/events/series.ts';
import type { BeaconSource } from '../../shared/games/lottery/beacon.ts';
import type { ClosedDayRule } from '../../shared/games/lottery/closed-days.ts';

/** Dependencies of the built-in vendor. It knows the platform only as the address of a seamless wallet. */
export interface StudioDeps<Tables> {
  /** A database on either engine; the studio keeps its own tables (`studio_*`) and its own migration list in it. */
  readonly db: Kysely<Tables>;
  /** Loopback address of the platform without a trailing slash; may be known only after the platform listens. */
  readonly platformUrl: string | (() => string);
  readonly providerCode: string;
  /** Key that signs requests to the wallet. */
  readonly secret: string;
  /** Seals the seeds of events to come; all nodes on a database have the same key. */
  readonly sealer: SeedSealer;
  readonly clock: StudioClock;
  /** The time that decides whether a draw takes bets. Default: that of the database. */
  readonly databaseTime?: () => RawBuilder<Date>;
  /** False while that clock is known to be wrong: then no event is announced, drawn or voided. */
  readonly mayAct?: () => boolean;
  readonly log: Logger;
  /** Folder of the browser build (`assets`, `.vite/manifest.json`). */
  readonly clientDir: string;
  /** `source`: pages load their sources from a development server at the same address. Default: `built`. */
  readonly assets?: 'built' | 'source';
  /** Default: the published feed. */
  readonly games?: readonly StudioGame[];
  /** Schedules of matches and draws. Default: those of the published feed. */
  readonly series?: readonly Series[];
  /** Games with shared flights. Default: those of the feed. */
  readonly flights?: readonly string[];
  /** What the operator has set for draws, read about once a minute. Default: nothing. */
  readonly drawSettings?: () => Promise<DrawSettings>;
  /** Missing fields take the demo's policy. */
  readonly policy?: Partial<StudioPolicy>;
}

export interface DrawSettings {
  /** Days without draws. */
  readonly closedDays: readonly ClosedDayRule[];
  /** A public random number that is mixed into the draws announced from now on; absent: none. */
  readonly beacon?: BeaconSource;
}

/** Authenticated encryption with a key that is not in the database. */
export interface SeedSealer {
  /** A value opens for its own purpose only. */
  seal(purpose: string, text: string): string;
  /** Throws for a value of another key or purpose. */
  open(purpose: string, sealed: string): string;
}

export interface StudioClock {
  now(): Date;
}

export interface StudioPolicy {
  /** Minimum time between two rounds of a session, in milliseconds; a jurisdiction may require 2,500. */
  readonly minimumCycleMs: number;
  /** Per session. */
  readonly playsPerSecond: number;
  /** Per client address, over all its sessions; many players may share an address. */
  readonly callsPerMinute: number;
  /** New sessions per client address: each attempt sends the ticket to the wallet. */
  readonly sessionsPerMinute: number;
  /** Documents of games and proofs per client address: each is read from the database and compressed. */
  readonly pagesPerMinute: number;
  /** Open event streams per client address, and per player. */
  readonly streamsPerAddress: number;
  readonly streamsPerPlayer: number;
  readonly sessionMinutes: number;
  /** Interval at which the wallet is asked whether the token of an active session is still valid. */
  readonly tokenCheckMs: number;
  /** A wallet call without a response after this time counts as unanswered. */
  readonly walletDeadlineMs: number;
  /** How long a wallet call is retried while the player waits. */
  readonly retryWindowMs: number;
  /** Interval of the open-round resolver, and delay before the first retry of a round; the delay doubles up to a minute. */
  readonly retryMs: number;
}

export interface Studio {
  /** Serves everything below `/studio`, with full paths. */
  readonly app: Express;
  /** Runs the migrations, settles or refunds rounds that a crash left open, and starts the resolver. */
  start(): Promise<void>;
  /** Refuses new rounds, lets running ones finish, and stops the resolver. The caller closes the database. */
  close(): Promise<void>;
}
