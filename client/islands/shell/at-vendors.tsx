import type { Balance } from '../../../shared/api/balance/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { Money } from '../../ui/money.tsx';

/** True if a part of the member's money is at vendors or on the way to or from them. */
export function hasMoneyAtVendors(balance: Balance | null): balance is Balance & { readonly atVendors: NonNullable<Balance['atVendors']> } {
  return balance?.atVendors !== undefined && (parseWireAmount(balance.atVendors) ?? 0n) > 0n;
}

/** Money at vendors, below the wallet's balance. */
export function AtVendors({ t, balance }: { readonly t: Translate; readonly balance: Balance | null }) {
  if (!hasMoneyAtVendors(balance)) return null;
  return (
    <small data-at-vendors="">
      {t('wallet.inGames')}{' '}
      <span data-private>
        <Money amount={balance.atVendors} currency={balance} />
      </span>
    </small>
  );
}
