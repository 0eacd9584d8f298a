import { sql } from 'kysely';
import type { Executor } from '../../base/db/database.ts';

export interface BulkOrder {
  readonly memberId: string;
  readonly currency: string;
  readonly count: number;
  /** Time of the first one, and the interval in milliseconds. */
  readonly begin: Date;
  readonly apartMs: number;
  /** Kinds and units by the number of the movement, as SQL over `n` (0, 1, 2 ...). */
  readonly kind: string;
  readonly units: string;
  /** Prefix of every reference; the number follows. */
  readonly reference: string;
}

/** Each posting of a transaction reads all earlier row versions of the account, so batches are small. */
const AT_ONCE = 200;

/** Many movements between the member's wallet and the house by the ledger's function, some hundred per statement. */
export async function postMany(executor: Executor, order: BulkOrder): Promise<void> {
  for (let first = 0; first < order.count; first += AT_ONCE)
    await postSome(executor, order, first, Math.min(order.count, first + AT_ONCE) - 1);
}

async function postSome(executor: Executor, order: BulkOrder, first: number, last: number): Promise<void> {
  const { memberId, currency, begin, apartMs, kind, units, reference } = order;
  await sql`
    select count(l.outcome) from (
      select n, (${sql.raw(kind)})::text as kind, (${sql.raw(units)})::bigint as units from generate_series(${first}::int, ${last}::int) n) m,
    lateral ledger_post(${reference}::text || m.n, m.kind, 'bulk', ${currency}::text, 'real', ${memberId}::text, array[${memberId}::text, 'house'],
      array['wallet', 'bulk'], array[m.units, -m.units], '{}'::jsonb,
      ${begin.toISOString()}::timestamptz + m.n * ${apartMs}::float8 * interval '1 millisecond', true) l`.execute(executor);
}
