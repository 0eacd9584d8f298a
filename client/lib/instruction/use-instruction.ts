import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Envelope } from '../../../shared/api/envelope.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { createAttempt } from '../attempt.ts';
import type { FormView } from '../auth/props.ts';
import { canSeal, problemText } from '../call.ts';
import { type AmountLimits, checkAmount } from '../deposit/check-amount.ts';

/** What every instruction of a member to move money is sent with. */
export interface Signed {
  readonly amount: string;
  readonly paymentPassword: string;
  readonly reference: string;
}

interface Options<Value> {
  readonly t: Translate;
  readonly limits: AmountLimits & { readonly currencySymbol: string };
  /** What is wrong with a readable amount as it is typed: more than there is. */
  readonly over?: (typed: string) => string | undefined;
  /** What was posted without script and refused; null: nothing of this form. */
  readonly posted: FormView | null;
  /** Of the first attempt. */
  readonly reference: string;
  /** What the instruction says beside its amount: another of it is another attempt. */
  readonly more?: Readonly<Record<string, string>>;
  /** The call is encrypted. */
  readonly sealed: boolean;
  readonly send: (signed: Signed) => Promise<Envelope<Value>>;
  /** Where the page goes on to; the form stays busy until it is there. Without it the form starts over. */
  readonly leaveFor?: (value: Value) => string;
  readonly onSent?: (value: Value) => void;
}

type Errors = Readonly<Partial<Record<'amount' | 'paymentPassword', string>>>;

/** A form that moves money: checked as it is sent, confirmed once more, then sent with one reference per instruction. */
export function useInstruction<Value>({ t, limits, over, posted, reference, more, ...on }: Options<Value>) {
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
    const wrong = over?.(amount) ?? checkAmount(t, amount, limits, limits.currencySymbol);
    const password = field('paymentPassword')?.value ?? '';
    return { ...(wrong && { amount: wrong }), ...(password === '' && { paymentPassword: t('errors.field_required') }) };
  }

  async function send(): Promise<void> {
    attempt.current ??= createAttempt(reference);
    const instruction = { amount: amount.trim(), ...more };
    setState({ busy: true, asking: true, problem: '' });
    const answer = await on.send({
      amount: instruction.amount,
      paymentPassword: field('paymentPassword')?.value ?? '',
      reference: attempt.current.reference(JSON.stringify(instruction)),
    });
    if (answer.success && on.leaveFor) return location.assign(on.leaveFor(answer.value));
    setState({ busy: false, asking: false, problem: answer.success ? '' : problemText(t, answer, 'errors.maybe_booked') });
    const password = field('paymentPassword');
    if (password && (answer.success || answer.code.startsWith('payment_password'))) password.value = '';
    if (!answer.success) return;
    attempt.current.finish();
    setAmount('');
    on.onSent?.(answer.value);
  }

  return {
    ...state,
    ...{ amount, box },
    errors: { ...errors, amount: errors.amount ?? over?.(amount) },
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
      if (on.sealed && !canSeal()) return event.currentTarget.submit();
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

export type InstructionState = ReturnType<typeof useInstruction>;
