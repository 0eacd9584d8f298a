import { useId, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { toScreen, toWire, wireToScreen } from '../../../shared/money/money.ts';
import controls from '../../styles/controls.module.css';
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
import { costOf, mostOf, timeText, typedForm, units } from './figures.ts';
import { PAYOUT_ACCOUNTS, WITHDRAW } from './links.ts';
import type { WithdrawOptions, WithdrawProps } from './props.ts';
import { useRequest } from './use-request.ts';
import styles from './withdrawal.module.css';

export interface RequestFormProps extends Pick<WithdrawProps, 'form' | 'reference' | 'timeZone'> {
  readonly t: Translate;
  readonly options: WithdrawOptions;
}

/** Amount, account and payment password; with script one more look at everything before it is sent. */
export function RequestForm(props: RequestFormProps) {
  const { t, options, reference, timeZone } = props;
  const { accounts, currencySymbol: symbol, minAmount, maxAmount, reviewHours } = options;
  const form = useRequest(props);
  const most = mostOf(options);
  const text = (wire: string) => symbol + wireToScreen(wire);
  const titleId = useId();
  return (
    <>
      <form
        className={`${display.card} ${styles.form}`}
        method="post"
        action={formAction('withdrawal.request')}
        noValidate
        aria-labelledby={titleId}
        aria-busy={form.busy}
        onSubmit={form.submit}
        ref={form.box}
      >
        <h2 className={styles.title} id={titleId}>
          {t('withdrawal.formTitle')}
        </h2>
        <input type="hidden" name="back" value={`${WITHDRAW}?requested=1`} />
        <input type="hidden" name="reference" value={reference} />
        <FormMessage text={form.problem} />
        <Field
          name="amount"
          label={t('withdrawal.amount')}
          value={form.amount}
          onChange={(event) => form.setAmount(event.target.value)}
          error={form.errors.amount}
          hint={t('withdrawal.amountHint', { min: text(minAmount), max: text(maxAmount) })}
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          required
        />
        {most >= units(minAmount) ? (
          <button
            type="button"
            className={`${display.chip} ${styles.all}`}
            aria-pressed={form.amount === typedForm(toWire(most))}
            onClick={() => form.setAmount(typedForm(toWire(most)))}
            data-private
          >
            {t('withdrawal.all', { amount: symbol + toScreen(most) })}
          </button>
        ) : null}
        <Accounts t={t} accounts={accounts} chosen={form.account} onChoose={form.setAccount} timeZone={timeZone} />
        <Cost t={t} options={options} amount={form.amount} />
        <PasswordField
          t={t}
          name="paymentPassword"
          label={t('withdrawal.paymentPassword')}
          hint={t('withdrawal.forgotPayment')}
          error={form.errors.paymentPassword}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          required
        />
        <p className={styles.quiet}>{t('withdrawal.promiseText', { count: reviewHours })}</p>
        <Button type="submit" variant="primary" icon="arrow-up-from-line" busy={form.busy} aria-disabled={form.busy || undefined}>
          {t('withdrawal.request')}
        </Button>
      </form>
      <Confirm {...props} form={form} />
    </>
  );
}

type Account = WithdrawOptions['accounts'][number];

interface AccountsProps {
  readonly t: Translate;
  readonly accounts: readonly Account[];
  readonly chosen: string;
  readonly timeZone: string;
  readonly onChoose: (id: string) => void;
}

function Accounts({ t, accounts, chosen, onChoose, timeZone }: AccountsProps) {
  return (
    <fieldset className={styles.accounts}>
      <legend className={controls.label}>{t('withdrawal.account')}</legend>
      {accounts.map(({ payoutAccountId: id, kind, providerName, holder, masked, coolingUntil }) => (
        <label key={id} className={styles.account} data-off={coolingUntil ? true : undefined}>
          <input
            type="radio"
            name="payoutAccountId"
            value={id}
            checked={id === chosen}
            disabled={coolingUntil !== null}
            onChange={() => onChoose(id)}
          />
          <Icon name={kind === 'BANK' ? 'landmark' : 'wallet'} />
          <span>
            <strong>{providerName}</strong> <bdi className={styles.masked}>{masked}</bdi>
            <small>{coolingUntil ? t('withdrawal.cooling', { until: timeText(coolingUntil, timeZone) }) : <bdi>{holder}</bdi>}</small>
          </span>
        </label>
      ))}
      <a className={`${controls.link} ${styles.more}`} href={PAYOUT_ACCOUNTS}>
        {t('withdrawal.addAccount')}
      </a>
    </fieldset>
  );
}

/** What is taken off and what arrives; before an amount is typed, the rule. */
function Cost({ t, options, amount }: { readonly t: Translate; readonly options: WithdrawOptions; readonly amount: string }) {
  const { fee, currencySymbol: symbol } = options;
  const cost = costOf(amount, options);
  return (
    <dl className={styles.cost}>
      <div>
        <dt>{t('withdrawal.fee')}</dt>
        <dd>{cost && units(cost.fee) > 0n ? <Money amount={cost.fee} symbol={symbol} /> : feeRule(t, fee, symbol)}</dd>
      </div>
      <div>
        <dt>{t('withdrawal.arrives')}</dt>
        <dd className={styles.strong}>{cost ? <Money amount={cost.net} symbol={symbol} /> : '–'}</dd>
      </div>
    </dl>
  );
}

function feeRule(t: Translate, fee: WithdrawOptions['fee'], symbol: string): string {
  const fixed = symbol + wireToScreen(fee.fixed);
  const percent = (fee.basisPoints / 100).toFixed(2);
  if (fee.basisPoints === 0) return units(fee.fixed) === 0n ? t('withdrawal.feeNone') : fixed;
  return units(fee.fixed) === 0n ? t('withdrawal.feeShare', { percent }) : t('withdrawal.feeBoth', { fixed, percent });
}

/** One more look: what goes, what arrives, and where. */
function Confirm({ t, options, form }: Omit<RequestFormProps, 'form'> & { readonly form: ReturnType<typeof useRequest> }) {
  const [opened, setOpened] = useState(false);
  const { currencySymbol: symbol, accounts } = options;
  const account = accounts.find(({ payoutAccountId }) => payoutAccountId === form.account);
  const cost = costOf(form.amount, options);
  if (form.asking && !opened) setOpened(true);
  // The dialog comes with the first question: before it there is nothing that it could show.
  if (!opened || !cost || !account) return null;
  const amount = symbol + toScreen(units(cost.fee) + units(cost.net));
  return (
    <Dialog t={t} title={t('withdrawal.confirmTitle')} open={form.asking} onClose={form.leave}>
      <dl className={styles.facts}>
        <div>
          <dt>{t('withdrawal.amount')}</dt>
          <dd>
            <bdi>{amount}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('withdrawal.fee')}</dt>
          <dd>
            <Money amount={cost.fee} symbol={symbol} />
          </dd>
        </div>
        <div>
          <dt>{t('withdrawal.arrives')}</dt>
          <dd className={styles.strong}>
            <Money amount={cost.net} symbol={symbol} />
          </dd>
        </div>
        <div>
          <dt>{t('withdrawal.account')}</dt>
          <dd>
            {account.providerName} <bdi>{account.masked}</bdi>
          </dd>
        </div>
      </dl>
      <p>{t(options.mayCancel ? 'withdrawal.confirmCancelText' : 'withdrawal.confirmText')}</p>
      <div className={overlays.footer}>
        <Button variant="ghost" onClick={form.leave}>
          {t('withdrawal.back')}
        </Button>
        <Button variant="primary" busy={form.busy} aria-disabled={form.busy || undefined} onClick={form.send} data-first>
          {t('withdrawal.confirm', { amount })}
        </Button>
      </div>
    </Dialog>
  );
}
