import { useEffect, useState } from 'react';
import { transferState } from '../../../shared/api/transfer/calls.ts';
import type { MemberTransfer } from '../../../shared/api/transfer/schemas.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { zonedMinute } from '../../../shared/time.ts';
import { onShownBalance, refreshBalance } from '../../page/balance/balance-store.ts';
import { call } from '../../page/call.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import shared from '../instruction/instruction.module.css';
import { focusTitle } from '../security/focus-title.ts';
import { PAYMENT_PASSWORD } from './links.ts';
import type { TransferProps } from './props.ts';
import { TransferForm } from './transfer-form.tsx';
import { TransferList } from './transfer-list.tsx';

type Props = TransferProps & IslandContext;

const NONE = { upline: 'transfer.noneText', downline: 'transfer.nonePersonText' } as const;

/** Transfer to one person, and past transfers. The form works without script. */
export function TransferPage(props: Props) {
  const { t, form, timeZone, direction } = props;
  const call = `transfer.${direction}`;
  const { state, transfers, sent, onSent } = useTransfers(props);
  return (
    <div className={shared.page}>
      {sent ? (
        <FormMessage kind="done" text={t('transfer.sent', { amount: amountText(sent.amount, state), name: sent.counterpart })} />
      ) : null}
      <NewTransfer {...props} state={state} form={form?.call === call ? form : null} onSent={onSent} />
      <TransferList t={t} transfers={transfers} currency={state} timeZone={timeZone} none={t(NONE[direction])} />
    </div>
  );
}

/** The form, or the requirement that is missing. */
function NewTransfer({ t, state, form, reference, onSent, ...to }: Props & { readonly onSent: (transfer: MemberTransfer) => void }) {
  const { paymentPasswordSet, transfersLeftToday, leftToday, dayAmount } = state;
  if (to.receiver === null) return <EmptyState icon="users" title={t('transfer.noUpline')} text={t('transfer.noUplineText')} />;
  if (!paymentPasswordSet)
    return (
      <EmptyState icon="lock" title={t('transfer.noPassword')} text={t('transfer.noPasswordText')}>
        <ButtonLink variant="primary" href={`${PAYMENT_PASSWORD}?next=${encodeURIComponent(to.page)}`}>
          {t('transfer.setPassword')}
        </ButtonLink>
      </EmptyState>
    );
  if (transfersLeftToday === 0 || (parseWireAmount(leftToday) ?? 0n) === 0n)
    return <FormMessage kind="info" text={t('transfer.dayUsed', { max: amountText(dayAmount, state) })} />;
  const { direction, receiver, page } = to;
  return (
    <TransferForm
      t={t}
      direction={direction}
      receiver={receiver}
      page={page}
      state={state}
      form={form}
      reference={reference}
      onSent={onSent}
    />
  );
}

/** State of the page. Every new balance reloads it. */
function useTransfers({ state: first, transfers: rows, sentTransfer, timeZone }: Props) {
  const [state, setState] = useState(first);
  const [transfers, setTransfers] = useState(rows);
  const [sent, setSent] = useState<MemberTransfer | null>(sentTransfer);
  const refresh = () =>
    call(transferState).then((answer) => {
      if (!answer.success) return;
      const { transfers: next, ...facts } = answer.value;
      setState(facts);
      setTransfers(next.map((transfer) => ({ ...transfer, atText: zonedMinute(transfer.at, timeZone) })));
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listener only sets state and never changes
  useEffect(() => onShownBalance(() => void refresh()), []);
  return {
    state,
    transfers,
    sent,
    onSent(transfer: MemberTransfer) {
      setSent(transfer);
      void refresh();
      void refreshBalance();
      focusTitle('transfers-title');
    },
  };
}
