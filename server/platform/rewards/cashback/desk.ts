import { sql } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';

export interface PeriodSums {
  readonly starts: Date;
  readonly ends: Date;
  readonly settled: boolean;
  readonly members: number;
  /** By state; the sum is what the period gave. */
  readonly claimable: Units;
  readonly waiting: Units;
  readonly paid: Units;
  readonly expired: Units;
}

/** What operators see of cashback. */
export interface CashbackDesk {
  /** Claimed, and not covered by the account of rewards. */
  unfunded(executor: Executor): Promise<{ readonly count: number; readonly units: Units }>;
  /** The newest period first. */
  periods(executor: Executor, slice: { readonly offset: number; readonly limit: number }): Promise<readonly PeriodSums[]>;
}

interface SumRow {
  readonly starts: Date;
  readonly ends: Date;
  readonly settled: boolean;
  readonly members: string;
  readonly claimable: string;
  readonly waiting: string;
  readonly paid: string;
  readonly expired: string;
}

export const cashbackDesk: CashbackDesk = {
  async unfunded(executor) {
    const row = await executor
      .selectFrom('cashback_statement')
      .select(({ fn }) => [fn.countAll<string>().as('count'), fn.sum<string>('amount').as('units')])
      .where('state', '=', 'unfunded')
      .executeTakeFirstOrThrow();
    return { count: Number(row.count), units: BigInt(row.units ?? 0) };
  },
  async periods(executor, { offset, limit }) {
    const { rows } = await sql<SumRow>`
      select p.starts, p.ends, p.settled_at is not null as settled, count(s.id) as members,
             coalesce(sum(s.amount) filter (where s.state = 'claimable'), 0) as claimable,
             coalesce(sum(s.amount) filter (where s.state in ('due', 'unfunded')), 0) as waiting,
             coalesce(sum(s.amount) filter (where s.state = 'paid'), 0) as paid,
             coalesce(sum(s.amount) filter (where s.state = 'expired'), 0) as expired
        from (select * from cashback_period order by starts desc offset ${offset} limit ${limit}) as p
        left join cashback_statement s on s.period_start = p.starts
       group by p.starts, p.ends, p.settled_at order by p.starts desc`.execute(executor);
    return rows.map(({ members, claimable, waiting, paid, expired, ...row }) => ({
      ...row,
      members: Number(members),
      claimable: BigInt(claimable),
      waiting: BigInt(waiting),
      paid: BigInt(paid),
      expired: BigInt(expired),
    }));
  },
};
