import type { ReactNode } from 'react';
import display from '../../client/ui/display.module.css';
import { Money } from '../../client/ui/money.tsx';
import type { ProtectionState } from '../../shared/api/responsible-gaming/schemas.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../shared/money/amount-text.ts';
import styles from './net-stats.module.css';

export interface NetStatsProps {
  readonly t: Translate;
  readonly net: ProtectionState['net'];
  readonly currency: CurrencyView;
  /** Further amounts next to these two. */
  readonly children?: ReactNode;
}

/** Net deposits and net result over the life of the account, shown together with the balance (UKGC RTS 1C). */
export function NetStats({ t, net, currency, children }: NetStatsProps) {
  return (
    <section className={display.card} aria-labelledby="figures-title">
      <h2 className={styles.title} id="figures-title">
        {t('protection.figuresTitle')}
      </h2>
      <dl className={styles.figures} data-private="">
        <NetStat
          name={t('protection.netDeposits')}
          value={<Money amount={net.netDeposits} currency={currency} />}
          note={
            <>
              {t('protection.netDepositsText')}{' '}
              <span className={styles.parts}>
                <Money amount={net.deposits} currency={currency} /> − <Money amount={net.payouts} currency={currency} />
              </span>
            </>
          }
        />
        <NetStat
          name={t('protection.netResult')}
          value={<Money amount={net.result} currency={currency} signed />}
          note={t('protection.netResultText')}
        />
        {children}
      </dl>
    </section>
  );
}

export function NetStat({ name, value, note }: { readonly name: string; readonly value: ReactNode; readonly note: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}
