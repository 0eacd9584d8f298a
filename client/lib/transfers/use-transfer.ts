import { type MemberTransfer, transferUpline } from '../../../shared/api/transfer-calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { call } from '../call.ts';
import { useInstruction } from '../instruction/use-instruction.ts';
import type { TransferUplineProps } from './props.ts';

export interface TransferFormProps extends Pick<TransferUplineProps, 'state' | 'form' | 'reference'> {
  readonly t: Translate;
  readonly onSent: (transfer: MemberTransfer) => void;
}

/** The form of a transfer; it starts over once one has gone. */
export function useTransfer({ t, state, form: posted, reference, onSent }: TransferFormProps) {
  return useInstruction({
    ...{ t, posted, onSent },
    limits: state,
    reference: posted?.values.reference ?? reference,
    sealed: true,
    send: (body) => call(transferUpline, { body }),
  });
}
