import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Deposit, depositCancel, depositConfirm, depositGet } from '../../../shared/api/wallet-calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import styles from '../../islands/deposit.module.css';
import overlays from '../../styles/overlays.module.css';
import { call, problemText } from '../call.ts';
import { formAction } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { Money } from '../ui/money.tsx';

export interface BankStepProps {
  readonly t: Translate;
  readonly deposit: Deposit;
  readonly symbol: string;
  readonly here: string;
  readonly posted: string;
  readonly onChanged: (deposit: Deposit) => void;
}

/** Second step: the demo bank asks whether the payment is meant. Sent twice, it still credits once. */
export function BankStep({ t, deposit, symbol, here, posted, onChanged }: BankStepProps) {
  const { busy, problem, send } = useDecision({ t, deposit, posted, onChanged });
  const left = useTimeLeft(deposit.expiresAt);
  return (
    <section className={styles.bank} aria-labelledby="bank-title">
      <h2 className={styles.title} id="bank-title">
        {t('wallet.bankTitle')}
      </h2>
      <p>{t('wallet.bankText')}</p>
      <FormMessage text={problem} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('wallet.amount')}</dt>
          <dd className={styles.large}>
            <Money amount={deposit.amount} symbol={symbol} />
          </dd>
        </div>
        <div>
          <dt>{t('wallet.paymentReference')}</dt>
          <dd className={styles.reference}>
            <code>{deposit.paymentReference}</code>
            <CopyButton t={t} text={deposit.paymentReference} />
          </dd>
        </div>
        <div>
          <dt>{t('wallet.timeLeft')}</dt>
          <dd className={styles.clock} data-late={left.seconds < 60 || undefined}>
            <span role="timer">{left.text}</span>
          </dd>
        </div>
      </dl>
      <div className={overlays.footer}>
        <form method="post" action={formAction('deposit.cancel')} onSubmit={(event) => send(event, depositCancel)}>
          <Hidden depositId={deposit.depositId} back={here} />
          <Button type="submit" variant="ghost" disabled={busy}>
            {t('wallet.cancelDeposit')}
          </Button>
        </form>
        <form method="post" action={formAction('deposit.confirm')} onSubmit={(event) => send(event, depositConfirm)}>
          <Hidden depositId={deposit.depositId} back={here} />
          <Button type="submit" variant="primary" icon="landmark" busy={busy} disabled={busy}>
            {t('wallet.confirmPayment')}
          </Button>
        </form>
      </div>
    </section>
  );
}

function Hidden({ depositId, back }: { readonly depositId: string; readonly back: string }) {
  return (
    <>
      <input type="hidden" name="depositId" value={depositId} />
      <input type="hidden" name="back" value={back} />
    </>
  );
}

function useDecision({ t, deposit, posted, onChanged }: Pick<BankStepProps, 't' | 'deposit' | 'posted' | 'onChanged'>) {
  const [state, setState] = useState({ busy: false, problem: posted });
  const busy = useRef(false);
  const decide = async (step: typeof depositConfirm) => {
    setState({ busy: true, problem: '' });
    const { depositId } = deposit;
    const answer = await call(step, { body: { depositId } });
    if (answer.success) return onChanged(answer.value);
    // It may have been decided in another tab, or have run out: what counts is what the platform says now.
    const now = await call(depositGet, { query: { depositId } });
    if (now.success && now.value.status !== 'pending') return onChanged(now.value);
    setState({ busy: false, problem: problemText(t, answer) });
  };
  return {
    ...state,
    send(event: FormEvent, step: typeof depositConfirm | typeof depositCancel) {
      event.preventDefault();
      if (busy.current) return;
      busy.current = true;
      void decide(step as typeof depositConfirm).finally(() => {
        busy.current = false;
      });
    },
  };
}

/** Minutes and seconds until then; a dash in the first render, which knows no clock. */
function useTimeLeft(until: string): { readonly text: string; readonly seconds: number } {
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.round((Date.parse(until) - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);
  if (seconds === undefined) return { text: '–', seconds: Number.POSITIVE_INFINITY };
  return { text: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`, seconds };
}
