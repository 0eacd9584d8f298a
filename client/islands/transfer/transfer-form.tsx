import { amountText } from '../../../shared/money/amount-text.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { typedUnits } from '../../../shared/money/typed-amount.ts';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import shared from '../instruction/instruction.module.css';
import { AmountField, ConfirmInstruction, InstructionForm, PaymentPasswordField, SendButton } from '../instruction/instruction-form.tsx';
import type { InstructionState } from '../instruction/use-instruction.ts';
import { FORGOTTEN_PASSWORD } from './links.ts';
import styles from './transfers.module.css';
import { type TransferFormProps, useTransfer } from './use-transfer.ts';

const TO = { upline: 'transfer.to', downline: 'transfer.toPerson' } as const;
const CONFIRM = { upline: 'transfer.confirmText', downline: 'transfer.confirmPersonText' } as const;

/** Amount and payment password; with script the transfer is confirmed before it is sent. */
export function TransferForm(props: TransferFormProps) {
  const { t, state, reference, direction, receiver, page } = props;
  const { minAmount, maxAmount, leftToday, transfersLeftToday, available, turnoverLeft } = state;
  const form = useTransfer(props);
  const text = (wire: string) => amountText(wire, state);
  const key = props.form?.values.reference ?? reference;
  return (
    <InstructionForm
      form={form}
      call={`transfer.${direction}`}
      title={t('transfer.formTitle')}
      back={`${page}${page.includes('?') ? '&' : '?'}done=${encodeURIComponent(key)}`}
      reference={key}
    >
      {direction === 'downline' ? <input type="hidden" name="account" value={receiver ?? ''} /> : null}
      <dl className={shared.facts}>
        <div>
          <dt>{t(TO[direction])}</dt>
          <dd className={styles.person}>
            <Icon name="user" small />
            <bdi>{receiver}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('transfer.available')}</dt>
          <dd data-private>
            <Money amount={available} currency={state} />
          </dd>
        </div>
        <div>
          <dt>{t('transfer.leftToday')}</dt>
          <dd>{t('transfer.leftTodayText', { amount: text(leftToday), count: transfersLeftToday })}</dd>
        </div>
      </dl>
      {(parseWireAmount(turnoverLeft) ?? 0n) > 0n ? (
        <p className={shared.quiet}>{t('transfer.turnoverLeft', { left: text(turnoverLeft) })}</p>
      ) : null}
      <AmountField
        form={form}
        currency={state.currency}
        label={t('transfer.amount')}
        hint={t('transfer.bounds', { min: text(minAmount), max: text(maxAmount) })}
      />
      <PaymentPasswordField t={t} form={form} area="transfer" forgotHref={FORGOTTEN_PASSWORD} />
      <SendButton form={form} icon="send" label={t('transfer.send')} />
      <Confirm {...props} form={form} />
    </InstructionForm>
  );
}

/** Amount, recipient and remaining balance. */
function Confirm({ t, state, direction, receiver, form }: Omit<TransferFormProps, 'form'> & { readonly form: InstructionState }) {
  const { wallet } = state;
  const units = typedUnits(form.amount, state.currency);
  if (units === undefined) return null;
  const after = (parseWireAmount(wallet) ?? 0n) - units;
  const amount = amountText(units, state);
  return (
    <ConfirmInstruction t={t} form={form} area="transfer" amount={amount} text={t(CONFIRM[direction])}>
      <div>
        <dt>{t('transfer.amount')}</dt>
        <dd className={shared.strong}>
          <bdi>{amount}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t(TO[direction])}</dt>
        <dd>
          <bdi>{receiver}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('transfer.after')}</dt>
        <dd data-private>
          <bdi>{amountText(after, state)}</bdi>
        </dd>
      </div>
    </ConfirmInstruction>
  );
}
