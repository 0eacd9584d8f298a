import type { WithdrawalStatus } from '../../../shared/api/withdrawal/constants.ts';
import type { Withdrawal } from '../../../shared/api/withdrawal/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { zonedMinute, zonedMoment } from '../../../shared/time.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import display from '../../ui/display.module.css';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import shared from '../instruction/instruction.module.css';
import { units } from './amounts.ts';
import styles from './tracker.module.css';

export interface TrackerProps {
  readonly t: Translate;
  readonly withdrawal: Withdrawal;
  readonly currency: CurrencyView;
  readonly timeZone: string;
  /** Reference time to decide what is late. */
  readonly now: number;
}

const STAGES = ['requested', 'review', 'payment', 'receipt'] as const;
/** Number of completed stages, and whether the process ended there. */
const REACHED: Readonly<Record<WithdrawalStatus, readonly [done: number, ended: boolean]>> = {
  review: [1, false],
  approved: [2, false],
  paid: [3, false],
  disputed: [3, false],
  received: [4, false],
  returned: [3, true],
  rejected: [1, true],
  cancelled: [1, true],
};
const TONES: Readonly<Partial<Record<WithdrawalStatus, string>>> = {
  review: 'info',
  approved: 'info',
  paid: 'accent',
  disputed: 'neg',
  received: 'pos',
  rejected: 'neg',
};

export function StatusBadge({ t, status }: { readonly t: Translate; readonly status: WithdrawalStatus }) {
  return (
    <span className={display.badge} data-tone={TONES[status]}>
      {t(`withdrawal.status_${status}`)}
    </span>
  );
}

/** State of the withdrawal: stage, reason, next step and its time. */
export function Tracker({ t, withdrawal, currency, timeZone, now }: TrackerProps) {
  const { status, net, reason, promisedBy } = withdrawal;
  const late = promisedBy !== null && Date.parse(promisedBy) < now;
  return (
    <section className={`${display.card} ${shared.part}`} aria-labelledby="withdrawal-title">
      <div className={styles.head}>
        <h2 className={shared.large} id="withdrawal-title" tabIndex={-1}>
          <Money amount={net} currency={currency} />
        </h2>
        <StatusBadge t={t} status={status} />
      </div>
      <Stages t={t} status={status} />
      <div className={styles.next} role="status">
        <h3 className={styles.subtitle}>{t('withdrawal.next')}</h3>
        <p>{nextText(t, withdrawal, timeZone)}</p>
        {late ? <p className={styles.late}>{t('withdrawal.late')}</p> : null}
        {reason ? (
          <p>
            <strong>{t('withdrawal.reason')}:</strong> <q className={styles.quote}>{reason}</q>
          </p>
        ) : null}
      </div>
    </section>
  );
}

/** Details of the withdrawal and its steps so far. */
export function Details({ t, withdrawal, currency, timeZone }: Omit<TrackerProps, 'now'>) {
  return (
    <section className={`${display.card} ${shared.part}`} aria-labelledby="withdrawal-trail">
      <Facts t={t} withdrawal={withdrawal} currency={currency} />
      <Trail t={t} withdrawal={withdrawal} currency={currency} timeZone={timeZone} />
    </section>
  );
}

function Stages({ t, status }: { readonly t: Translate; readonly status: WithdrawalStatus }) {
  const [completed, ended] = REACHED[status];
  return (
    <ol className={styles.stages} aria-label={t('withdrawal.stages')}>
      {STAGES.map((stage, index) => (
        <li
          key={stage}
          data-done={index < completed || undefined}
          data-ended={(ended && index === completed) || undefined}
          aria-current={!ended && index === completed ? 'step' : undefined}
        >
          <span>
            <Icon name={index < completed ? 'check' : ended && index === completed ? 'x' : 'circle-dot'} small />
          </span>
          {t(`withdrawal.stage_${stage}`)}
        </li>
      ))}
    </ol>
  );
}

function nextText(
  t: Translate,
  { status, forced, mayComplain, promisedBy, confirmBy, complainUntil }: Withdrawal,
  timeZone: string,
): string {
  const until = promisedBy ?? confirmBy ?? complainUntil;
  const params = { until: until === null ? '' : zonedMoment(until, timeZone) };
  if (status === 'received' && forced) return t(mayComplain ? 'withdrawal.next_forced' : 'withdrawal.next_forcedOver', params);
  return t(`withdrawal.next_${status}`, params);
}

function Facts({ t, withdrawal, currency }: Pick<TrackerProps, 't' | 'withdrawal' | 'currency'>) {
  const { withdrawalId, amount, fee, net, receivedAmount, remainingAmount, account, status } = withdrawal;
  const partly = (status === 'paid' || status === 'disputed') && units(receivedAmount) > 0n;
  const sums: readonly (readonly [string, string])[] = [
    ['amount', amount],
    ['fee', fee],
    ['arrives', net],
    ...(partly
      ? ([
          ['receivedSoFar', receivedAmount],
          ['remaining', remainingAmount],
        ] as const)
      : []),
  ];
  return (
    <dl className={shared.facts}>
      {sums.map(([name, sum]) => (
        <div key={name}>
          <dt>{t(`withdrawal.${name}`)}</dt>
          <dd>
            <Money amount={sum} currency={currency} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('withdrawal.account')}</dt>
        <dd>
          {account.providerName} <bdi>{account.masked}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('withdrawal.id')}</dt>
        <dd className={`${shared.id} ${styles.id}`}>
          <code>{withdrawalId}</code>
          <CopyButton t={t} text={withdrawalId} />
        </dd>
      </div>
    </dl>
  );
}

function Trail({ t, withdrawal: { events }, currency, timeZone }: Omit<TrackerProps, 'now'>) {
  return (
    <div>
      <h2 className={styles.subtitle} id="withdrawal-trail">
        {t('withdrawal.trail')}
      </h2>
      <ol className={styles.trail}>
        {events.map(({ action, at, reason, amount }) => (
          <li key={`${action} ${at}`}>
            <time dateTime={at}>{zonedMinute(at, timeZone)}</time>
            <span>
              {t(`withdrawal.event_${action}`, { amount: amount === null ? '' : amountText(amount, currency) })}
              {reason ? <q className={styles.quote}>{reason}</q> : null}
            </span>
          </li>
        ))}
      </ol>
      <p className={shared.quiet}>{timeZone}</p>
    </div>
  );
}
