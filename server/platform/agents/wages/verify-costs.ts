import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import { WALLET } from '../../ledger/index.ts';
import type { StatementRow } from './pay.ts';
import { readRules } from './stored.ts';

/** Costs of a dividend, computed from statements and the ledger. */
interface Costs {
  readonly bonuses: bigint;
  readonly costs: bigint;
}

interface CostRow {
  readonly id: string;
  readonly bonuses: string;
  readonly wages: string;
  /** With wages that operators have rejected, perhaps after the dividend. */
  readonly all_wages: string;
}

/**
 * Bonuses of each agent and the team, one transfer after the other by the uplines at its time, and the other wages by those at the time of the
 * statement. Only for statements whose rules name costs.
 */
export async function costsFromHistory(executor: Executor, group: readonly StatementRow[]): Promise<ReadonlyMap<string, Costs>> {
  const reduced = group.filter(({ rules }) => readRules(rules).lessCosts === true);
  const costs = new Map<string, Costs>();
  for (const statement of reduced) {
    const row = await readCosts(executor, statement);
    const bonuses = BigInt(row.bonuses) > 0n ? BigInt(row.bonuses) : 0n;
    const stored = BigInt(statement.costs) - BigInt(statement.bonuses);
    const [least, most] = [BigInt(row.wages), BigInt(row.all_wages)];
    const wages = stored < least ? least : stored > most ? most : stored;
    costs.set(statement.id, { bonuses, costs: wages + bonuses });
  }
  return costs;
}

async function readCosts(executor: Executor, { id, agent_id, window_start, window_end, created_at }: StatementRow): Promise<CostRow> {
  const { rows } = await sql<CostRow>`
    with recursive bonus as (
      select t.id, t.created_at as at, a.owner as member_id, sum(p.amount) as units
        from ledger_transfer t join ledger_posting p on p.transfer_id = t.id
        join ledger_account a on a.id = p.account_id and a.kind = ${WALLET} and a.realm = 'real' and a.owner <> 'house'
       where t.kind = 'adjustment' and t.created_at >= ${window_start} and t.created_at < ${window_end}
       group by t.id, t.created_at, a.owner),
    wage as (
      select s.id, ${created_at}::timestamptz as at, s.agent_id as member_id, s.amount, s.state from wage_statement s
       where s.kind <> 'dividend' and s.amount > 0 and s.window_start >= ${window_start} and s.window_start < ${window_end}),
    up as (
      select distinct member_id, at, member_id as agent_id, 0 as depth
        from (select member_id, at from bonus union select member_id, at from wage) as moved
      union all
      select up.member_id, up.at, h.parent_id, up.depth + 1 from up join agent_parent h
          on h.member_id = up.agent_id and h.valid_from <= up.at and (h.valid_until is null or h.valid_until > up.at)
       where up.depth < 64),
    team as (select member_id, at from up where agent_id = ${agent_id})
    select ${id}::text as id,
           coalesce((select sum(units) from bonus join team using (member_id, at)), 0) as bonuses,
           coalesce((select sum(amount) from wage join team using (member_id, at) where state <> 'rejected'), 0) as wages,
           coalesce((select sum(amount) from wage join team using (member_id, at)), 0) as all_wages`.execute(executor);
  const row = rows[0];
  if (!row) throw new Error('aggregate query returned no row');
  return row;
}

export function compareCosts(row: StatementRow, fresh: Costs | undefined): readonly string[] {
  if (!fresh) return [];
  const fields = [
    ['bonuses', row.bonuses, fresh.bonuses],
    ['costs', row.costs, fresh.costs],
  ] as const;
  return fields.flatMap(([name, was, is]) =>
    String(was) === String(is) ? [] : [`wage ${row.id}: ${name} are ${was}, computed again ${is}`],
  );
}
