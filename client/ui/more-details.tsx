import type { ReactNode } from 'react';
import type { Translate } from '../../shared/i18n/translate.ts';
import { Icon } from './icon.tsx';
import styles from './more-details.module.css';

export const MORE_DETAILS_TEXTS = ['common.details'] as const;

/** Details for support, rarely read by players: ids of bets, transfers and ledger entries. Opens without script. */
export function MoreDetails({ t, children }: { readonly t: Translate; readonly children: ReactNode }) {
  return (
    <details className={styles.more}>
      <summary>
        {t('common.details')}
        <Icon name="chevron-down" small />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
