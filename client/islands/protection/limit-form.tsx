import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import type { LimitKind, LimitPeriod } from '../../../shared/rules/protection.ts';
import { formAction } from '../../page/paths.ts';
import { amountInput } from '../../ui/amount-input.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './limit-form.module.css';

export interface LimitFormProps {
  readonly t: Translate;
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly currency: CurrencyView;
  /** As typed before, or a preset. */
  readonly value?: string;
  readonly error?: string;
  /** Page to show afterwards. */
  readonly back: string;
  /** Content next to the button, such as a link to skip the form. */
  readonly children?: React.ReactNode;
}

/** Sets one limit of the member: any amount (or minutes). Works without script and on any page. */
export function LimitForm({ t, kind, period, currency, value = '', error, back, children }: LimitFormProps) {
  const isTime = kind === 'session';
  return (
    <form method="post" action={formAction('protection.setLimit')} className={styles.form}>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="period" value={period} />
      <input type="hidden" name="back" value={back} />
      <Field
        name="value"
        label={isTime ? t('protection.limitMinutes') : t('protection.limitAmount', { symbol: currency.currencySymbol })}
        aria-label={`${t(`protection.limit_${kind}_${period}`)}: ${isTime ? t('protection.limitMinutes') : t('protection.limitAmount', { symbol: currency.currencySymbol })}`}
        error={error}
        {...(isTime ? { inputMode: 'numeric' } : amountInput(currency.currency))}
        autoComplete="off"
        required
        maxLength={16}
        defaultValue={value}
      />
      <div className={styles.actions}>
        <Button variant="primary" type="submit">
          {t('protection.limitSet')}
        </Button>
        {children}
      </div>
    </form>
  );
}
