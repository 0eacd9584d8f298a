import { withdrawalCancel } from '../../../shared/api/withdrawal/calls.ts';
import type { Withdrawal } from '../../../shared/api/withdrawal/schemas.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { toast } from '../../page/toasts.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { ButtonLink } from '../../ui/button.tsx';
import shared from '../instruction/instruction.module.css';
import { ConfirmAction } from '../security/confirm-action.tsx';
import { focusTitle } from '../security/focus-title.ts';
import { useAction } from '../security/use-action.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { trackerHref, WITHDRAW } from './links.ts';
import type { WithdrawProps } from './props.ts';
import { Details, Tracker } from './tracker.tsx';

type Props = WithdrawProps & IslandContext;

/** One withdrawal: its state and the member's confirmation. */
export function WithdrawalDetail({
  withdrawal,
  onChanged,
  ...props
}: Props & { readonly withdrawal: Withdrawal; readonly onChanged: (next: Withdrawal) => void }) {
  const { t, timeZone, now, form, options } = props;
  const changed = (next: Withdrawal) => {
    onChanged(next);
    toast('done', t('withdrawal.answered'));
    focusTitle('withdrawal-title');
  };
  return (
    <div className={shared.page}>
      <Tracker t={t} withdrawal={withdrawal} currency={options} timeZone={timeZone} now={now} />
      <AnswerPanel t={t} withdrawal={withdrawal} currency={options} timeZone={timeZone} form={form} onAnswered={changed} />
      <Details t={t} withdrawal={withdrawal} currency={options} timeZone={timeZone} />
      {withdrawal.mayCancel ? <Cancel t={t} withdrawal={withdrawal} currency={options} form={form} onChanged={onChanged} /> : null}
      <div className={shared.ways}>
        <ButtonLink href={WITHDRAW} icon="list">
          {t('withdrawal.toHistory')}
        </ButtonLink>
      </div>
    </div>
  );
}

type CancelProps = Pick<Props, 't' | 'form'> & {
  readonly withdrawal: Withdrawal;
  readonly currency: CurrencyView;
  readonly onChanged: (next: Withdrawal) => void;
};

function Cancel({ t, form, withdrawal: { withdrawalId, amount }, currency, onChanged }: CancelProps) {
  const action = useAction(t, form?.call === 'withdrawal.cancel' ? form.message : '');
  return (
    <ConfirmAction
      label={t('withdrawal.cancel')}
      text={t('withdrawal.cancelText', { amount: amountText(amount, currency) })}
      confirm={t('withdrawal.cancelConfirm')}
      danger
      action={action}
      plainCall="withdrawal.cancel"
      fields={{ withdrawalId, back: trackerHref(withdrawalId) }}
      onConfirm={() => action.run(withdrawalCancel, { body: { withdrawalId } }, onChanged)}
    />
  );
}
