import type { MemberDirectory } from '../vendors/contracts.ts';

/** What vendors may know about members. */
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
