import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** The platform's database: embedded or PostgreSQL, with the same dialect and results. */
export type Database = Kysely<Tables>;

/** In a transaction. */
export type Tx = Transaction<Tables>;

/** Runs queries; first argument of every function that uses the database. */
export type Executor = Database | Tx;
