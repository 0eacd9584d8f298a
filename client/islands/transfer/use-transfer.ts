import { transferUpline } from '../../../shared/api/transfer/calls.ts';
import type { MemberTransfer } from '../../../shared/api/transfer/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { call } from '../../page/call.ts';
import { overText } from '../instruction/over-text.ts';
import { useInstruction } from '../instruction/use-instruction.ts';
import type { TransferUplineProps } from './props.ts';

export interface TransferFormProps extends Pick<TransferUplineProps, 'state' | 'form' | 'reference'> {
  readonly t: Translate;
  readonly onSent: (transfer: MemberTransfer) => void;
}

/** The form of a transfer; reset after each one. */
export function useTransfer({ t, state, form: posted, reference, onSent }: TransferFormProps) {
  return useInstruction({
    t,
    posted,
    onSent,
    limits: state,
    amountLimitProblem: (typed) => overText(typed, maxAmountOf(state), (max) => t('transfers.over', { max: state.currencySymbol + max })),
    reference: posted?.values.reference ?? reference,
    sealed: true,
    send: (body) => call(transferUpline, { body }),
  });
}

/** Maximum amount now: the available balance within the daily limit. */
function maxAmountOf({ available, leftToday }: TransferFormProps['state']) {
  const [free, left] = [parseWireAmount(available) ?? 0n, parseWireAmount(leftToday) ?? 0n];
  return free < left ? free : left;
}
