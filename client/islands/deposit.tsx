import { useState } from 'react';
import type { Deposit as DepositValue } from '../../shared/api/wallet-calls.ts';
import { refreshBalance, useBalance } from '../lib/balance/balance-store.ts';
import { AmountStep } from '../lib/deposit/amount-step.tsx';
import { BankStep } from '../lib/deposit/bank-step.tsx';
import type { DepositProps } from '../lib/island-props.ts';
import { PATHS } from '../lib/paths.ts';
import { toast } from '../lib/toasts.ts';
import { ButtonLink } from '../lib/ui/button.tsx';
import { COPY_TEXTS } from '../lib/ui/copy-button.tsx';
import { EmptyState } from '../lib/ui/empty-state.tsx';
import { Icon } from '../lib/ui/icon.tsx';
import { Money } from '../lib/ui/money.tsx';
import type { IslandContext } from '../runtime/island.ts';
import display from '../styles/display.module.css';
import overlays from '../styles/overlays.module.css';
import styles from './deposit.module.css';

export const texts = [
  ...COPY_TEXTS,
  ...[
    'amount channel channelFacts limits presets balanceAfter goOn bankTitle bankText paymentReference timeLeft cancelDeposit',
    'confirmPayment credited creditedText creditedToast expired expiredText cancelled cancelledText newDeposit playNow transferId',
    'noChannels noChannelsText stepAmount stepBank stepDone steps balance',
  ]
    .join(' ')
    .split(' ')
    .map((key) => `wallet.${key}`),
  ...['field_required', 'amount_invalid', 'amount_out_of_range', 'too_many_requests', 'upstream_unavailable'].map((key) => `errors.${key}`),
];

type Props = DepositProps & IslandContext;

/** Deposit in three steps: amount, the demo bank's question, outcome. Every step is a plain form as well. */
export default function Deposit(props: Props) {
  const { t, channels, form, links } = props;
  const { balance } = useBalance(props.balance);
  const [deposit, setDeposit] = useState(props.current);
  const symbol = balance?.currencySymbol ?? '';
  if (channels.length === 0 && deposit === null)
    return <EmptyState icon="landmark" title={t('wallet.noChannels')} text={t('wallet.noChannelsText')} />;
  const change = (next: DepositValue) => {
    setDeposit(next);
    if (next.status !== 'credited') return;
    toast('done', t('wallet.creditedToast'));
    void refreshBalance();
  };
  const step = deposit === null ? 0 : deposit.status === 'pending' ? 1 : 2;
  return (
    <div className={display.card}>
      <Steps t={t} current={step} />
      {deposit === null ? (
        <AmountStep
          {...props}
          form={form?.call === 'deposit.create' ? form : null}
          symbol={symbol}
          balance={balance?.sumBalance}
          onOpened={setDeposit}
        />
      ) : null}
      {deposit?.status === 'pending' ? (
        <BankStep
          t={t}
          deposit={deposit}
          symbol={symbol}
          here={`${links.deposit}?depositId=${encodeURIComponent(deposit.depositId)}`}
          posted={form && form.call !== 'deposit.create' ? form.message : ''}
          onChanged={change}
        />
      ) : null}
      {deposit && deposit.status !== 'pending' ? (
        <Outcome t={t} deposit={deposit} symbol={symbol} href={links.deposit} onAgain={() => setDeposit(null)} />
      ) : null}
    </div>
  );
}

function Steps({ t, current }: { readonly t: Props['t']; readonly current: number }) {
  return (
    <ol className={styles.steps} aria-label={t('wallet.steps')}>
      {['stepAmount', 'stepBank', 'stepDone'].map((key, index) => (
        <li key={key} data-done={index < current || undefined} aria-current={index === current ? 'step' : undefined}>
          <span>{index < current ? <Icon name="check" small /> : index + 1}</span>
          {t(`wallet.${key}`)}
        </li>
      ))}
    </ol>
  );
}

const ICONS = { credited: 'circle-check', expired: 'clock', cancelled: 'circle-x' } as const;

interface OutcomeProps {
  readonly t: Props['t'];
  readonly deposit: DepositValue;
  readonly symbol: string;
  readonly href: string;
  readonly onAgain: () => void;
}

function Outcome({ t, deposit, symbol, href, onAgain }: OutcomeProps) {
  const status = deposit.status === 'pending' ? 'expired' : deposit.status;
  return (
    <div className={styles.outcome} data-status={status} role="status">
      <Icon name={ICONS[status]} />
      <h2 className={styles.title}>{t(`wallet.${status}`)}</h2>
      <p className={styles.large}>
        <Money amount={deposit.amount} symbol={symbol} />
      </p>
      <p>{t(`wallet.${status}Text`)}</p>
      {deposit.transferId ? (
        <p className={styles.reference}>
          {t('wallet.transferId')} <code>{deposit.transferId}</code>
        </p>
      ) : null}
      <div className={overlays.footer}>
        <ButtonLink
          href={href}
          onClick={(event) => {
            event.preventDefault();
            onAgain();
          }}
        >
          {t('wallet.newDeposit')}
        </ButtonLink>
        {status === 'credited' ? (
          <ButtonLink variant="primary" href={PATHS.home}>
            {t('wallet.playNow')}
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
}
