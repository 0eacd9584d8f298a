import type { MemberDirectory } from '../vendors/contracts.ts';

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
  };
}
