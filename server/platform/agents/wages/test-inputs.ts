import { sql } from 'kysely';
import type { CallOptions, TestPlatform } from '../../test-platform.ts';
import { addTestContract } from '../contracts/test-inputs.ts';

interface TestWage {
  readonly contractId: string;
  /** Units. */
  readonly amount: bigint;
  /** Days before now at which the window began; one wage for each. */
  readonly daysAgo: number;
}

/** A daily wage that waits for operators. Returns the id of its statement. */
export async function addTestWage({ db }: TestPlatform, { contractId, amount, daysAgo }: TestWage): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into wage_statement (contract_id, agent_id, kind, window_start, window_end, currency, terms, rules, lines, active, costs, carried_in, parts,
                                valid_bet, profit, excluded_bet, base, rate_bp, gross, below, carried_out, amount, state, created_at)
    select id, agent_id, kind, now() - ${daysAgo} * interval '1 day', now(), 'USD', terms,
           '{"ceilingBp":100,"weights":{},"timeZone":"UTC"}', '[]', 0, 0, 0, '[]', 0, 0, 0, 0, 10, ${amount.toString()}, 0, 0, ${amount.toString()},
           'held', now()
      from agent_contract where id = ${contractId} returning id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`no contract ${contractId}`);
  return id;
}

/** Valid input for each call of this feature, for the test of the call table. */
export function wageInputs(current: () => TestPlatform): Readonly<Record<string, () => CallOptions | Promise<CallOptions>>> {
  return {
    'wages.statements': () => ({ query: { kind: 'daily' } }),
    'wages.export': () => ({ query: { kind: 'daily' } }),
    'wages.statement': async () => {
      const { db } = current();
      const known = await db.selectFrom('agent_contract').select('id').where('kind', '=', 'daily').executeTakeFirst();
      const contractId = known?.id ?? (await addTestContract(current(), 'daily'));
      return { query: { statementId: await addTestWage(current(), { contractId, amount: 5_000n, daysAgo: 1 }) } };
    },
  };
}
