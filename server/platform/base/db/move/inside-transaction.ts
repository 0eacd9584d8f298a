import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';

/** One session of the target, such as a `pg.Client`. */
export interface Session {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * A database whose transactions are savepoints of the session's open transaction: migrations and the audit run as usual, and only the
 * commit of the whole makes their changes permanent.
 */
export function insideTransaction(session: Session): Database {
  let depth = 0;
  const query = async (text: string, values: unknown[] = []) => {
    if (text === 'begin' || text.startsWith('start transaction')) {
      depth += 1;
      return session.query(`savepoint move_${depth}`);
    }
    if (text !== 'commit' && text !== 'rollback') return session.query(text, values);
    const name = `move_${depth}`;
    depth -= 1;
    if (text === 'rollback') await session.query(`rollback to savepoint ${name}`);
    return session.query(`release savepoint ${name}`);
  };
  const client: PostgresPoolClient = { query: query as unknown as PostgresPoolClient['query'], release: () => undefined };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { connect: async () => client, end: async () => undefined } }) });
}
