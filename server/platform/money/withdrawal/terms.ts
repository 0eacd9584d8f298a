import type { Executor } from '../../base/db/index.ts';
import { levelWithdrawals, rankOfMember, readMerchant } from '../../merchant/index.ts';
import type { Terms } from './contracts.ts';

/** The merchant's rules, with fee and limits of the member's level. */
export async function readTerms(executor: Executor, merchant: string, memberId: string): Promise<Terms> {
  const { settings } = await readMerchant(executor, merchant);
  const member = await executor
    .selectFrom('member')
    .select(rankOfMember.as('rank'))
    .where('id', '=', memberId)
    .where('merchant', '=', merchant)
    .executeTakeFirst();
  const { features, timeZone } = settings;
  return { ...levelWithdrawals(settings, member?.rank?.rankLevel ?? 1), offered: features.withdrawals === true, timeZone };
}
