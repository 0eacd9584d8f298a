import type { Executor } from '../../base/db/index.ts';

/** Sessions of the member that have not ended, the last used first. */
export function openSessions(executor: Executor, memberId: string, now: Date) {
  return executor
    .selectFrom('member_session')
    .select(['id', 'user_agent', 'country', 'client_address', 'created_at', 'seen_at'])
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .execute();
}
