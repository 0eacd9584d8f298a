import { DAY_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Tx } from '../../base/db/index.ts';
import type { Referrals } from '../../identity/accounts/index.ts';
import { readMerchant, toUnits } from '../../merchant/index.ts';
import { ownerOf } from './codes.ts';

interface RegisterDeps {
  readonly clock: Clock;
  readonly merchant: string;
}

/** What the registration asks and notes. Its answer is the same for a code that no member has and of a blocked member. */
export function createReferrals({ clock, merchant }: RegisterDeps): Referrals {
  return {
    async isCode(executor, code) {
      const { settings } = await readMerchant(executor, merchant);
      return settings.features.referral !== true || (await ownerOf(executor, code)) !== undefined;
    },
    async note(tx, memberId, code) {
      const { settings } = await readMerchant(tx, merchant);
      const referrer = settings.features.referral === true ? await ownerOf(tx, code) : undefined;
      if (!referrer) return;
      const now = clock.now();
      await tx
        .insertInto('referral')
        .values({ friend_id: memberId, referrer_id: referrer.id, code: referrer.code, registered_at: now })
        .execute();
      await addGoals(tx, memberId, settings, now);
    },
  };
}

/** The rules of now stay those of this friend. */
async function addGoals(
  tx: Tx,
  friendId: string,
  { referral, currency }: Awaited<ReturnType<typeof readMerchant>>['settings'],
  now: Date,
): Promise<void> {
  if (referral.stages.length === 0) return;
  await tx
    .insertInto('referral_goal')
    .values(
      referral.stages.map(({ stage, deposits, stake, withinDays, referrer, friend }) => ({
        friend_id: friendId,
        stage,
        need_deposits: toUnits(deposits).toString(),
        need_stake: toUnits(stake).toString(),
        ends_at: new Date(now.getTime() + withinDays * DAY_MS),
        referrer_amount: toUnits(referrer).toString(),
        friend_amount: toUnits(friend).toString(),
        currency,
      })),
    )
    .execute();
}
