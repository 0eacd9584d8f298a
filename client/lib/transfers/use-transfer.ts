import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type MemberTransfer, transferUpline } from '../../../shared/api/transfer-calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { createAttempt } from '../attempt.ts';
import { call, canSeal, problemText } from '../call.ts';
import { checkAmount } from '../deposit/check-amount.ts';
import type { TransferUplineProps } from './props.ts';

export interface TransferFormProps extends Pick<TransferUplineProps, 'state' | 'form' | 'reference'> {
  readonly t: Translate;
  readonly onSent: (transfer: MemberTransfer) => void;
}

type Errors = Readonly<Partial<Record<'amount' | 'paymentPassword', string>>>;

/** The form of a transfer: checked as it is sent, confirmed once more, then sent with one reference per instruction. */
export function useTransfer({ t, state: facts, form: posted, reference, onSent }: TransferFormProps) {
  const [amount, setAmount] = useState(posted?.values.amount ?? '');
  const [errors, setErrors] = useState<Errors>(posted?.errors ?? {});
  const [state, setState] = useState({ busy: false, asking: false, problem: posted?.message ?? '' });
  const attempt = useRef<ReturnType<typeof createAttempt>>(null);
  const busy = useRef(false);
  const box = useRef<HTMLFormElement>(null);
  const field = (name: string) => box.current?.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? null;
  // What was typed before the island woke is in the field, not in the state.
  useEffect(() => {
    const typed = box.current?.querySelector<HTMLInputElement>('[name="amount"]')?.value;
    if (typed) setAmount(typed);
  }, []);

  function check(): Errors {
    const wrong = checkAmount(t, amount, facts, facts.currencySymbol);
    const password = field('paymentPassword')?.value ?? '';
    return { ...(wrong && { amount: wrong }), ...(password === '' && { paymentPassword: t('errors.field_required') }) };
  }

  async function send(): Promise<void> {
    attempt.current ??= createAttempt(posted?.values.reference ?? reference);
    const instruction = { amount: amount.trim() };
    setState({ busy: true, asking: true, problem: '' });
    const paymentPassword = field('paymentPassword')?.value ?? '';
    const answer = await call(transferUpline, {
      body: { ...instruction, paymentPassword, reference: attempt.current.reference(JSON.stringify(instruction)) },
    });
    setState({ busy: false, asking: false, problem: answer.success ? '' : problemText(t, answer, 'errors.maybe_booked') });
    const password = field('paymentPassword');
    if (password && (answer.success || answer.code.startsWith('payment_password'))) password.value = '';
    if (!answer.success) return;
    attempt.current.finish();
    setAmount('');
    onSent(answer.value);
  }

  return {
    ...state,
    ...{ amount, errors, box },
    setAmount(text: string) {
      setErrors(({ amount: _gone, ...rest }) => rest);
      setAmount(text);
    },
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const wrong = check();
      setErrors(wrong);
      if (wrong.amount !== undefined) return field('amount')?.focus();
      if (wrong.paymentPassword !== undefined) return field('paymentPassword')?.focus();
      // Without Web Crypto the portal seals: the form goes as it would without script.
      if (!canSeal()) return event.currentTarget.submit();
      setState((before) => ({ ...before, asking: true, problem: '' }));
    },
    leave: () => setState((before) => (before.busy ? before : { ...before, asking: false })),
    send() {
      if (busy.current) return;
      busy.current = true;
      void send().finally(() => {
        busy.current = false;
      });
    },
  };
}
