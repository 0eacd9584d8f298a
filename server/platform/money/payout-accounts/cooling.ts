import { HOUR_MS, zonedMoment } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';

/** Page with the time of the payment password's last change. */
const SECURITY_PAGE = '/member/securityCenter';

/**
 * Refuses money movements for some time after the payment password was set without the old one, because a thief may have set it. Call it in
 * the transaction that moves the money.
 */
export async function refuseAfterReset(
  { clock, merchant }: { readonly clock: Clock; readonly merchant: string },
  executor: Executor,
  memberId: string,
): Promise<void> {
  const { payoutAccounts, timeZone } = (await readMerchant(executor, merchant)).settings;
  const member = await executor.selectFrom('member').select('payment_reset_at').where('id', '=', memberId).executeTakeFirst();
  if (!member?.payment_reset_at) return;
  const cooledAt = new Date(member.payment_reset_at.getTime() + payoutAccounts.coolingHours * HOUR_MS);
  if (cooledAt <= clock.now()) return;
  throw new Refusal('payment_password_cooling', {
    rule: 'payment-password-reset',
    until: cooledAt.toISOString(),
    when: zonedMoment(cooledAt, timeZone),
    next: SECURITY_PAGE,
  });
}
