import { useEffect, useState } from 'react';
import { type MemberTransfer, transferState } from '../../shared/api/transfer-calls.ts';
import { parseWireAmount, wireToScreen } from '../../shared/money/money.ts';
import { refreshBalance } from '../lib/balance/balance-store.ts';
import { call } from '../lib/call.ts';
import shared from '../lib/instruction/instruction.module.css';
import { onLive } from '../lib/live/live-events.ts';
import { focusTitle } from '../lib/security/focus-title.ts';
import { PAYMENT_PASSWORD } from '../lib/transfers/links.ts';
import type { TransferUplineProps } from '../lib/transfers/props.ts';
import { timeText } from '../lib/transfers/time-text.ts';
import { TransferForm } from '../lib/transfers/transfer-form.tsx';
import { TransferList } from '../lib/transfers/transfer-list.tsx';
import { ButtonLink } from '../lib/ui/button.tsx';
import { COPY_TEXTS } from '../lib/ui/copy-button.tsx';
import { EmptyState } from '../lib/ui/empty-state.tsx';
import { FormMessage } from '../lib/ui/form-message.tsx';
import { MORE_DETAILS_TEXTS } from '../lib/ui/more-details.tsx';
import type { IslandContext } from '../runtime/island.ts';

const textKeys = (area: string, names: string) => names.split(/\s+/).map((name) => `${area}.${name}`);

export const texts = [
  ...COPY_TEXTS,
  ...MORE_DETAILS_TEXTS,
  'wallet.amountRequired',
  ...textKeys('errors', 'field_required amount_invalid amount_out_of_range too_many_requests maybe_booked'),
  ...textKeys('auth', 'capsLock hidePassword showPassword'),
  ...textKeys('common', 'close moveWindow'),
  ...textKeys(
    'transfers',
    `noUpline noUplineText noPassword noPasswordText setPassword dayUsed formTitle to available leftToday leftTodayText turnoverLeft
    amount bounds over paymentPassword forgotPayment send confirmTitle confirmText after back confirm sent history none noneText zone sentTo
    receivedFrom number ledger`,
  ),
];

type Props = TransferUplineProps & IslandContext;

/** Transfer to the member's agent, and past transfers. The form works without script. */
export default function TransferUpline(props: Props) {
  const { t, form, timeZone } = props;
  const { state, transfers, sent, onSent } = useTransfers(props);
  const symbol = state.currencySymbol;
  return (
    <div className={shared.page}>
      {sent ? (
        <FormMessage kind="done" text={t('transfers.sent', { amount: symbol + wireToScreen(sent.amount), name: sent.counterpart })} />
      ) : null}
      <NewTransfer {...props} state={state} form={form?.call === 'transfer.upline' ? form : null} onSent={onSent} />
      <TransferList t={t} transfers={transfers} symbol={symbol} timeZone={timeZone} />
    </div>
  );
}

/** The form, or the requirement that is missing. */
function NewTransfer({ t, state, form, reference, onSent }: Props & { readonly onSent: (transfer: MemberTransfer) => void }) {
  const { upline, paymentPasswordSet, transfersLeftToday, leftToday, dayAmount, currencySymbol } = state;
  if (!upline) return <EmptyState icon="users" title={t('transfers.noUpline')} text={t('transfers.noUplineText')} />;
  if (!paymentPasswordSet)
    return (
      <EmptyState icon="lock" title={t('transfers.noPassword')} text={t('transfers.noPasswordText')}>
        <ButtonLink variant="primary" href={PAYMENT_PASSWORD}>
          {t('transfers.setPassword')}
        </ButtonLink>
      </EmptyState>
    );
  if (transfersLeftToday === 0 || (parseWireAmount(leftToday) ?? 0n) === 0n)
    return <FormMessage kind="info" text={t('transfers.dayUsed', { max: currencySymbol + wireToScreen(dayAmount) })} />;
  return <TransferForm t={t} state={state} form={form} reference={reference} onSent={onSent} />;
}

/** State of the page. Every balance event reloads it. */
function useTransfers({ state: first, transfers: rows, sentTransfer, timeZone }: Props) {
  const [state, setState] = useState(first);
  const [transfers, setTransfers] = useState(rows);
  const [sent, setSent] = useState<MemberTransfer | null>(sentTransfer);
  const refresh = () =>
    call(transferState).then((answer) => {
      if (!answer.success) return;
      const { transfers: next, ...facts } = answer.value;
      setState(facts);
      setTransfers(next.map((transfer) => ({ ...transfer, atText: timeText(transfer.at, timeZone) })));
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listener only sets state and never changes
  useEffect(() => onLive('balance', () => void refresh()), []);
  return {
    ...{ state, transfers, sent },
    onSent(transfer: MemberTransfer) {
      setSent(transfer);
      void refresh();
      void refreshBalance();
      focusTitle('transfers-title');
    },
  };
}
