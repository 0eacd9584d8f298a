import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Deposit, depositCreate } from '../../../shared/api/wallet-calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { parseInputAmount, parseWireAmount, toWire, wireToScreen } from '../../../shared/money/money.ts';
import styles from '../../islands/deposit.module.css';
import controls from '../../styles/controls.module.css';
import display from '../../styles/display.module.css';
import { createAttempt } from '../attempt.ts';
import { call, problemText } from '../call.ts';
import type { DepositProps } from '../island-props.ts';
import { formAction } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { Money } from '../ui/money.tsx';
import { checkAmount } from './check-amount.ts';

export interface AmountStepProps extends Pick<DepositProps, 'channels' | 'form' | 'reference' | 'links'> {
  readonly t: Translate;
  readonly symbol: string;
  /** Current balance in wire form, if known. */
  readonly balance: string | undefined;
  readonly onOpened: (deposit: Deposit) => void;
}

type Channel = DepositProps['channels'][number];

/** First step: way to pay and amount. */
export function AmountStep(props: AmountStepProps) {
  const { t, channels, reference, links, symbol, balance } = props;
  const form = useAmountForm(props);
  const { channel, amount, error } = form;
  const after = amountAfter(balance, amount);
  return (
    <form
      className={styles.form}
      method="post"
      action={formAction('deposit.create')}
      noValidate
      aria-busy={form.busy}
      onSubmit={form.submit}
      ref={form.box}
    >
      <input type="hidden" name="back" value={links.deposit} />
      <input type="hidden" name="reference" value={reference} />
      <FormMessage text={form.problem} />
      <Channels t={t} channels={channels} chosen={channel.code} onChoose={form.setCode} />
      <Field
        name="amount"
        label={t('wallet.amount')}
        value={amount}
        onChange={(event) => form.setAmount(event.target.value)}
        error={error}
        hint={t('wallet.limits', { min: symbol + wireToScreen(channel.minAmount), max: symbol + wireToScreen(channel.maxAmount) })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        required
      />
      <fieldset className={styles.chips} aria-label={t('wallet.presets')}>
        {channel.presets.map((preset) => (
          <button
            key={preset}
            type="button"
            className={display.chip}
            aria-pressed={toWire(parseInputAmount(amount.trim()) ?? 0n) === preset}
            onClick={() => form.setAmount(plain(preset))}
          >
            <Money amount={preset} symbol={symbol} />
          </button>
        ))}
      </fieldset>
      {balance !== undefined && after !== undefined ? (
        <p className={styles.after}>
          {t('wallet.balanceAfter')}{' '}
          <strong data-private>
            <Money amount={after} symbol={symbol} />
          </strong>
        </p>
      ) : null}
      <Button type="submit" variant="primary" busy={form.busy} aria-disabled={form.busy || undefined}>
        {t('wallet.goOn')}
      </Button>
    </form>
  );
}

function useAmountForm({ t, channels, form: posted, reference, symbol, onOpened }: AmountStepProps) {
  const [code, setCode] = useState(posted?.values.channel ?? channels[0]?.code ?? '');
  const [amount, setAmountText] = useState(posted?.values.amount ?? '');
  const sent = posted?.call === 'deposit.create';
  const [state, setState] = useState({ busy: false, problem: posted?.message ?? '', touched: sent });
  const [refused, setRefused] = useState(posted?.errors.amount);
  const attempt = useRef<ReturnType<typeof createAttempt>>(null);
  const busy = useRef(false);
  const channel = channels.find((one) => one.code === code) ?? (channels[0] as Channel);
  const box = useRef<HTMLFormElement>(null);
  // An amount typed before the island woke is in the field, not in the state.
  useEffect(() => {
    const typed = fieldOf(box.current)?.value;
    if (typed) setAmountText(typed);
  }, []);

  async function open(text: string): Promise<void> {
    attempt.current ??= createAttempt(reference);
    const body = { channel: channel.code, amount: text.trim() };
    setState({ busy: true, problem: '', touched: true });
    const answer = await call(depositCreate, { body: { ...body, reference: attempt.current.reference(JSON.stringify(body)) } });
    setState({ busy: false, problem: answer.success ? '' : problemText(t, answer), touched: true });
    if (!answer.success) return setRefused(answer.errors?.amount?.message);
    attempt.current.finish();
    onOpened(answer.value);
  }

  const error = refused ?? (state.touched ? checkAmount(t, amount, channel, symbol) : undefined);
  return {
    ...state,
    box,
    // What is wrong with the amount stands at its field alone.
    problem: error === undefined ? state.problem : '',
    channel,
    amount,
    error,
    setCode,
    setAmount(text: string) {
      setRefused(undefined);
      setAmountText(text);
      // While it is being typed an amount is only judged once it could be meant.
      setState((before) => ({ ...before, touched: before.touched || text.length > 2 }));
    },
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const field = fieldOf(event.currentTarget);
      const text = field?.value ?? amount;
      setState((before) => ({ ...before, touched: true }));
      if (checkAmount(t, text, channel, symbol) !== undefined) return field?.focus();
      if (busy.current) return;
      busy.current = true;
      void open(text).finally(() => {
        busy.current = false;
      });
    },
  };
}

function fieldOf(form: HTMLFormElement | null): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>('[name="amount"]') ?? null;
}

interface ChannelsProps {
  readonly t: Translate;
  readonly channels: readonly Channel[];
  readonly chosen: string;
  readonly onChoose: (code: string) => void;
}

function Channels({ t, channels, chosen, onChoose }: ChannelsProps) {
  return (
    <fieldset className={styles.channels}>
      <legend className={controls.label}>{t('wallet.channel')}</legend>
      {channels.map(({ code, name, expiresMinutes }) => (
        <label key={code} className={styles.channel}>
          <input type="radio" name="channel" value={code} checked={code === chosen} onChange={() => onChoose(code)} />
          <span>
            <strong>{name}</strong>
            <small>{t('wallet.channelFacts', { count: expiresMinutes })}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A preset as a person would type it: "50", "12.50". */
function plain(wire: string): string {
  return wireToScreen(wire).replaceAll(',', '').replace(/\.00$/, '');
}

function amountAfter(balance: string | undefined, typed: string): string | undefined {
  const units = parseInputAmount(typed.trim());
  const now = balance === undefined ? undefined : parseWireAmount(balance);
  return units === undefined || units === 0n || now === undefined ? undefined : toWire(now + units);
}
