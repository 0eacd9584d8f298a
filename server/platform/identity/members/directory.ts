import { sql } from 'kysely';
import type { Executor, JoinedRead } from '../../base/db/index.ts';

export interface MemberFacts {
  readonly memberId: string;
  /** Member type; 4 is a trial account. */
  readonly type: number;
  readonly currency: string;
  /** Locked, excluded or closed: bets are refused, wins and rollbacks still post. */
  readonly blocked: boolean;
}

/** Member data that the seamless wallet needs. */
export interface MemberDirectory {
  find(executor: Executor, memberId: string): Promise<MemberFacts | undefined>;
  /** Whether the member is unknown or blocked. */
  readonly isBlocked: JoinedRead<boolean>;
}

/** Member data available to vendors. */
export function createMemberDirectory(): MemberDirectory {
  return {
    async find(executor, memberId) {
      const row = await executor
        .selectFrom('member')
        .select(['id', 'type', 'currency', 'status'])
        .where('id', '=', memberId)
        .executeTakeFirst();
      return row && { memberId: row.id, type: row.type, currency: row.currency, blocked: row.status !== 'active' };
    },
    isBlocked: {
      source: (memberId) => sql`(select status from member where id = ${memberId})`,
      columns: ['status'],
      parse: ([status]) => status !== 'active',
    },
  };
}
