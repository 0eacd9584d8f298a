import { transferDownline, transferUpline } from '../../../shared/api/transfer/calls.ts';
import type { MemberTransfer } from '../../../shared/api/transfer/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { call } from '../../page/call.ts';
import { overText } from '../instruction/over-text.ts';
import { useInstruction } from '../instruction/use-instruction.ts';
import type { TransferProps } from './props.ts';

export interface TransferFormProps extends Pick<TransferProps, 'direction' | 'receiver' | 'page' | 'state' | 'form' | 'reference'> {
  readonly t: Translate;
  readonly onSent: (transfer: MemberTransfer) => void;
}

/** The form of a transfer; reset after each one. */
export function useTransfer({ t, direction, receiver, state, form: posted, reference, onSent }: TransferFormProps) {
  return useInstruction({
    t,
    posted,
    onSent,
    limits: state,
    amountLimitProblem: (typed) => overText(typed, maxAmountOf(state), state, (max) => t('transfer.over', { max })),
    reference: posted?.values.reference ?? reference,
    sealed: true,
    ...(receiver === null ? {} : { extraFields: { receiver } }),
    send: (body) =>
      direction === 'upline' ? call(transferUpline, { body }) : call(transferDownline, { body: { ...body, account: receiver ?? '' } }),
  });
}

/** Maximum amount now: the available balance within the daily limit. */
function maxAmountOf({ available, leftToday }: TransferFormProps['state']) {
  const [free, left] = [parseWireAmount(available) ?? 0n, parseWireAmount(leftToday) ?? 0n];
  return free < left ? free : left;
}
