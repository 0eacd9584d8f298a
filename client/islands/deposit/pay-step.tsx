import { type FormEvent, useRef, useState } from 'react';
import { depositCancel, depositConfirm, depositGet } from '../../../shared/api/deposit/calls.ts';
import type { Deposit } from '../../../shared/api/deposit/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { zonedMoment } from '../../../shared/time.ts';
import { call, problemText } from '../../page/call.ts';
import { formAction } from '../../page/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import overlays from '../../ui/overlays.module.css';
import { QrCode } from '../../ui/qr-code.tsx';
import { Countdown } from './countdown.tsx';
import styles from './deposit.module.css';
import { PayFacts } from './pay-facts.tsx';
import { ProofField } from './proof-field.tsx';
import type { DepositProps } from './props.ts';

export interface PayStepProps {
  readonly t: Translate;
  readonly deposit: Deposit;
  readonly currency: CurrencyView;
  /** The merchant's time zone. */
  readonly timeZone: string;
  /** Reason why the open deposit can no longer be paid: a break, or a hold of the account. */
  readonly stopped: { readonly kind: 'resting' | 'held'; readonly message: string } | undefined;
  readonly demo: DepositProps['demo'];
  readonly origin: string;
  /** Address of this deposit, to return to. */
  readonly here: string;
  /** Address of the form for another deposit. */
  readonly formHref: string;
  /** Message of a form posted without script. */
  readonly posted: string;
  readonly onChanged: (deposit: Deposit) => void;
  readonly onOver: () => void;
}

/** Payment instructions, and the member's decision: paid or cancelled. Only the provider's callback credits money. */
export function PayStep({
  t,
  deposit,
  currency,
  timeZone,
  stopped,
  demo,
  origin,
  here,
  formHref,
  posted,
  onChanged,
  onOver,
}: PayStepProps) {
  const { busy, problem, send } = useDecision({ t, deposit, posted, onChanged });
  const { kind, instructions } = deposit;
  const payUrl = instructions?.payUrl ?? null;
  // A provider may show its QR code on its own page only.
  const isPage = kind === 'QR' && instructions?.scan === false;
  const cancel = (
    <form method="post" action={formAction('deposit.cancel')} onSubmit={(event) => send(event, depositCancel)}>
      <Hidden depositId={deposit.depositId} back={here} />
      <Button type="submit" variant="ghost" disabled={busy}>
        {t('deposit.cancel')}
      </Button>
    </form>
  );
  if (stopped)
    return (
      <>
        <EmptyState icon="shield" title={t(`deposit.${stopped.kind}`)} text={stopped.message} />
        <p className={styles.note}>{t(`deposit.${stopped.kind}Open`)}</p>
        <FormMessage text={problem} />
        {cancel}
      </>
    );
  return (
    <>
      <h2 className={styles.title}>{t(isPage ? 'deposit.open_QR' : `deposit.pay_${deposit.kind}`)}</h2>
      <p className={styles.lead}>
        {t(isPage ? 'deposit.how_page' : `deposit.how_${kind}`)} {demo?.note}
      </p>
      <FormMessage text={problem} />
      {payUrl !== null && instructions?.scan ? (
        <div className={styles.scan}>
          <QrCode text={new URL(payUrl, origin).href} label={t('deposit.qrLabel')} />
        </div>
      ) : null}
      <PayFacts t={t} deposit={deposit} currency={currency}>
        <div>
          <dt>{t('deposit.timeLeft')}</dt>
          <dd>
            <Countdown t={t} until={deposit.expiresAt} untilText={zonedMoment(deposit.expiresAt, timeZone)} onOver={onOver} />
          </dd>
        </div>
      </PayFacts>
      {payUrl === null ? null : (
        <ButtonLink variant="primary" wide icon="external-link" href={payUrl}>
          {demo && kind === 'BANK' ? demo.openBank : t(`deposit.open_${kind}`)}
        </ButtonLink>
      )}
      <PaidForm t={t} deposit={deposit} here={here} busy={busy} send={send} />
      <div className={overlays.footer}>
        {cancel}
        <ButtonLink variant="ghost" href={formHref}>
          {t('deposit.again')}
        </ButtonLink>
      </div>
    </>
  );
}

/** The payer says that it is paid, with pictures where the method asks for them. */
function PaidForm({
  t,
  deposit,
  here,
  busy,
  send,
}: Pick<PayStepProps, 't' | 'deposit' | 'here'> & Pick<ReturnType<typeof useDecision>, 'busy' | 'send'>) {
  return (
    <form
      className={styles.paid}
      method="post"
      encType={deposit.proof === 'none' ? undefined : 'multipart/form-data'}
      action={formAction('deposit.confirm')}
      onSubmit={(event) => {
        // Pictures are uploaded by the form itself.
        if (!hasFiles(event.currentTarget)) send(event, depositConfirm);
      }}
    >
      <Hidden depositId={deposit.depositId} back={here} />
      {deposit.proof === 'none' ? null : <ProofField t={t} required={deposit.proof === 'required' && deposit.proofs === 0} />}
      <p className={styles.note}>{t('deposit.paidNote')}</p>
      <Button type="submit" variant="secondary" icon="check" busy={busy} disabled={busy}>
        {t('deposit.paid')}
      </Button>
    </form>
  );
}

function hasFiles(form: HTMLFormElement): boolean {
  return (form.querySelector<HTMLInputElement>('[type="file"]')?.files?.length ?? 0) > 0;
}

function Hidden({ depositId, back }: { readonly depositId: string; readonly back: string }) {
  return (
    <>
      <input type="hidden" name="depositId" value={depositId} />
      <input type="hidden" name="back" value={back} />
    </>
  );
}

function useDecision({ t, deposit, posted, onChanged }: Pick<PayStepProps, 't' | 'deposit' | 'posted' | 'onChanged'>) {
  const [state, setState] = useState({ busy: false, problem: posted });
  const busy = useRef(false);
  const decide = async (step: typeof depositConfirm | typeof depositCancel) => {
    setState({ busy: true, problem: '' });
    const { depositId } = deposit;
    const answer = await call(step as typeof depositConfirm, { body: { depositId } });
    if (answer.success) {
      setState({ busy: false, problem: '' });
      return onChanged(answer.value);
    }
    // The deposit may have been decided elsewhere or have expired: the platform's current state counts.
    const now = await call(depositGet, { query: { depositId } });
    setState({ busy: false, problem: problemText(t, answer) });
    if (now.success && now.value.status !== deposit.status) onChanged(now.value);
  };
  return {
    ...state,
    send(event: FormEvent, step: typeof depositConfirm | typeof depositCancel) {
      event.preventDefault();
      if (busy.current) return;
      busy.current = true;
      void decide(step).finally(() => {
        busy.current = false;
      });
    },
  };
}
