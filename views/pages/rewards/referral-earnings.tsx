import records from '../../../client/islands/records/records.module.css';
import { formAction } from '../../../client/page/paths.ts';
import { Button } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { EmptyState } from '../../../client/ui/empty-state.tsx';
import { Money } from '../../../client/ui/money.tsx';
import type { ReferralStep } from '../../../shared/api/referral/constants.ts';
import type { ReferralEarningValue, ReferralOverview } from '../../../shared/api/referral/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { amountText, type CurrencyView } from '../../../shared/money/amount-text.ts';
import { DataTable } from '../../components/data-table.tsx';
import styles from './referral.module.css';

export type EarningView = Omit<ReferralEarningValue, 'at' | 'until'> & { readonly dayText: string; readonly untilText: string | null };

interface EarningsProps {
  readonly t: Translate;
  readonly view: Pick<ReferralOverview, 'sums' | 'paused' | 'currency' | 'currencySymbol'> & { readonly earnings: readonly EarningView[] };
}

const PAGE = '/member/referral';
const SUMS = ['claimable', 'pending', 'held', 'claimed'] as const;

/** What the member has earned and can earn, with the reason for each state. */
export function ReferralEarnings({ t, view }: EarningsProps) {
  const { sums, earnings, paused } = view;
  const ready = paused ? 0 : earnings.filter(({ step }) => step === 'claim').length;
  return (
    <section className={display.card}>
      <h2 className={records.title}>{t('referral.rewards')}</h2>
      <dl className={styles.sums}>
        {SUMS.map((sum) => (
          <div key={sum}>
            <dt>{t(`referral.sum_${sum}`)}</dt>
            <dd data-private>
              <Money amount={sums[sum]} currency={view} />
            </dd>
          </div>
        ))}
      </dl>
      {ready > 1 ? <Claim rewardId="all" label={t('referral.claimAll', { count: ready })} /> : null}
      {earnings.length === 0 ? (
        <EmptyState icon="gift" title={t('referral.noRewards')} text={t('referral.noRewardsText')} />
      ) : (
        <DataTable label={t('referral.rewards')} heads={['reward', 'amount', 'state'].map((key) => t(`referral.${key}`))} whole cards>
          {earnings.map((one) => (
            <Earning key={one.rewardId ?? `${one.side} ${one.stage} ${one.name} ${one.untilText}`} t={t} one={one} view={view} />
          ))}
        </DataTable>
      )}
    </section>
  );
}

function Earning({ t, one, view }: EarningsProps & { readonly one: EarningView }) {
  const { side, stage, name, amount, step, untilText, dayText } = one;
  const title = t(side === 'friend' ? `referral.own_${stage}` : `referral.earned_${stage}`, { name });
  const reason = causeText(t, one);
  return (
    <tr>
      <td>
        <span className={styles.what}>{title}</span>
        <small className={styles.note}>{`${needsText(t, one, view)} · ${dayText}`}</small>
        {reason === '' ? null : (
          <small className={styles.note} dir="auto">
            {reason}
          </small>
        )}
      </td>
      <td className={display.number} data-label={t('referral.amount')} data-private>
        <Money amount={amount} currency={view} />
      </td>
      <td className={display.number} data-label={t('referral.state')}>
        <span className={styles.state}>
          {untilText === null ? null : <small className={styles.until}>{t('referral.until', { until: untilText })}</small>}
          {step === 'claim' && !view.paused && one.rewardId !== null ? (
            <Claim rewardId={one.rewardId} label={t('referral.claim')} name={`${t('referral.claim')}: ${title}`} dense />
          ) : (
            <span className={display.badge} data-tone={TONES[step]}>
              {t(`referral.step_${step}`)}
            </span>
          )}
        </span>
      </td>
    </tr>
  );
}

const TONES: Readonly<Partial<Record<ReferralStep, string>>> = {
  claim: 'info',
  held: 'info',
  processing: 'info',
  claimed: 'pos',
  expired: 'neg',
  withdrawn: 'neg',
  refused: 'neg',
};

function needsText(t: Translate, { stage, deposits, stake }: EarningView, currency: CurrencyView): string {
  const key = stage === 'played' && !/[1-9]/.test(deposits) ? 'stake' : stage;
  return t(`referral.needs_${key}`, { deposits: amountText(deposits, currency), stake: amountText(stake, currency) });
}

function causeText(t: Translate, { cause, reason }: EarningView): string {
  return cause === null ? '' : t(`referral.cause_${cause}`, { reason });
}

interface ClaimProps {
  readonly rewardId: string;
  readonly label: string;
  /** Accessible name of the button of a row. */
  readonly name?: string;
  readonly dense?: boolean;
}

function Claim({ rewardId, label, name = label, dense = false }: ClaimProps) {
  return (
    <form method="post" action={formAction('rewards.claim')} aria-label={name}>
      <input type="hidden" name="back" value={`${PAGE}?done=1`} />
      <input type="hidden" name="rewardId" value={rewardId} />
      <Button type="submit" variant="primary" dense={dense} aria-label={name} {...(!dense && { icon: 'gift' })}>
        {label}
      </Button>
    </form>
  );
}
