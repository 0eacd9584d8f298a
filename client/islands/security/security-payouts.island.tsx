import { useState } from 'react';
import { payoutRemove } from '../../../shared/api/payout-accounts/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { toast } from '../../page/toasts.ts';
import type { IslandContext } from '../../runtime/island.ts';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ConfirmAction } from './confirm-action.tsx';
import { focusTitle } from './focus-title.ts';
import type { PayoutView, SecurityPayoutsProps } from './props.ts';
import styles from './security.module.css';
import { useAction } from './use-action.ts';

/** Bank accounts and e-wallets for payouts. Each can be removed. */
export default function SecurityPayouts({ t, accounts: first, maxCount, form, page }: SecurityPayoutsProps & IslandContext) {
  const [accounts, setAccounts] = useState(first);
  return (
    <section className={`${display.card} ${styles.card}`} aria-labelledby="payouts-title">
      <h2 className={styles.title} id="payouts-title" tabIndex={-1}>
        {t('profile.payoutListTitle')}
      </h2>
      <FormMessage text={form?.call === 'payout.remove' ? form.message : ''} />
      {accounts.length === 0 ? (
        <EmptyState icon="landmark" title={t('profile.payoutNone')} text={t('profile.payoutNoneText')} />
      ) : (
        <>
          <p className={styles.quiet}>{t('profile.payoutCount', { count: accounts.length, most: maxCount })}</p>
          <ul className={styles.rows}>
            {accounts.map((account) => (
              <PayoutRow
                key={account.id}
                t={t}
                account={account}
                page={page}
                onRemoved={() => {
                  focusTitle('payouts-title');
                  toast('done', t('profile.payoutRemoved'));
                  setAccounts((before) => before.filter(({ id }) => id !== account.id));
                }}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface PayoutRowProps {
  readonly t: Translate;
  readonly account: PayoutView;
  readonly page: string;
  readonly onRemoved: () => void;
}

function PayoutRow({ t, account, page, onRemoved }: PayoutRowProps) {
  const { id, kind, name, masked, holder, addedText, coolingText } = account;
  const removing = useAction(t);
  return (
    <li className={styles.row}>
      <span className={styles.rowIcon}>
        <Icon name={kind === 'BANK' ? 'landmark' : 'wallet'} />
      </span>
      <div className={styles.rowText}>
        <p className={styles.rowName}>
          <bdi>{name}</bdi>{' '}
          <span className={display.badge} data-tone={coolingText ? undefined : 'pos'}>
            {coolingText ?? t('profile.payoutReady')}
          </span>
        </p>
        <p>
          <bdi dir="ltr">{masked}</bdi>, <bdi>{holder}</bdi>
        </p>
        <p className={styles.quiet}>{t('profile.payoutAdded', { date: addedText })}</p>
      </div>
      <ConfirmAction
        label={t('profile.payoutRemove')}
        fullLabel={t('profile.payoutRemoveOf', { name: `${name} ${masked}` })}
        text={t('profile.payoutRemoveText')}
        confirm={t('profile.payoutRemoveDo')}
        danger
        action={removing}
        plainCall="payout.remove"
        fields={{ id, back: page }}
        onConfirm={() => removing.run(payoutRemove, { body: { id } }, onRemoved)}
      />
    </li>
  );
}
