import type { Units } from '../../../../../shared/money/money.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Executor } from '../../../base/db/index.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { Secrets } from '../../../base/secrets.ts';
import type { PaymentProvider } from './contracts.ts';

export const VOUCHER_PROVIDER = 'voucher';
const PURPOSE = 'voucher.code';

export interface VoucherDeps {
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'keyOf'>;
}

/** Single-use codes with a value. Only keyed digests are stored, so a copy of the table cannot be redeemed. */
export function voucherProvider({ clock, secrets }: VoucherDeps): PaymentProvider {
  return {
    code: VOUCHER_PROVIDER,
    async quote(tx, { voucher, depositId, currency }) {
      const redeemed = await tx
        .updateTable('voucher')
        .set({ deposit_id: depositId })
        .where('code_key', '=', secrets.keyOf(PURPOSE, normalised(voucher ?? '')))
        .where('currency', '=', currency)
        .where('deposit_id', 'is', null)
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', clock.now())]))
        .returning('amount')
        .executeTakeFirst();
      // Unknown, used, expired and foreign-currency codes are refused alike.
      if (!redeemed) throw new Refusal('voucher_invalid');
      return { amount: BigInt(redeemed.amount), paid: true };
    },
    instruct: () => ({ payUrl: null, scan: false, account: null }),
    read: () => 'BAD_SIGNATURE',
  };
}

/** Adds a voucher. An existing one is not changed. */
export async function addVoucher(
  executor: Executor,
  { clock, secrets }: VoucherDeps,
  voucher: { code: string; amount: Units; currency: string; expiresAt: Date | null },
): Promise<void> {
  await executor
    .insertInto('voucher')
    .values({
      code_key: secrets.keyOf(PURPOSE, normalised(voucher.code)),
      amount: voucher.amount.toString(),
      currency: voucher.currency,
      expires_at: voucher.expiresAt,
      deposit_id: null,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column('code_key').doNothing())
    .execute();
}

/** Ignores case, spaces and hyphens. */
function normalised(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
