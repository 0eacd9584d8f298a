import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Balance } from '../../../shared/api/balance/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { type CurrencyView, NO_CURRENCY } from '../../../shared/money/amount-text.ts';
import { zonedText } from '../../../shared/time.ts';
import { balanceState, creditBetween, refreshBalance, useBalance } from '../../page/balance/balance-store.ts';
import { siteTimeZone } from '../../page/site-time.ts';
import { Button } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { Money } from '../../ui/money.tsx';
import { AtVendors } from './at-vendors.tsx';
import { HideButton } from './hide-button.tsx';
import styles from './member-bar.module.css';

export interface BalanceCapsuleProps {
  readonly t: Translate;
  readonly initial: Balance | null;
  /** Content at the end of the capsule. */
  readonly children?: ReactNode;
}

/** The balance with refresh and hide buttons. Only a credit is animated, once; losses and first loads are not. */
export function BalanceCapsule({ t, initial, children }: BalanceCapsuleProps) {
  const { balance, busy, stale } = useBalance(initial);
  const updated = useUpdatedText(t, balance?.asOf, stale);
  return (
    <div className={styles.capsule}>
      <span className={styles.amount} title={updated}>
        <span data-private>{balance ? <Money amount={balance.sumBalance} currency={balance} /> : <span>{t('wallet.unknown')}</span>}</span>
        <AtVendors t={t} balance={balance} />
        <Credit currency={balance ?? NO_CURRENCY} />
      </span>
      <Button
        variant="ghost"
        dense
        iconOnly
        icon="refresh-cw"
        className={styles.tool}
        aria-busy={busy}
        onClick={() => void refreshBalance()}
      >
        {t('wallet.refresh')}
      </Button>
      <HideButton t={t} className={styles.tool ?? ''} />
      {children}
      <span className={display.hidden} role="status">
        {stale ? t('wallet.notUpdated') : ''}
      </span>
    </div>
  );
}

/** Time of day in the site's time zone. The first render leaves it out: it does not know the document. */
function useUpdatedText(t: Translate, asOf: string | undefined, stale: boolean): string | undefined {
  const [text, setText] = useState<string>();
  useEffect(() => {
    if (!asOf) return;
    const time = zonedText(asOf, siteTimeZone()).slice('2026-11-21 '.length);
    setText(t(stale ? 'wallet.notUpdated' : 'wallet.updatedAt', { time }));
  }, [t, asOf, stale]);
  return text;
}

function Credit({ currency }: { readonly currency: CurrencyView }) {
  const [credit, setCredit] = useState<{ amount: string; version: number }>();
  const last = useRef(balanceState.get().balance);
  useEffect(
    () =>
      balanceState.listen(({ balance }) => {
        const grown = last.current && balance ? creditBetween(last.current.sumBalance, balance.sumBalance) : null;
        last.current = balance;
        if (balance && grown) setCredit({ amount: grown, version: balance.version });
      }),
    [],
  );
  if (!credit) return null;
  return (
    <span key={credit.version} className={styles.credit} aria-hidden="true" data-private onAnimationEnd={() => setCredit(undefined)}>
      <Money amount={credit.amount} currency={currency} signed />
    </span>
  );
}
