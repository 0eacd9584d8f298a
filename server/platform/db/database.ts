import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './schema.ts';

/** The platform's database: embedded or PostgreSQL, the same dialect and the same answers. */
export type Database = Kysely<Tables>;

/** Inside one transaction. */
export type Tx = Transaction<Tables>;

/** What a query runs on; the first argument of every function that touches the database. */
export type Executor = Database | Tx;
