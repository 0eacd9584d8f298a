import { type Selectable, sql } from 'kysely';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { FlagDeps } from './contracts.ts';
import type { BonusFlagState, BonusFlagTables } from './tables.ts';

export type BonusFlag = Selectable<BonusFlagTables['bonus_flag']> & {
  readonly currency: string;
  readonly amount: string;
  readonly accepted_at: Date;
  /** The member can accept no bonuses now. */
  readonly is_stopped: boolean;
};

interface FlagDecision {
  readonly id: string;
  readonly operator: string;
  readonly reason: string;
}

/** Flags for operators. No decision moves money: a running bonus continues. */
export interface BonusFlagDesk {
  /** The oldest open ones first, then the latest. */
  list(
    executor: Executor,
    query: { readonly state?: BonusFlagState; readonly offset: number; readonly limit: number },
  ): Promise<readonly BonusFlag[]>;
  get(executor: Executor, id: string): Promise<BonusFlag | undefined>;
  /** Nothing follows. Refuses if the flag is decided. */
  dismiss(tx: Tx, afterCommit: AfterCommit, decision: FlagDecision): Promise<string>;
  /** The member can accept no bonuses from now on. Refuses if the flag is decided. */
  stop(tx: Tx, afterCommit: AfterCommit, decision: FlagDecision): Promise<string>;
  /** The member can accept bonuses again. */
  allow(tx: Tx, afterCommit: AfterCommit, memberId: string): Promise<void>;
}

export function createFlagDesk(deps: FlagDeps): BonusFlagDesk {
  return {
    async list(executor, { state, offset, limit }) {
      const { rows } = await sql<BonusFlag>`
        ${FLAGS} where ${state ?? null}::text is null or f.state = ${state ?? null}
         order by f.state = 'open' desc, case when f.state = 'open' then f.id end, f.id desc
         offset ${offset}::int limit ${limit}::int`.execute(executor);
      return rows;
    },
    async get(executor, id) {
      if (!/^\d{1,18}$/.test(id)) return undefined;
      const { rows } = await sql<BonusFlag>`${FLAGS} where f.id = ${id}::bigint`.execute(executor);
      return rows[0];
    },
    dismiss: async (tx, _afterCommit, decision) => decide(deps, tx, decision, 'dismissed'),
    async stop(tx, afterCommit, decision) {
      const memberId = await decide(deps, tx, decision, 'stopped');
      await deps.bonus.stop(tx, afterCommit, { memberId, operator: decision.operator, reason: decision.reason });
      return memberId;
    },
    allow: (tx, afterCommit, memberId) => deps.bonus.allow(tx, afterCommit, memberId),
  };
}

const FLAGS = sql`
  select f.*, b.currency, b.amount, b.accepted_at, exists (select from bonus_stop s where s.member_id = f.member_id) as is_stopped
    from bonus_flag f join bonus b on b.id = f.bonus_id`;

async function decide({ clock }: FlagDeps, tx: Tx, { id, operator, reason }: FlagDecision, state: 'dismissed' | 'stopped') {
  if (!/^\d{1,18}$/.test(id)) throw new Refusal('not_found');
  const row = await tx
    .updateTable('bonus_flag')
    .set({ state, decided_by: operator, decision: reason, decided_at: clock.now() })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('member_id')
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row.member_id;
}
