import { sql } from 'kysely';
import type { StatementState } from '../../../../shared/api/cashback/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import type { StatementRow } from './notices.ts';
import { type Pause, type PauseOrder, pauseCashback, readPause, resumeCashback } from './pauses.ts';
import type { PayDeps } from './pay.ts';
import { readOverview, readRates } from './present.ts';

/** By state; the sum is what was given. */
interface StateSums {
  readonly claimable: Units;
  readonly waiting: Units;
  readonly paid: Units;
  readonly expired: Units;
}

export interface PeriodSums extends StateSums {
  readonly starts: Date;
  readonly ends: Date;
  readonly settled: boolean;
  readonly members: number;
}

/** States of claims as operators see them; `waiting`: claimed, and not paid yet. */
export const CLAIM_STATES = ['claimable', 'waiting', 'paid', 'expired', 'nothing'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

export interface ClaimFilter {
  readonly state?: ClaimState;
  readonly memberId?: string;
  readonly offset?: number;
  readonly limit: number;
}

export interface MemberCashback {
  readonly sums: StateSums;
  readonly pause: Pause | undefined;
  readonly overview: Awaited<ReturnType<typeof readOverview>>;
  readonly rates: Awaited<ReturnType<typeof readRates>>;
}

/** What operators see of cashback, and the pauses of members. */
export interface CashbackDesk {
  /** Claimed, and not covered by the account of rewards. */
  unfunded(executor: Executor): Promise<{ readonly count: number; readonly units: Units }>;
  /** The newest period first. */
  periods(executor: Executor, slice: { readonly offset: number; readonly limit: number }): Promise<readonly PeriodSums[]>;
  /** Statements of members, the newest first. */
  claims(executor: Executor, filter: ClaimFilter): Promise<readonly StatementRow[]>;
  member(executor: Executor, memberId: string): Promise<MemberCashback>;
  /** False: it is paused already. */
  pause(tx: Tx, afterCommit: AfterCommit, order: PauseOrder): Promise<boolean>;
  /** False: it is not paused. */
  resume(tx: Tx, afterCommit: AfterCommit, memberId: string): Promise<boolean>;
}

export function createCashbackDesk(deps: PayDeps): CashbackDesk {
  return {
    unfunded,
    periods,
    claims,
    async member(executor, memberId) {
      const reader = { merchant: deps.merchant, protection: deps.protection, now: deps.clock.now() };
      return {
        sums: await sumsOf(executor, memberId),
        pause: await readPause(executor, memberId),
        overview: await readOverview(executor, memberId, reader),
        rates: await readRates(executor, deps.merchant),
      };
    },
    pause: (tx, afterCommit, order) => pauseCashback(deps, tx, afterCommit, order),
    resume: (tx, afterCommit, memberId) => resumeCashback(deps, tx, afterCommit, memberId),
  };
}

/** Columns of `StateSums` over statements `s`. */
const SUMS = sql`
  coalesce(sum(s.amount) filter (where s.state = 'claimable'), 0) as claimable,
  coalesce(sum(s.amount) filter (where s.state in ('due', 'unfunded')), 0) as waiting,
  coalesce(sum(s.amount) filter (where s.state = 'paid'), 0) as paid,
  coalesce(sum(s.amount) filter (where s.state = 'expired'), 0) as expired`;
type StoredSums = Readonly<Record<keyof StateSums, string>>;

function sums({ claimable, waiting, paid, expired }: StoredSums): StateSums {
  return { claimable: BigInt(claimable), waiting: BigInt(waiting), paid: BigInt(paid), expired: BigInt(expired) };
}

const unfunded: CashbackDesk['unfunded'] = async (executor) => {
  const row = await executor
    .selectFrom('cashback_statement')
    .select(({ fn }) => [fn.countAll<string>().as('count'), fn.sum<string>('amount').as('units')])
    .where('state', '=', 'unfunded')
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), units: BigInt(row.units ?? 0) };
};

type PeriodRow = StoredSums & { readonly starts: Date; readonly ends: Date; readonly settled: boolean; readonly members: string };

const periods: CashbackDesk['periods'] = async (executor, { offset, limit }) => {
  const { rows } = await sql<PeriodRow>`
    select p.starts, p.ends, p.settled_at is not null as settled, count(s.id) as members, ${SUMS}
      from (select * from cashback_period order by starts desc offset ${offset} limit ${limit}) as p
      left join cashback_statement s on s.period_start = p.starts
     group by p.starts, p.ends, p.settled_at order by p.starts desc`.execute(executor);
  return rows.map((row) => ({
    starts: row.starts,
    ends: row.ends,
    settled: row.settled,
    members: Number(row.members),
    ...sums(row),
  }));
};

async function sumsOf(executor: Executor, memberId: string): Promise<StateSums> {
  const { rows } = await sql<StoredSums>`select ${SUMS} from cashback_statement s where s.member_id = ${memberId}`.execute(executor);
  return sums(rows[0] ?? { claimable: '0', waiting: '0', paid: '0', expired: '0' });
}

const STORED: Readonly<Record<ClaimState, readonly StatementState[]>> = {
  claimable: ['claimable'],
  waiting: ['due', 'unfunded'],
  paid: ['paid'],
  expired: ['expired'],
  nothing: ['nothing'],
};

export function claimState(state: StatementState): ClaimState {
  return CLAIM_STATES.find((one) => STORED[one].includes(state)) ?? 'nothing';
}

const claims: CashbackDesk['claims'] = (executor, { state, memberId, offset = 0, limit }) => {
  let query = executor.selectFrom('cashback_statement').selectAll();
  if (state !== undefined) query = query.where('state', 'in', STORED[state]);
  if (memberId !== undefined) query = query.where('member_id', '=', memberId);
  return query.orderBy('period_start', 'desc').orderBy('id', 'desc').offset(offset).limit(limit).execute();
};
