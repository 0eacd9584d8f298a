import type { Translate } from '../../../shared/i18n/translate.ts';
import { refreshBalance, useBalance } from '../../page/balance/balance-store.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { AtVendors } from './at-vendors.tsx';
import styles from './drawer-balance.module.css';
import { HideButton } from './hide-button.tsx';
import type { DrawerProps } from './props.ts';

export interface DrawerBalanceProps extends Pick<DrawerProps, 'balance' | 'links'> {
  readonly t: Translate;
}

/** The member's balance at the top of the side menu, with deposit and withdraw. */
export function DrawerBalance({ t, balance: initial, links }: DrawerBalanceProps) {
  const { balance, busy } = useBalance(initial);
  return (
    <div className={styles.money}>
      {t('wallet.balance')}
      <div className={styles.balance}>
        <span data-private>{balance ? <Money amount={balance.sumBalance} currency={balance} /> : <span>{t('wallet.unknown')}</span>}</span>
        <Button variant="ghost" dense iconOnly icon="refresh-cw" aria-busy={busy} onClick={() => void refreshBalance()}>
          {t('wallet.refresh')}
        </Button>
        <HideButton t={t} />
      </div>
      <AtVendors t={t} balance={balance} />
      <div className={styles.pair}>
        {balance?.resting || links.deposit === null ? null : (
          <ButtonLink variant="primary" href={links.deposit}>
            {t('header.deposit')}
          </ButtonLink>
        )}
        {links.withdraw === null ? null : <ButtonLink href={links.withdraw}>{t('header.withdraw')}</ButtonLink>}
      </div>
    </div>
  );
}
