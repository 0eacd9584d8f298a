import { useId, useState } from 'react';
import { parseInputAmount, parseWireAmount, toScreen, wireToScreen } from '../../../shared/money/money.ts';
import display from '../../styles/display.module.css';
import overlays from '../../styles/overlays.module.css';
import { formAction } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { Icon } from '../ui/icon.tsx';
import { Money } from '../ui/money.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TRANSFER_UPLINE } from './links.ts';
import styles from './transfers.module.css';
import { type TransferFormProps, useTransfer } from './use-transfer.ts';

/** Amount and payment password; with script one more look before it is sent. */
export function TransferForm(props: TransferFormProps) {
  const { t, state, reference } = props;
  const { upline, minAmount, maxAmount, leftToday, transfersLeftToday, available, turnoverLeft, currencySymbol: symbol } = state;
  const form = useTransfer(props);
  const text = (wire: string) => symbol + wireToScreen(wire);
  const titleId = useId();
  const key = props.form?.values.reference ?? reference;
  return (
    <form
      className={`${display.card} ${styles.form}`}
      method="post"
      action={formAction('transfer.upline')}
      noValidate
      aria-labelledby={titleId}
      aria-busy={form.busy}
      onSubmit={form.submit}
      ref={form.box}
    >
      <h2 className={styles.title} id={titleId}>
        {t('transfers.formTitle')}
      </h2>
      <input type="hidden" name="back" value={`${TRANSFER_UPLINE}?done=${encodeURIComponent(key)}`} />
      <input type="hidden" name="reference" value={key} />
      <FormMessage text={form.problem} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('transfers.to')}</dt>
          <dd className={styles.person}>
            <Icon name="user" small />
            <bdi>{upline?.account}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('transfers.available')}</dt>
          <dd data-private>
            <Money amount={available} symbol={symbol} />
          </dd>
        </div>
        <div>
          <dt>{t('transfers.leftToday')}</dt>
          <dd>{t('transfers.leftTodayText', { amount: text(leftToday), count: transfersLeftToday })}</dd>
        </div>
      </dl>
      {(parseWireAmount(turnoverLeft) ?? 0n) > 0n ? (
        <p className={styles.quiet}>{t('transfers.turnoverLeft', { left: text(turnoverLeft) })}</p>
      ) : null}
      <Field
        name="amount"
        label={t('transfers.amount')}
        value={form.amount}
        onChange={(event) => form.setAmount(event.target.value)}
        error={form.errors.amount}
        hint={t('transfers.bounds', { min: text(minAmount), max: text(maxAmount) })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        required
      />
      <PasswordField
        t={t}
        name="paymentPassword"
        label={t('transfers.paymentPassword')}
        hint={t('transfers.forgotPayment')}
        error={form.errors.paymentPassword}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        required
      />
      <Button type="submit" variant="primary" icon="send" busy={form.busy} aria-disabled={form.busy || undefined}>
        {t('transfers.send')}
      </Button>
      <Confirm {...props} form={form} />
    </form>
  );
}

/** One more look: how much, to whom, and what is left. */
function Confirm({ t, state, form }: Omit<TransferFormProps, 'form'> & { readonly form: ReturnType<typeof useTransfer> }) {
  const [opened, setOpened] = useState(false);
  const { upline, wallet, currencySymbol: symbol } = state;
  const units = parseInputAmount(form.amount.trim());
  if (form.asking && !opened) setOpened(true);
  // The dialog comes with the first question: before it there is nothing that it could show.
  if (!opened || units === undefined || !upline) return null;
  const after = (parseWireAmount(wallet) ?? 0n) - units;
  const amount = symbol + toScreen(units);
  return (
    <Dialog t={t} title={t('transfers.confirmTitle')} open={form.asking} onClose={form.leave}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('transfers.amount')}</dt>
          <dd className={styles.strong}>
            <bdi>{amount}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('transfers.to')}</dt>
          <dd>
            <bdi>{upline.account}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('transfers.after')}</dt>
          <dd data-private>
            <bdi>{symbol + toScreen(after)}</bdi>
          </dd>
        </div>
      </dl>
      <p>{t('transfers.confirmText')}</p>
      <div className={overlays.footer}>
        <Button variant="ghost" onClick={form.leave}>
          {t('transfers.back')}
        </Button>
        <Button variant="primary" busy={form.busy} aria-disabled={form.busy || undefined} onClick={form.send} data-first>
          {t('transfers.confirm', { amount })}
        </Button>
      </div>
    </Dialog>
  );
}
