import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { LIMIT_PERIODS } from '../../../shared/rules/protection.ts';
import { formAction } from '../../page/paths.ts';
import { amountInput } from '../../ui/amount-input.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Field } from '../../ui/field.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { FormView } from '../sign-in/props.ts';
import styles from './limit-offer.module.css';

export interface LimitOfferProps {
  readonly t: Translate;
  readonly currency: CurrencyView;
  /** Address of the deposit page, to return to. */
  readonly here: string;
  /** Page with all limits. */
  readonly href: string;
  /** The refused form of the limit. */
  readonly form: FormView | null;
}

/** Offers a deposit limit of any amount before the first deposit (UKGC RTS 12A). The member decides. */
export function LimitOffer({ t, currency, here, href, form }: LimitOfferProps) {
  return (
    <details className={styles.offer} open={form !== null}>
      <summary>
        <Icon name="shield-check" />
        <span>
          <strong>{t('deposit.limitTitle')}</strong>
          <small>{t('deposit.limitText')}</small>
        </span>
        <Icon name="chevron-down" small />
      </summary>
      <form method="post" action={formAction('protection.setLimit')} className={styles.limit}>
        <FormMessage text={form?.errors.value ? '' : (form?.message ?? '')} />
        <input type="hidden" name="back" value={here} />
        <input type="hidden" name="kind" value="deposit" />
        <Field
          error={form?.errors.value}
          name="value"
          label={t('deposit.limitAmount')}
          defaultValue={form?.values.value ?? ''}
          {...amountInput(currency.currency)}
          autoComplete="off"
          maxLength={16}
          required
        />
        <div className={controls.field}>
          <label className={controls.label} htmlFor="limit-period">
            {t('deposit.limitPeriod')}
          </label>
          <select className={controls.input} id="limit-period" name="period" defaultValue={form?.values.period ?? 'day'}>
            {LIMIT_PERIODS.map((period) => (
              <option key={period} value={period}>
                {t(`deposit.limitPeriod_${period}`)}
              </option>
            ))}
          </select>
        </div>
        <div className={styles.limitExits}>
          <Button type="submit">{t('deposit.limitSet')}</Button>
          <a className={controls.link} href={href}>
            {t('deposit.toLimits')}
          </a>
        </div>
      </form>
    </details>
  );
}
