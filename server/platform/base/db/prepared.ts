import { createHash } from 'node:crypto';
import pg from 'pg';
import { abortConnection } from './abort-connection.ts';

/**
 * A statement with this prefix is parsed and planned once per PostgreSQL connection, which saves a third of the cost of a small statement.
 * Only for the few statements of the money path with a constant text, because prepared statements use memory of the connection.
 */
export const PREPARED = '/* prepared */ ';

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}

/** Message of `pg` after `query_timeout`. */
const READ_TIMEOUT_MESSAGE = 'Query read timeout';

/**
 * The pool's client: names the marked statements, and aborts a connection whose server does not respond. Otherwise such a connection could
 * resume in the middle of a transaction that its caller has given up.
 */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: one body stands for the dozen overloads of pg
  override query(...queryArgs: any[]): any {
    const [text, values] = queryArgs as [unknown, unknown[]];
    const named = queryArgs.length === 2 && typeof text === 'string' && text.startsWith(PREPARED);
    const args = named ? [{ name: nameOf(text), text, values }] : queryArgs;
    const answer = Reflect.apply(super.query, this, args);
    if (answer instanceof Promise)
      answer.catch((error: Error) => {
        if (error.message === READ_TIMEOUT_MESSAGE) abortConnection(this, READ_TIMEOUT_MESSAGE);
      });
    return answer;
  }
}
