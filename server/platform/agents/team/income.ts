import { sql } from 'kysely';
import type { agentIncome } from '../../../../shared/api/agent-team/contract.ts';
import type { ValueOf } from '../../../../shared/api/client-call.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { WAGE_KINDS, type WageKind } from '../../../../shared/rules/wages.ts';
import type { TeamDays, TeamDeps, TeamReader } from './contracts.ts';
import { requireDays } from './reader.ts';

type Income = ValueOf<typeof agentIncome>;

interface IncomeRow {
  /** Null: the whole period. */
  readonly day: string | null;
  readonly kind: WageKind | null;
  readonly amount: string;
}

/** Wages paid to the agent on the days, by the time of the payment. */
export async function incomeOf({ db, currencySymbol }: TeamDeps, { agent, timeZone }: TeamReader, days: TeamDays): Promise<Income> {
  requireDays(days);
  const zone = sql`${timeZone}::text`;
  const { rows } = await sql<IncomeRow>`
    select ((paid_at at time zone ${zone})::date)::text as day, kind, sum(amount) as amount
      from wage_statement
     where agent_id = ${agent.memberId} and state = 'paid'
       and paid_at >= (${days.fromDay}::date::timestamp at time zone ${zone})
       and paid_at < ((${days.toDay}::date + 1)::timestamp at time zone ${zone})
     group by grouping sets ((1, 2), (2), (1), ())`.execute(db);
  const rowsOf = (wanted: string | null) => rows.filter(({ day }) => day === wanted);
  const paidDays = [...new Set(rows.flatMap(({ day }) => (day === null ? [] : [day])))].toSorted().toReversed();
  return {
    totals: presentIncome(rowsOf(null)),
    days: paidDays.map((day) => ({ day, ...presentIncome(rowsOf(day)) })),
    currency: agent.currency,
    currencySymbol: currencySymbol(agent.currency),
    timeZone,
  };
}

function presentIncome(rows: readonly IncomeRow[]) {
  const unitsOf = (kind: WageKind | null) => BigInt(rows.find((row) => row.kind === kind)?.amount ?? 0);
  const byKind = Object.fromEntries(WAGE_KINDS.map((kind) => [kind, toWire(unitsOf(kind))])) as Record<WageKind, Income['totals']['total']>;
  return { ...byKind, total: toWire(unitsOf(null)) };
}
