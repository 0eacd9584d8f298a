import { amountText } from '../../../shared/money/amount-text.ts';
import { toWire, wireToInput } from '../../../shared/money/money.ts';
import { typedUnits } from '../../../shared/money/typed-amount.ts';
import { formAction } from '../../page/paths.ts';
import { amountInput } from '../../ui/amount-input.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import display from '../../ui/display.module.css';
import { Field } from '../../ui/field.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './deposit.module.css';
import { Methods } from './methods.tsx';
import type { DepositProps } from './props.ts';
import { Summary } from './summary.tsx';
import { type DepositFormInput, useDepositForm } from './use-deposit-form.ts';

/** Refusals that the member can resolve on the page of limits. */
const LIMIT_CODES = ['limit_reached', 'limit_exceeded', 'time_out', 'self_excluded', 'self_excluded_open'];

export interface DepositFormProps extends DepositFormInput, Pick<DepositProps, 'links' | 'limitsHref'> {
  /** Current balance in wire form, if known. */
  readonly balance: string | undefined;
}

/** Amount and payment method. The voucher field replaces the amount by CSS, so it works without script. */
export function DepositForm(props: DepositFormProps) {
  const { t, channels, reference, links, limitsHref, currency, balance } = props;
  const form = useDepositForm(props);
  const { channel, amount } = form;
  const limits = { min: amountText(channel.minAmount, currency), max: amountText(channel.maxAmount, currency) };
  return (
    <form
      className={styles.form}
      method="post"
      action={formAction('deposit.create')}
      noValidate
      aria-busy={form.busy}
      onSubmit={form.submit}
      ref={form.box}
    >
      <input type="hidden" name="back" value={links.deposit} />
      <input type="hidden" name="reference" value={reference} />
      <FormMessage text={form.problem} />
      {form.problem && LIMIT_CODES.includes(form.refusal) ? (
        <a className={controls.link} href={limitsHref}>
          {t('deposit.toLimits')}
        </a>
      ) : null}
      <div className={styles.typed}>
        <Field
          name="amount"
          label={t('wallet.amount')}
          value={amount}
          onChange={(event) => form.setAmount(event.target.value)}
          error={form.amountError}
          hint={t('deposit.limits', limits)}
          {...amountInput(currency.currency)}
          autoComplete="off"
          maxLength={16}
          required
        />
        <fieldset className={styles.chips} aria-label={t('deposit.presets')}>
          {channel.presets.map((preset) => (
            <button
              key={preset}
              type="button"
              className={display.chip}
              aria-pressed={toWire(typedUnits(amount, currency.currency) ?? 0n) === preset}
              onClick={() => form.setAmount(wireToInput(preset))}
            >
              <Money amount={preset} currency={currency} />
            </button>
          ))}
        </fieldset>
      </div>
      <Methods t={t} currency={currency} channels={channels} chosen={channel.code} onChoose={form.choose} />
      <div className={styles.voucher}>
        <Field
          name="voucher"
          label={t('deposit.voucher')}
          value={form.voucher}
          onChange={(event) => form.setVoucher(event.target.value)}
          error={form.voucherError}
          hint={t('deposit.voucherHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
      </div>
      <Summary t={t} channel={channel} amount={amount} balance={balance} currency={currency} />
      <Button type="submit" variant="primary" busy={form.busy} aria-disabled={form.busy || undefined}>
        {t('deposit.goOn')}
      </Button>
    </form>
  );
}
