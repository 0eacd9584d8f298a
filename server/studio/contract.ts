import type { Express } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { StudioGame } from '../../shared/studio/catalogue.ts';
import type { Series } from '../../shared/studio/events/series.ts';

/** What the built-in vendor is made of. It knows the platform only as the address of a seamless wallet. */
export interface StudioDeps<Tables> {
  /** Any database on either engine; the studio keeps its own tables (`studio_*`) and its own list of migrations in it. */
  readonly db: Kysely<Tables>;
  /** Loopback address of the platform, without a slash at the end; may be known only after it listens. */
  readonly platformUrl: string | (() => string);
  readonly providerCode: string;
  /** Key of the signatures towards the wallet. */
  readonly secret: string;
  readonly clock: StudioClock;
  /** False while that clock is known to be wrong: nothing is announced, drawn or voided by it. */
  readonly mayAct?: () => boolean;
  readonly log: Logger;
  /** Folder with the browser build (`assets`, `.vite/manifest.json`). */
  readonly clientDir: string;
  /** `source`: pages load their sources from a development server at the same address. Defaults to `built`. */
  readonly assets?: 'built' | 'source';
  /** Defaults to the published feed. */
  readonly games?: readonly StudioGame[];
  /** Calendars of matches and draws. Defaults to those of the published feed. */
  readonly series?: readonly Series[];
  /** Games with shared flights. Defaults to those of the feed. */
  readonly flights?: readonly string[];
  /** What is left out is the demo's policy. */
  readonly policy?: Partial<StudioPolicy>;
}

export interface StudioClock {
  now(): Date;
}

export interface StudioPolicy {
  /** Shortest time between two rounds of a session, in milliseconds; a jurisdiction may ask for 2,500. */
  readonly minimumCycleMs: number;
  /** Of one session. */
  readonly playsPerSecond: number;
  /** Of one client address, over all its sessions; many players may share an address. */
  readonly callsPerMinute: number;
  /** New sessions of one client address: every try asks the wallet about its ticket. */
  readonly sessionsPerMinute: number;
  /** Event streams that are open at a time from one client address, and of one player. */
  readonly streamsPerAddress: number;
  readonly streamsPerPlayer: number;
  readonly sessionMinutes: number;
  /** Between two questions to the wallet whether the token of a session that is in use is still good. */
  readonly tokenCheckMs: number;
  /** A wallet that has not answered by then is silent. */
  readonly walletDeadlineMs: number;
  /** For so long the wallet is asked again while the player waits. */
  readonly patienceMs: number;
  /** Between two looks for open rounds, and before the first new try of one; the pauses of a round double up to a minute. */
  readonly retryMs: number;
}

export interface Studio {
  /** Serves everything below `/studio`, with full paths. */
  readonly app: Express;
  /** Runs the migrations, settles or refunds rounds that a crash left open, and starts the resolver. */
  start(): Promise<void>;
  /** Refuses new rounds, lets running ones finish, and stops the resolver. The database stays the caller's. */
  close(): Promise<void>;
}
