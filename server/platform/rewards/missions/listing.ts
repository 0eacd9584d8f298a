import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction } from '../../base/db/index.ts';
import type { EventHub } from '../../base/events/index.ts';

interface ListingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly hub: Pick<EventHub, 'publish'>;
}

/** Takes part in leaderboards, or not. Repeated requests change nothing; scores are counted in both cases. */
export async function setListed({ db, clock, hub }: ListingDeps, memberId: string, listed: boolean): Promise<void> {
  await inTransaction(db, async (tx, afterCommit) => {
    if (listed) await tx.deleteFrom('mission_unlisted').where('member_id', '=', memberId).execute();
    else
      await tx
        .insertInto('mission_unlisted')
        .values({ member_id: memberId, since: clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    afterCommit(() => hub.publish(memberId, { type: 'missions' }));
  });
}
