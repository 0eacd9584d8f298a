import { type FormEvent, useEffect, useRef, useState } from 'react';
import { depositCreate } from '../../../shared/api/deposit/calls.ts';
import type { Deposit, DepositChannel } from '../../../shared/api/deposit/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { plainAmount } from '../../../shared/money/typed-amount.ts';
import { createAttempt } from '../../page/attempt.ts';
import { call, problemText } from '../../page/call.ts';
import { checkAmount } from './check-amount.ts';
import type { DepositProps } from './props.ts';

export interface DepositFormInput extends Pick<DepositProps, 'channels' | 'form' | 'reference'> {
  readonly t: Translate;
  readonly currency: CurrencyView;
  readonly onOpened: (deposit: Deposit) => void;
}

/** Input of the form and its single attempt: a retry is the same deposit. */
export function useDepositForm({ t, channels, form: posted, reference, currency, onOpened }: DepositFormInput) {
  const sent = posted?.call === 'deposit.create';
  const [code, setCode] = useState(posted?.values.channel ?? channels[0]?.code ?? '');
  const [amount, setAmountText] = useState(posted?.values.amount ?? '');
  const [voucher, setVoucherText] = useState(posted?.values.voucher ?? '');
  const [state, setState] = useState({ busy: false, problem: posted?.message ?? '', refusal: posted?.code ?? '', touched: sent });
  const [tried, setTried] = useState(sent);
  const [refused, setRefused] = useState(posted?.errors.amount);
  const attempt = useRef<ReturnType<typeof createAttempt>>(null);
  const busy = useRef(false);
  const box = useRef<HTMLFormElement>(null);
  const channel = channels.find((one) => one.code === code) ?? (channels[0] as DepositChannel);
  const byVoucher = channel.kind === 'VOUCHER';
  // Text typed before hydration is in the fields, not in the state.
  useEffect(() => {
    const typed = fieldOf(box.current, 'amount')?.value;
    if (typed) setAmountText(typed);
    const code = fieldOf(box.current, 'voucher')?.value;
    if (code) setVoucherText(code);
  }, []);

  async function open(body: { channel: string; amount?: string; voucher?: string }): Promise<void> {
    attempt.current ??= createAttempt(reference);
    setState({ busy: true, problem: '', refusal: '', touched: true });
    const answer = await call(depositCreate, { body: { ...body, reference: attempt.current.reference(JSON.stringify(body)) } });
    if (answer.success) {
      attempt.current.complete();
      setState({ busy: false, problem: '', refusal: '', touched: false });
      return onOpened(answer.value);
    }
    setState({ busy: false, problem: problemText(t, answer, 'errors.maybe_booked'), refusal: answer.code, touched: true });
    setRefused(answer.errors?.amount?.message);
  }

  const check = (text: string) => checkAmount(t, text, channel, currency);
  const amountError = byVoucher ? undefined : (refused ?? (state.touched ? check(amount) : undefined));
  const voucherProblem = voucher.trim() === '' ? t('errors.field_required') : undefined;
  const voucherError = byVoucher && tried ? voucherProblem : undefined;
  return {
    ...state,
    box,
    channel,
    amount,
    voucher,
    amountError,
    voucherError,
    // A field error is shown at its field only.
    problem: amountError === undefined && voucherError === undefined ? state.problem : '',
    choose(next: string) {
      setCode(next);
      setState((before) => ({ ...before, problem: '', refusal: '' }));
    },
    setVoucher: setVoucherText,
    setAmount(text: string) {
      setRefused(undefined);
      setAmountText(text);
      // While typing, an amount is validated only when it is long enough to be complete.
      setState((before) => ({ ...before, touched: before.touched || text.length > 2 }));
    },
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const field = fieldOf(event.currentTarget, byVoucher ? 'voucher' : 'amount');
      const text = (field?.value ?? (byVoucher ? voucher : amount)).trim();
      setTried(true);
      setState((before) => ({ ...before, touched: true }));
      if (byVoucher ? text === '' : check(text) !== undefined) return field?.focus();
      if (busy.current) return;
      busy.current = true;
      void open({ channel: channel.code, ...(byVoucher ? { voucher: text } : { amount: plainAmount(text, currency.currency) }) }).finally(
        () => {
          busy.current = false;
        },
      );
    },
  };
}

function fieldOf(form: HTMLFormElement | null, name: 'amount' | 'voucher'): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? null;
}
