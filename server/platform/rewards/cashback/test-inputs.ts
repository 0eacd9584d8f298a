import { sql } from 'kysely';
import { DAY_MS } from '../../../../shared/time.ts';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';

let statements = 0;

/** A period and the cashback of a member in it, to be claimed within these days. Returns the id of the statement. */
export async function addTestStatement({ db }: TestPlatform, account = 'demo01', days = 30): Promise<string> {
  statements += 1;
  const starts = new Date(Date.parse('2026-01-01T00:00:00Z') + statements * DAY_MS);
  const ends = new Date(starts.getTime() + DAY_MS);
  await sql`insert into cashback_period (starts, ends, position, rules, closed_at, settled_to, settled_at)
            values (${starts}, ${ends}, 0, null, now(), '', now())`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into cashback_statement (member_id, period_start, period_end, currency, level, level_stake, lines, valid, carried_in, gross, carried_out,
                                    amount, state, claim_until, created_at)
    select id, ${starts}, ${ends}, 'USD', 1, 0, '[]', 0, 0, 5000, 0, 5000, 'claimable', now() + make_interval(days => ${days}), now()
      from member where account = ${account} returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no member');
  return id;
}

/** Valid input for each call of this feature, for the test of the call table. */
export function cashbackInputs(current: () => TestPlatform): Readonly<Record<string, () => CallOptions | Promise<CallOptions>>> {
  return {
    'cashback.overview': () => ({}),
    'cashback.statements': () => ({ query: { page: '1', state: 'claimable' } }),
    'cashback.rates': () => ({}),
    'cashback.statement': async () => ({ query: { statementId: await addTestStatement(current()) } }),
    'cashback.claim': async () => {
      await addTestStatement(current());
      return { body: { statementId: 'all' } };
    },
  };
}
