import type { Executor } from '../../base/db/index.ts';
import { rankOfMember, readMerchant } from '../../merchant/index.ts';
import type { Terms } from './contracts.ts';

/** The merchant's rules and the limits of the member's level. */
export async function readTerms(executor: Executor, merchant: string, memberId: string): Promise<Terms> {
  const { settings } = await readMerchant(executor, merchant);
  const member = await executor
    .selectFrom('member')
    .select(rankOfMember.as('rank'))
    .where('id', '=', memberId)
    .where('merchant', '=', merchant)
    .executeTakeFirst();
  const level = settings.vipLevels[(member?.rank?.rankLevel ?? 1) - 1];
  return {
    rules: settings.withdrawals,
    offered: settings.features.withdrawals === true,
    timeZone: settings.timeZone,
    perDay: level?.withdrawalsPerDay ?? settings.withdrawals.perDay,
  };
}
