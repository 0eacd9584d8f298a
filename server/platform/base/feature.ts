import type { RequestHandler } from 'express';
import type { Migration } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { ClockGuard } from './clock-guard.ts';
import type { Database, Executor } from './db/index.ts';
import type { DatabaseWatch } from './db/open.ts';
import type { EventHub } from './events/index.ts';
import type { BoundCall, HttpDeps, Translate } from './http/index.ts';
import type { Job, JobState } from './jobs/index.ts';
import type { Secrets } from './secrets.ts';
import type { ServiceSettings } from './service-settings.ts';
import type { WaitingItems } from './waiting.ts';

/** Migrations by name; names of all features are in one order. A landed migration is never edited. */
export type Migrations = Readonly<Record<string, Migration>>;

/** What an audit has computed again from stored facts. */
export interface AuditPart {
  /** Inconsistencies as sentences. */
  readonly differences: readonly string[];
  /** Number of items that were computed, under the name of the report. */
  readonly counts?: Readonly<Record<string, number>>;
}

/**
 * Computes what a feature has paid or counted again, independently of the code that did it. All its statements see one state of the database:
 * jobs run meanwhile.
 */
export type Audit = (snapshot: Executor) => Promise<AuditPart>;

/** Parts of all features that need no platform. */
export interface StaticParts {
  readonly audits: readonly Audit[];
  readonly waiting: readonly WaitingItems[];
}

/** What every feature may use. */
export interface FeatureContext {
  readonly db: Database;
  readonly clock: Clock;
  /** The time of browsers and authenticator apps; in a demo `clock` may be ahead of it. */
  readonly realTime: Clock;
  readonly log: Logger;
  /** Merchant code served by this platform. */
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly services: ServiceSettings;
  readonly hub: EventHub;
  readonly translate: Translate;
  readonly clockGuard: ClockGuard;
  /** Refuses while this node's clock differs from the database's. */
  requireTime(): void;
  /** Metrics of the database; undefined: none. */
  readonly databaseWatch: DatabaseWatch | undefined;
  /** Names of the migrations of all features. */
  readonly migrations: readonly string[];
  readonly parts: StaticParts;
  /** States of all jobs; empty until the platform is complete. */
  jobStates(): readonly JobState[];
  /** Runs each job once, in the order of the features. */
  runJobs(): Promise<void>;
  /**
   * A place for something that a higher layer provides, because a feature cannot import upwards. The platform does not start while it is
   * empty; `name` appears in that error.
   */
  slot<T>(name: string): Slot<T>;
}

export interface Slot<T> {
  /** Throws if the slot was filled before. */
  fill(value: T): void;
  /** Throws if the slot is empty: call it when the value is used, not while features are created. */
  get(): T;
}

/** Parts of the HTTP server that exactly one feature provides each. */
export type HttpParts = Pick<HttpDeps, 'resolveActor' | 'openPayload' | 'isRefused' | 'onCall'> & {
  readonly seamless: RequestHandler;
  readonly payments: RequestHandler;
  readonly internal: RequestHandler;
};

/** What a feature adds to the platform. */
export interface FeatureParts {
  /** Handlers of calls of the call table. */
  readonly calls?: readonly BoundCall[];
  readonly jobs?: readonly Job[];
  readonly http?: Partial<HttpParts>;
}

type Needs = Readonly<Record<string, Feature>>;
type ApisOf<N extends Needs> = { readonly [Name in keyof N]: N[Name] extends Feature<infer Api> ? Api : never };
type Created<Api> = FeatureParts & { readonly api: Api };

/** A capability of the platform: what it needs, what it adds, and its `api` for the features above it. */
export interface Feature<Api = unknown, Input = unknown> {
  readonly name: string;
  readonly migrations?: Migrations;
  readonly audit?: Audit;
  readonly waiting?: readonly WaitingItems[];
  readonly needs: Needs;
  /** `input` comes from `given`; undefined without it. */
  create(context: FeatureContext, needs: Readonly<Record<string, unknown>>, input: Input | undefined): Created<Api>;
}

/** Settings of one feature from outside of the platform. */
export interface GivenInput {
  readonly feature: Feature;
  readonly input: unknown;
}

interface Definition<Api, Input, N extends Needs> {
  readonly name: string;
  /** Of the feature's tables, in its folder `migrations/`. */
  readonly migrations?: Migrations;
  /** For `npm run audit`. */
  readonly audit?: Audit;
  /** For the metrics. */
  readonly waiting?: readonly WaitingItems[];
  /** Features below this one, under the names by which `create` receives their APIs. */
  readonly needs: N;
  create(context: FeatureContext, needs: ApisOf<N>, input: Input | undefined): Created<Api>;
}

/** Called once for each feature, in its folder's `feature.ts`. */
export function defineFeature<Api, N extends Needs, Input = never>(definition: Definition<Api, Input, N>): Feature<Api, Input> {
  // The composition creates the needs and passes exactly their APIs.
  return definition as unknown as Feature<Api, Input>;
}

/** Passes `input` to a feature of the list. */
export function given<Input>(feature: Feature<unknown, Input>, input: Input | undefined): GivenInput {
  return { feature, input };
}
