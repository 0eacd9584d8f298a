import type { Clock } from '../../base/clock.ts';
import type { Executor } from '../../base/db/index.ts';

/** Marks the first sign-in as done; the time of the first one stays. */
export async function noteFirstLogin(executor: Executor, memberId: string, clock: Clock): Promise<void> {
  await executor
    .updateTable('member')
    .set({ first_login_at: clock.now() })
    .where('id', '=', memberId)
    .where('first_login_at', 'is', null)
    .execute();
}
