import { createHash } from 'node:crypto';
import pg from 'pg';
import { cutOff } from './cut-off.ts';

/**
 * A statement that begins with this is parsed and planned once per connection of PostgreSQL, a third of the cost of a
 * small one. Only for the few on the money path, with one text each: what is prepared stays in the connection's memory.
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

/** Of pg, when a server has not answered for `query_timeout`. */
const SILENT = 'Query read timeout';

/**
 * The client of the pool: it gives the marked statements their names, and cuts a connection off whose server is silent. Such a
 * connection could otherwise come back to life in the middle of a transaction that its caller had given up.
 */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: one body stands for the dozen overloads of pg
  override query(...given: any[]): any {
    const [text, values] = given as [unknown, unknown[]];
    const named = given.length === 2 && typeof text === 'string' && text.startsWith(PREPARED);
    const args = named ? [{ name: nameOf(text), text, values }] : given;
    const answer = Reflect.apply(super.query, this, args);
    if (answer instanceof Promise)
      answer.catch((error: Error) => {
        if (error.message === SILENT) cutOff(this, SILENT);
      });
    return answer;
  }
}
