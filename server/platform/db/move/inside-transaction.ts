import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../schema.ts';

/** One session of the target; `pg.Client` is one. */
export interface Session {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * A database whose transactions are savepoints of the one that is open in the session: migrations and the audit run in it as usual,
 * and nothing of theirs stays unless the whole is committed.
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
