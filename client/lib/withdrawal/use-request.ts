import { type FormEvent, useEffect, useRef, useState } from 'react';
import { withdrawalRequest } from '../../../shared/api/withdrawal-calls.ts';
import { parseInputAmount } from '../../../shared/money/money.ts';
import { createAttempt } from '../attempt.ts';
import { call, problemText } from '../call.ts';
import { checkAmount } from '../deposit/check-amount.ts';
import { trackerHref } from './links.ts';
import type { RequestFormProps } from './request-form.tsx';

type Errors = Readonly<Partial<Record<'amount' | 'paymentPassword', string>>>;

/** The form of a request: checked as it is sent, confirmed once more, then sent with one reference per instruction. */
export function useRequest({ t, options, form: posted, reference }: RequestFormProps) {
  const usable = options.accounts.filter(({ coolingUntil }) => coolingUntil === null);
  const sent = posted?.call === 'withdrawal.request' ? posted : null;
  const [amount, setAmount] = useState(sent?.values.amount ?? '');
  const [account, setAccount] = useState(sent?.values.payoutAccountId ?? usable[0]?.payoutAccountId ?? '');
  const [errors, setErrors] = useState<Errors>(sent?.errors ?? {});
  const [state, setState] = useState({ busy: false, asking: false, problem: sent?.message ?? '' });
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
    const wrong = checkAmount(t, amount, options, options.currencySymbol);
    const password = field('paymentPassword')?.value ?? '';
    return { ...(wrong && { amount: wrong }), ...(password === '' && { paymentPassword: t('errors.field_required') }) };
  }

  async function send(): Promise<void> {
    attempt.current ??= createAttempt(reference);
    const instruction = { amount: String(amount.trim()), payoutAccountId: account };
    setState({ busy: true, asking: true, problem: '' });
    const answer = await call(withdrawalRequest, {
      body: {
        ...instruction,
        paymentPassword: field('paymentPassword')?.value ?? '',
        reference: attempt.current.reference(JSON.stringify(instruction)),
      },
    });
    if (answer.success) return location.assign(trackerHref(answer.value.withdrawalId));
    setState({ busy: false, asking: false, problem: problemText(t, answer, 'errors.maybe_booked') });
    const password = field('paymentPassword');
    if (password && answer.code.startsWith('payment_password')) password.value = '';
  }

  return {
    ...state,
    ...{ amount, account, errors, box, setAccount },
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
      if (parseInputAmount(amount.trim()) !== undefined) setState((before) => ({ ...before, asking: true, problem: '' }));
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
