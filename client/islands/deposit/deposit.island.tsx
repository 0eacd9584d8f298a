import { useEffect, useRef, useState } from 'react';
import type { Balance } from '../../../shared/api/balance/schemas.ts';
import { type CurrencyView, NO_CURRENCY } from '../../../shared/money/amount-text.ts';
import { randomReference } from '../../page/attempt.ts';
import { useBalance } from '../../page/balance/balance-store.ts';
import { CUSTOMER_SERVICE } from '../../page/paths.ts';
import { toast } from '../../page/toasts.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './deposit.module.css';
import { DepositForm, type DepositFormProps } from './deposit-form.tsx';
import { History } from './history.tsx';
import type { PayStepProps } from './pay-step.tsx';
import type { DepositProps } from './props.ts';
import { Stepper, stepOf } from './stepper.tsx';
import { useDeposit } from './use-deposit.ts';

// The style sheet must load with the server's HTML, before the script.
import './limit-offer.module.css';

type Props = DepositProps & IslandContext;

const loadOffer = async () => (await import('./limit-offer.tsx')).LimitOffer;
let LimitOffer = import.meta.env.SSR ? await loadOffer() : undefined;
const loadPayStep = async () => (await import('./pay-step.tsx')).PayStep;
let PayStep = import.meta.env.SSR ? await loadPayStep() : undefined;
const loadOutcome = async () => (await import('./outcome.tsx')).Outcome;
let Outcome = import.meta.env.SSR ? await loadOutcome() : undefined;

/**
 * Deposit page: amount and payment method, payment, status, and the latest deposits below. Every step also works as a
 * plain form.
 */
export default function Deposit(props: Props) {
  const { t, form, links, timeZone, origin } = props;
  const { balance } = useBalance(props.balance);
  const currency = balance ?? NO_CURRENCY;
  const state = useDeposit(props.current, props.history, () => toast('done', t('deposit.creditedToast')));
  const { deposit } = state;
  useLaterSteps(deposit !== null, () => {
    if (!(deposit?.status === 'pending' ? PayStep : Outcome)) location.reload();
  });
  const card = useRef<HTMLDivElement>(null);
  // The page's reference is used by the first deposit only.
  const [reference, setReference] = useState(props.reference);
  const hrefOf = (depositId: string) => `${links.deposit}?depositId=${encodeURIComponent(depositId)}`;
  const change: typeof state.take = (next) => {
    state.take(next);
    // A reload then shows the same deposit.
    history.replaceState(history.state, '', hrefOf(next.depositId));
    scrollIntoView(card.current);
  };
  const leave = () => {
    setReference(randomReference());
    state.leave();
    scrollIntoView(card.current);
  };
  const of = (call: string) => (form?.call === call ? form : null);
  return (
    <div className={styles.page}>
      <div className={classNames(display.card, styles.card)} ref={card} tabIndex={-1}>
        {deposit === null && !isPossible(props.channels, balance) ? null : <Stepper t={t} current={stepOf(deposit)} />}
        <div aria-live="polite" className={styles.spoken}>
          {deposit === null ? '' : t(`deposit.title_${deposit.status}`)}
        </div>
        {deposit === null ? (
          <NewDeposit {...props} of={of} reference={reference} currency={currency} balance={balance} onOpened={change} />
        ) : null}
        {deposit?.status === 'pending' && PayStep ? (
          <div className={styles.pay}>
            <PayStep
              t={t}
              deposit={deposit}
              currency={currency}
              origin={origin}
              timeZone={timeZone}
              demo={props.demo}
              stopped={stopReason(balance)}
              here={hrefOf(deposit.depositId)}
              formHref={`${links.deposit}?new=1`}
              posted={(of('deposit.confirm') ?? of('deposit.cancel'))?.message ?? ''}
              onChanged={change}
              onOver={() => void state.refresh()}
            />
          </div>
        ) : null}
        {deposit && deposit.status !== 'pending' ? (
          <div className={styles.pay}>{Outcome ? <Outcome {...props} deposit={deposit} currency={currency} onAgain={leave} /> : null}</div>
        ) : null}
      </div>
      <History t={t} deposits={state.history} currency={currency} timeZone={timeZone} href={hrefOf} currentId={deposit?.depositId} />
    </div>
  );
}

/** False if a reason is shown instead of the form of a new deposit. */
function isPossible(channels: Props['channels'], balance: Balance | null): boolean {
  return !balance?.resting && !balance?.held && channels.length > 0;
}

/** Reason why an open deposit cannot be paid; undefined if it can. */
function stopReason(balance: Balance | null): PayStepProps['stopped'] {
  if (balance?.resting) return { kind: 'resting', message: balance.resting.message };
  return balance?.held && { kind: 'held', message: balance.held.message };
}

interface NewDepositProps extends Props {
  readonly of: (call: string) => Props['form'];
  readonly currency: CurrencyView;
  readonly onOpened: DepositFormProps['onOpened'];
}

/**
 * The form of a new deposit, or the reason why deposits are not possible. Existing deposits stay visible while the member takes a
 * break.
 */
function NewDeposit({ of, balance, ...props }: NewDepositProps) {
  const { t, channels, links, limitsHref, offerLimit } = props;
  if (balance?.resting)
    return (
      <EmptyState icon="shield" title={t('deposit.resting')} text={balance.resting.message}>
        <ButtonLink href={links.withdraw}>{t('header.withdraw')}</ButtonLink>
        <ButtonLink variant="ghost" href={limitsHref}>
          {t('protection.title')}
        </ButtonLink>
      </EmptyState>
    );
  if (balance?.held)
    return (
      <EmptyState icon="shield" title={t('deposit.held')} text={balance.held.message}>
        <ButtonLink variant="primary" href={CUSTOMER_SERVICE}>
          {t('contact.title')}
        </ButtonLink>
        <ButtonLink href={links.withdraw}>{t('header.withdraw')}</ButtonLink>
      </EmptyState>
    );
  if (channels.length === 0) return <EmptyState icon="landmark" title={t('deposit.noChannels')} text={t('deposit.noChannelsText')} />;
  return (
    <>
      <p className={styles.lead}>{t('lobby.member_depositv2_text')}</p>
      {offerLimit && LimitOffer ? (
        <LimitOffer t={t} currency={props.currency} here={links.deposit} href={limitsHref} form={of('protection.setLimit')} />
      ) : null}
      <DepositForm {...props} form={of('deposit.create')} balance={balance?.sumBalance} />
    </>
  );
}

/** Loads the limit offer for a first deposit only, and for an existing deposit the step that it is in. The others follow after the form. */
Deposit.prepare = async ({ offerLimit, current }: Pick<Props, 'offerLimit' | 'current'>) => {
  if (offerLimit) LimitOffer = await loadOffer();
  if (current?.status === 'pending') PayStep = await loadPayStep();
  else if (current) Outcome = await loadOutcome();
};

/** Renders the island again after the scripts of the steps after the form have loaded. The page has each step without script too. */
function useLaterSteps(wanted: boolean, onFailure: () => void): void {
  const [, setLoaded] = useState(PayStep !== undefined && Outcome !== undefined);
  const failed = useRef(onFailure);
  failed.current = onFailure;
  useEffect(() => {
    if (!wanted || (PayStep && Outcome)) return;
    void Promise.all([loadPayStep(), loadOutcome()]).then(
      (loaded) => {
        [PayStep, Outcome] = loaded;
        setLoaded(true);
      },
      () => failed.current(),
    );
  }, [wanted]);
}

/** Scrolls to the start of the new step and moves the focus there, so that a screen reader reads it from the beginning. */
function scrollIntoView(card: HTMLElement | null): void {
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'nearest' });
  if (card && card.getBoundingClientRect().top < 0) card.scrollIntoView({ block: 'start' });
}
