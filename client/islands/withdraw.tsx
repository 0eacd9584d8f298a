import type { ReactNode } from 'react';
import { wireToScreen } from '../../shared/money/money.ts';
import shared from '../lib/instruction/instruction.module.css';
import { ACTION_TEXTS } from '../lib/security/use-action.ts';
import { ButtonLink } from '../lib/ui/button.tsx';
import { COPY_TEXTS } from '../lib/ui/copy-button.tsx';
import { EmptyState } from '../lib/ui/empty-state.tsx';
import { FormMessage } from '../lib/ui/form-message.tsx';
import { PAGINATION_TEXTS } from '../lib/ui/pagination.tsx';
import { maxAmountOf, timeText, units } from '../lib/withdrawal/amounts.ts';
import { AvailableFunds } from '../lib/withdrawal/available-funds.tsx';
import { History } from '../lib/withdrawal/history.tsx';
import { PAYMENT_PASSWORD, PAYOUT_ACCOUNTS, trackerHref } from '../lib/withdrawal/links.ts';
import type { WithdrawProps } from '../lib/withdrawal/props.ts';
import { RequestForm } from '../lib/withdrawal/request-form.tsx';
import { useLiveWithdrawals } from '../lib/withdrawal/use-live-withdrawals.ts';
import styles from '../lib/withdrawal/withdrawal.module.css';
import type { IslandContext } from '../runtime/island.ts';
import display from '../styles/display.module.css';

const textKeys = (area: string, names: string) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${area}.${name}`);

export const texts = [
  ...ACTION_TEXTS,
  ...COPY_TEXTS,
  ...PAGINATION_TEXTS,
  ...textKeys('upload', 'choose hint remove sending sent'),
  ...textKeys('errors', 'upload_not_image upload_too_large upload_too_many'),
  'wallet.amountRequired',
  ...textKeys('errors', 'field_required amount_invalid amount_out_of_range too_many_requests upstream_unavailable maybe_booked'),
  ...textKeys('auth', 'capsLock hidePassword showPassword'),
  ...textKeys('common', 'close moveWindow'),
  ...textKeys(
    'withdrawal',
    `available locked lockedText lockedFree excludedText excludedLocked turnover today formTitle amount amountHint over all fee feeNone feeShare feeBoth arrives
    account addAccount cooling paymentPassword forgotPayment request confirmTitle confirmText confirmCancelText confirm back promiseText requested
    noPassword noPasswordText setPassword noAccount noAccountText addFirst nothing nothingText dayUsed waitingTitle waitingText
    waitingOpen history historyEmpty historyEmptyText open toHistory id stages stage_requested stage_review stage_payment
    stage_receipt next late reason remaining receivedSoFar trail answerTitle answerLeft answerForced answerAll answerAllText
    answerAllConfirm answerPart answerPartText answerPartAmount answerPartHint answerPartConfirm answerNone answerRest answerNoneText
    answerLate comment commentHint pictures answerNoneConfirm answered cameAfterAll cancel cancelText cancelConfirm unknown unknownText
    next_forced next_forcedOver`,
  ),
  ...['review', 'approved', 'paid', 'disputed', 'received', 'returned', 'rejected', 'cancelled'].flatMap((status) => [
    `withdrawal.status_${status}`,
    `withdrawal.next_${status}`,
  ]),
  ...`requested approval approved rejected cancelled paid reminded part_received received expired not_received paid_again returned upheld`
    .split(' ')
    .map((action) => `withdrawal.event_${action}`),
];

type Props = WithdrawProps & IslandContext;

const loadWithdrawalDetail = async () => (await import('../lib/withdrawal/withdrawal-detail.tsx')).WithdrawalDetail;
let WithdrawalDetail = import.meta.env.SSR ? await loadWithdrawalDetail() : undefined;

/**
 * A new withdrawal with the history, or the tracker of one withdrawal (`?withdrawalId=`). Every form and link works
 * without script.
 */
export default function Withdraw(props: Props) {
  const { t, timeZone, missing } = props;
  const { current, history, options, setCurrent } = useLiveWithdrawals(props);
  const symbol = options.currencySymbol;
  if (current && WithdrawalDetail) return <WithdrawalDetail {...props} withdrawal={current} onChanged={setCurrent} />;
  return (
    <div className={shared.page}>
      {missing ? <EmptyState icon="circle-help" title={t('withdrawal.unknown')} text={t('withdrawal.unknownText')} /> : null}
      {props.requested ? <FormMessage kind="done" text={t('withdrawal.requested')} /> : null}
      <ActiveWithdrawals {...props} history={history} />
      <AvailableFunds t={t} options={options} />
      <NewWithdrawal {...props} options={options} />
      <History t={t} history={history} symbol={symbol} timeZone={timeZone} />
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
          {t('withdrawal.waitingTitle', { amount: options.currencySymbol + wireToScreen(remainingAmount) })}
        </h2>
        <p>{t('withdrawal.waitingText', { until: confirmBy ? `${timeText(confirmBy, timeZone)} (${timeZone})` : '' })}</p>
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
  const { accounts, paymentPasswordSet, today, minAmount, available, currencySymbol: symbol } = options;
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
    const params = { min: symbol + wireToScreen(minAmount), available: symbol + wireToScreen(available) };
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
