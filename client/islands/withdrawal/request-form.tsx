import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, exactText } from '../../../shared/money/amount-text.ts';
import { feeText } from '../../../shared/money/fee-text.ts';
import { payableUnit, toWire, wireToInput } from '../../../shared/money/money.ts';
import { zonedMinute } from '../../../shared/time.ts';
import controls from '../../ui/controls.module.css';
import display from '../../ui/display.module.css';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import shared from '../instruction/instruction.module.css';
import { AmountField, ConfirmInstruction, InstructionForm, PaymentPasswordField, SendButton } from '../instruction/instruction-form.tsx';
import { costOf, maxAmountOf, restOf, shownFee, units } from './amounts.ts';
import { FORGOTTEN_PASSWORD, PAYOUT_ACCOUNTS, WITHDRAW } from './links.ts';
import type { RequestFormProps, WithdrawOptions } from './props.ts';
import { useRequest } from './use-request.ts';
import styles from './withdrawal.module.css';

/** Amount, account and payment password; with script the request is confirmed before it is sent. */
export function RequestForm(props: RequestFormProps) {
  const { t, options, reference, timeZone } = props;
  const { accounts, minAmount, maxAmount, reviewHours } = options;
  const form = useRequest(props);
  const max = maxAmountOf(options);
  const text = (wire: string) => amountText(wire, options);
  return (
    <>
      <InstructionForm
        form={form}
        call="withdrawal.request"
        title={t('withdrawal.formTitle')}
        back={`${WITHDRAW}?requested=1`}
        reference={reference}
      >
        <input type="hidden" name="feeShown" value={shownFee(options)} />
        <AmountField
          form={form}
          label={t('withdrawal.amount')}
          currency={options.currency}
          hint={t('withdrawal.amountHint', { min: text(minAmount), max: text(maxAmount) })}
        />
        {max >= units(minAmount) ? <Everything t={t} options={options} chosen={form.amount} onChoose={form.setAmount} /> : null}
        <Accounts t={t} accounts={accounts} chosen={form.account} onChoose={form.setAccount} timeZone={timeZone} />
        <Cost t={t} options={options} amount={form.amount} />
        <PaymentPasswordField t={t} form={form} area="withdrawal" forgotHref={FORGOTTEN_PASSWORD} />
        <p className={shared.quiet}>{t('withdrawal.promiseText', { count: reviewHours })}</p>
        <SendButton form={form} icon="arrow-up-from-line" label={t('withdrawal.request')} />
      </InstructionForm>
      <Confirm {...props} form={form} />
    </>
  );
}

interface EverythingProps {
  readonly t: Translate;
  readonly options: WithdrawOptions;
  readonly chosen: string;
  readonly onChoose: (amount: string) => void;
}

/** Fills in the largest amount, and names what stays in the wallet and why. */
function Everything({ t, options, chosen, onChoose }: EverythingProps) {
  const max = maxAmountOf(options);
  const typed = wireToInput(toWire(max));
  const rest = restOf(options);
  const smallest = amountText(payableUnit(options.currency), options);
  return (
    <>
      <button
        type="button"
        className={`${display.chip} ${styles.all}`}
        aria-pressed={chosen === typed}
        onClick={() => onChoose(typed)}
        data-private
      >
        {t(rest.length === 0 ? 'withdrawal.all' : 'withdrawal.most', { amount: amountText(max, options) })}
      </button>
      {rest.map(({ reason, amount }) => (
        <p key={reason} className={shared.quiet} data-private data-stays>
          {t(`withdrawal.stays${reason}`, { amount: exactText(amount, options), smallest })}
        </p>
      ))}
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
            <small>{coolingUntil ? t('withdrawal.cooling', { until: zonedMinute(coolingUntil, timeZone) }) : <bdi>{holder}</bdi>}</small>
          </span>
        </label>
      ))}
      <a className={`${controls.link} ${styles.more}`} href={PAYOUT_ACCOUNTS}>
        {t('withdrawal.addAccount')}
      </a>
    </fieldset>
  );
}

/** Fee and net amount; before an amount is typed, the fee rule. */
function Cost({ t, options, amount }: { readonly t: Translate; readonly options: WithdrawOptions; readonly amount: string }) {
  const cost = costOf(amount, options);
  return (
    <dl className={shared.facts}>
      <div>
        <dt>{t('withdrawal.fee')}</dt>
        <dd>{cost && units(cost.fee) > 0n ? <Money amount={cost.fee} currency={options} /> : feeNow(t, options)}</dd>
      </div>
      <div>
        <dt>{t('withdrawal.arrives')}</dt>
        <dd className={shared.strong}>{cost ? <Money amount={cost.net} currency={options} /> : '–'}</dd>
      </div>
    </dl>
  );
}

/** The rule, and how many withdrawals of the month have no fee. */
function feeNow(t: Translate, options: WithdrawOptions): string {
  const rule = feeText(t, options.fee, options);
  return options.feeFree && options.feeFree.left > 0 ? t('withdrawal.feeFree', { ...options.feeFree, fee: rule }) : rule;
}

/** Amount, net amount and account. */
function Confirm({ t, options, form }: Omit<RequestFormProps, 'form'> & { readonly form: ReturnType<typeof useRequest> }) {
  const { accounts } = options;
  const account = accounts.find(({ payoutAccountId }) => payoutAccountId === form.account);
  const cost = costOf(form.amount, options);
  if (!cost || !account) return null;
  const amount = amountText(units(cost.fee) + units(cost.net), options);
  return (
    <ConfirmInstruction
      t={t}
      form={form}
      area="withdrawal"
      amount={amount}
      text={t(options.mayCancel ? 'withdrawal.confirmCancelText' : 'withdrawal.confirmText')}
    >
      <div>
        <dt>{t('withdrawal.amount')}</dt>
        <dd>
          <bdi>{amount}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('withdrawal.fee')}</dt>
        <dd>
          <Money amount={cost.fee} currency={options} />
        </dd>
      </div>
      <div>
        <dt>{t('withdrawal.arrives')}</dt>
        <dd className={shared.strong}>
          <Money amount={cost.net} currency={options} />
        </dd>
      </div>
      <div>
        <dt>{t('withdrawal.account')}</dt>
        <dd>
          {account.providerName} <bdi>{account.masked}</bdi>
        </dd>
      </div>
    </ConfirmInstruction>
  );
}
