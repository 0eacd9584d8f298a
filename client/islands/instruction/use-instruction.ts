import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Envelope } from '../../../shared/api/envelope.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { plainAmount } from '../../../shared/money/typed-amount.ts';
import { createAttempt } from '../../page/attempt.ts';
import { canSeal, problemText } from '../../page/call.ts';
import { go } from '../../page/go.ts';
import { type AmountLimits, checkAmount } from '../deposit/check-amount.ts';
import type { FormView } from '../sign-in/props.ts';

/** Fields of every instruction that moves money. */
export interface SignedInstruction {
  readonly amount: string;
  readonly paymentPassword: string;
  readonly reference: string;
}

interface Options<Value> {
  readonly t: Translate;
  /** Limits of an amount; not used with `field`. */
  readonly limits?: AmountLimits & CurrencyView;
  /** The field is no amount of money: its name, its first text, and the error of a text. */
  readonly field?: { readonly name: string; readonly first: string; readonly check: (typed: string) => string | undefined };
  /** Error of a typed amount that exceeds the available amount. */
  readonly amountLimitProblem?: (typed: string) => string | undefined;
  /** The form posted without script and refused; null: not this form. */
  readonly posted: FormView | null;
  /** Reference of the first attempt. */
  readonly reference: string;
  /** Further fields of the instruction; a change starts another attempt. */
  readonly extraFields?: Readonly<Record<string, string>>;
  /** The call is encrypted. */
  readonly sealed: boolean;
  readonly send: (signed: SignedInstruction) => Promise<Envelope<Value>>;
  /** Page after success; the form stays busy until it loads. Without it the form is reset. */
  readonly leaveFor?: (value: Value) => string;
  readonly onSent?: (value: Value) => void;
}

type Errors = Readonly<Partial<Record<'amount' | 'paymentPassword', string>>>;

/** A form that moves money: validated on submit, confirmed, then sent with one reference per instruction. */
export function useInstruction<Value>({ t, limits, amountLimitProblem, posted, reference, extraFields, ...on }: Options<Value>) {
  const name = on.field?.name ?? 'amount';
  const [amount, setAmount] = useState(posted?.values[name] ?? on.field?.first ?? '');
  const [errors, setErrors] = useState<Errors>(posted ? errorsOf(posted.errors, name) : {});
  const [state, setState] = useState({ busy: false, confirming: false, problem: posted?.message ?? '' });
  const attempt = useRef<ReturnType<typeof createAttempt>>(null);
  const busy = useRef(false);
  const formRef = useRef<HTMLFormElement>(null);
  const field = (name: string) => formRef.current?.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? null;
  // Text typed before hydration is in the field, not in the state.
  useEffect(() => {
    const typed = formRef.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value;
    if (typed) setAmount(typed);
  }, [name]);

  function check(): Errors {
    const amountProblem = on.field
      ? on.field.check(amount)
      : (amountLimitProblem?.(amount) ?? (limits && checkAmount(t, amount, limits, limits)));
    const password = field('paymentPassword')?.value ?? '';
    return { ...(amountProblem && { amount: amountProblem }), ...(password === '' && { paymentPassword: t('errors.field_required') }) };
  }

  async function send(): Promise<void> {
    attempt.current ??= createAttempt(reference);
    const instruction = { amount: limits ? plainAmount(amount, limits.currency) : amount.trim(), ...extraFields };
    setState({ busy: true, confirming: true, problem: '' });
    const answer = await on.send({
      amount: instruction.amount,
      paymentPassword: field('paymentPassword')?.value ?? '',
      reference: attempt.current.reference(JSON.stringify(instruction)),
    });
    if (answer.success && on.leaveFor) return go(on.leaveFor(answer.value));
    setState({ busy: false, confirming: false, problem: answer.success ? '' : problemText(t, answer, 'errors.maybe_booked') });
    const password = field('paymentPassword');
    if (password && (answer.success || answer.code.startsWith('payment_password'))) password.value = '';
    if (!answer.success) return;
    attempt.current.complete();
    setAmount('');
    on.onSent?.(answer.value);
  }

  return {
    ...state,
    amount,
    box: formRef,
    errors: { ...errors, amount: errors.amount ?? amountLimitProblem?.(amount) },
    setAmount(text: string) {
      setErrors(({ amount: _removed, ...rest }) => rest);
      setAmount(text);
    },
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const problems = check();
      setErrors(problems);
      if (problems.amount !== undefined) return field(name)?.focus();
      if (problems.paymentPassword !== undefined) return field('paymentPassword')?.focus();
      // Without Web Crypto the portal encrypts: the form is posted as without script.
      if (on.sealed && !canSeal()) return event.currentTarget.submit();
      setState((before) => ({ ...before, confirming: true, problem: '' }));
    },
    cancelConfirmation: () => setState((before) => (before.busy ? before : { ...before, confirming: false })),
    send() {
      if (busy.current) return;
      busy.current = true;
      void send().finally(() => {
        busy.current = false;
      });
    },
  };
}

/** Errors of the fields by their place in the form. */
function errorsOf(errors: FormView['errors'], name: string): Errors {
  const { paymentPassword } = errors;
  const amount = errors[name];
  return { ...(amount && { amount }), ...(paymentPassword && { paymentPassword }) };
}

export type InstructionState = ReturnType<typeof useInstruction>;
