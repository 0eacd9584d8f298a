import type { ReactNode } from 'react';
import { amountText } from '../../../shared/money/amount-text.ts';
import { zonedMoment } from '../../../shared/time.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { ButtonLink } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import shared from '../instruction/instruction.module.css';
import { maxAmountOf, units } from './amounts.ts';
import { AvailableFunds } from './available-funds.tsx';
import { History } from './history.tsx';
import { PAYMENT_PASSWORD, PAYOUT_ACCOUNTS, trackerHref } from './links.ts';
import type { WithdrawProps } from './props.ts';
import { RequestForm } from './request-form.tsx';
import { useLiveWithdrawals } from './use-live-withdrawals.ts';
import styles from './withdrawal.module.css';

type Props = WithdrawProps & IslandContext;

const loadWithdrawalDetail = async () => (await import('./withdrawal-detail.tsx')).WithdrawalDetail;
let WithdrawalDetail = import.meta.env.SSR ? await loadWithdrawalDetail() : undefined;

/**
 * A new withdrawal with the history, or the tracker of one withdrawal (`?withdrawalId=`). Every form and link works
 * without script.
 */
export default function Withdraw(props: Props) {
  const { t, timeZone, missing } = props;
  const { current, history, options, setCurrent } = useLiveWithdrawals(props);
  if (current && WithdrawalDetail) return <WithdrawalDetail {...props} withdrawal={current} onChanged={setCurrent} />;
  return (
    <div className={shared.page}>
      {missing ? <EmptyState icon="circle-help" title={t('withdrawal.unknown')} text={t('withdrawal.unknownText')} /> : null}
      {props.requested ? <FormMessage kind="done" text={t('withdrawal.requested')} /> : null}
      <ActiveWithdrawals {...props} history={history} />
      <AvailableFunds t={t} options={options} />
      <NewWithdrawal {...props} options={options} />
      <History t={t} history={history} currency={options} timeZone={timeZone} />
    </div>
  );
}

/** Paid withdrawals come first because their confirmation period is running. */
function ActiveWithdrawals({ t, history, options, timeZone }: Props) {
  const waiting = history.withdrawals.filter(({ status }) => status === 'paid');
  return waiting.map(({ withdrawalId, remainingAmount, confirmBy }) => (
    <section key={withdrawalId} className={styles.waiting} aria-labelledby={`waiting-${withdrawalId}`}>
      <div>
        <h2 className={shared.title} id={`waiting-${withdrawalId}`}>
          {t('withdrawal.waitingTitle', { amount: amountText(remainingAmount, options) })}
        </h2>
        <p>{t('withdrawal.waitingText', { until: confirmBy ? zonedMoment(confirmBy, timeZone) : '' })}</p>
      </div>
      <ButtonLink variant="primary" href={trackerHref(withdrawalId)}>
        {t('withdrawal.waitingOpen')}
      </ButtonLink>
    </section>
  ));
}

/** The form, or the requirement that is missing. */
function NewWithdrawal(props: Props) {
  const { t, options, timeZone } = props;
  const { accounts, paymentPasswordSet, today, minAmount, available } = options;
  if (!paymentPasswordSet)
    return (
      <RequirementNotice t={t} icon="lock" name="noPassword">
        <ButtonLink variant="primary" href={PAYMENT_PASSWORD}>
          {t('withdrawal.setPassword')}
        </ButtonLink>
      </RequirementNotice>
    );
  if (accounts.length === 0)
    return (
      <RequirementNotice t={t} icon="landmark" name="noAccount">
        <ButtonLink variant="primary" href={PAYOUT_ACCOUNTS}>
          {t('withdrawal.addFirst')}
        </ButtonLink>
      </RequirementNotice>
    );
  if (today.count >= today.maxCount)
    return <FormMessage kind="info" text={t('withdrawal.dayUsed', { max: today.maxCount, zone: timeZone })} />;
  if (maxAmountOf(options) < units(minAmount)) {
    const params = { min: amountText(minAmount, options), available: amountText(available, options) };
    return (
      <div className={`${display.card} ${styles.before}`}>
        <EmptyState icon="wallet" title={t('withdrawal.nothing')} text={t('withdrawal.nothingText', params)} />
      </div>
    );
  }
  return <RequestForm {...props} />;
}

interface RequirementNoticeProps extends Pick<Props, 't'> {
  readonly icon: string;
  readonly name: 'noPassword' | 'noAccount';
  readonly children: ReactNode;
}

function RequirementNotice({ t, icon, name, children }: RequirementNoticeProps) {
  return (
    <div className={`${display.card} ${styles.before}`}>
      <EmptyState icon={icon} title={t(`withdrawal.${name}`)} text={t(`withdrawal.${name}Text`)}>
        {children}
      </EmptyState>
    </div>
  );
}

Withdraw.prepare = async ({ current }: WithdrawProps) => {
  if (current) WithdrawalDetail ??= await loadWithdrawalDetail();
};
