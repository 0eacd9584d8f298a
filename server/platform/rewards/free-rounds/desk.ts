import { sql } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import type { FreeRoundBonus, FreeRoundDeps, GrantRow } from './contracts.ts';
import { withdrawGrant } from './end.ts';
import { grantFreeRounds } from './grant.ts';

export interface OperatorFreeRounds {
  /** Of the form: it gives once. */
  readonly id: string;
  readonly memberId: string;
  readonly games: readonly string[];
  readonly rounds: number;
  readonly stake: Units;
  readonly bonus: FreeRoundBonus | null;
  /** In which the rounds can be played. */
  readonly days: number;
  readonly reason: string;
}

/** Free rounds for operators. */
export interface FreeRoundDesk {
  give(tx: Tx, afterCommit: AfterCommit, order: OperatorFreeRounds): Promise<GrantRow>;
  /** Takes back the rounds that were not played. */
  withdraw(tx: Tx, afterCommit: AfterCommit, id: string): Promise<GrantRow>;
  /** Open ones first, then the newest. */
  list(executor: Executor, slice: { readonly limit: number; readonly offset: number }): Promise<readonly GrantRow[]>;
  /** What free rounds have won as real money: the cost of promotions. */
  paid(executor: Executor): Promise<Units>;
}

export function createFreeRoundDesk(deps: FreeRoundDeps): FreeRoundDesk {
  return {
    give: (tx, afterCommit, { id, days, ...order }) =>
      grantFreeRounds(deps, tx, afterCommit, {
        ...order,
        source: 'operator',
        reference: `operator:${id}`,
        until: new Date(deps.clock.now().getTime() + days * DAY_MS),
      }),
    withdraw: (tx, afterCommit, id) => withdrawGrant(deps, tx, afterCommit, id),
    list: (executor, { limit, offset }) =>
      executor
        .selectFrom('free_round_grant')
        .selectAll()
        .orderBy(sql`ended_at is null`, 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
    async paid(executor) {
      const { rows } = await sql<{ units: string }>`
        select coalesce(sum(won), 0) as units from free_round_grant where wagering is null`.execute(executor);
      return BigInt(rows[0]?.units ?? 0);
    },
  };
}
