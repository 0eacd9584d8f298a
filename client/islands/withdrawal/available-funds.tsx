import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import display from '../../ui/display.module.css';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import shared from '../instruction/instruction.module.css';
import { turnoverPercent, units } from './amounts.ts';
import type { WithdrawOptions } from './props.ts';
import styles from './withdrawal.module.css';

/** Money that can be withdrawn now, money that cannot, and the reason. */
export function AvailableFunds({ t, options }: { readonly t: Translate; readonly options: WithdrawOptions }) {
  const { available, locked, atVendors, turnover, today } = options;
  const text = (wire: string) => amountText(wire, options);
  const isLocked = units(turnover.left) > 0n;
  const percent = turnoverPercent(options);
  return (
    <section className={`${display.card} ${shared.part}`} aria-label={t('withdrawal.available')}>
      <dl className={styles.sums}>
        <div>
          <dt>{t('withdrawal.available')}</dt>
          <dd className={shared.large} data-private>
            <Money amount={available} currency={options} />
          </dd>
        </div>
        <div>
          <dt>{t('withdrawal.locked')}</dt>
          <dd className={shared.large} data-private>
            <Money amount={locked} currency={options} />
          </dd>
        </div>
      </dl>
      {turnover.waived === undefined ? null : (
        <p className={styles.why}>
          <Icon name="shield" small />
          <span>{t('withdrawal.excludedText')}</span>
        </p>
      )}
      {turnover.waived !== undefined ? (
        units(locked) > 0n ? (
          <p className={shared.quiet}>{t('withdrawal.excludedLocked', { amount: text(locked) })}</p>
        ) : null
      ) : isLocked ? (
        <div className={shared.turnover}>
          <ProgressBar percent={percent} label={t('withdrawal.turnover')} />
          <p className={styles.why}>
            <Icon name="lock" small />
            <span>{t('withdrawal.lockedText', { left: text(turnover.left), required: text(turnover.required) })}</span>
          </p>
        </div>
      ) : (
        <p className={shared.quiet}>{t('withdrawal.lockedFree')}</p>
      )}
      {atVendors === undefined ? null : (
        <p className={styles.why}>
          <Icon name="wallet-cards" small />
          <span>
            {t('withdrawal.atVendors', { amount: text(atVendors) })} <a href="/member/transferFund">{t('lobby.member_transferFund')}</a>
          </span>
        </p>
      )}
      <p className={shared.quiet}>
        {t('withdrawal.today', {
          count: today.count,
          maxCount: today.maxCount,
          amount: text(today.amount),
          maxAmount: text(today.maxAmount),
        })}
      </p>
    </section>
  );
}
