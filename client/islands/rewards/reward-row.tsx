import type { FormEvent } from 'react';
import { rewardClaim } from '../../../shared/api/reward-centre/calls.ts';
import type { RewardStep } from '../../../shared/api/reward-centre/constants.ts';
import { timeLeft } from '../../../shared/i18n/time-left.ts';
import { REWARD_SOURCES } from '../../../shared/reward-sources.ts';
import { formAction } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { useSecondsUntil } from '../games/countdown.ts';
import type { RewardListProps, WaitingRewardView } from './props.ts';
import styles from './reward-list.module.css';

interface RewardRowProps extends Pick<RewardListProps, 'currency' | 'paused' | 'page'>, IslandContext {
  readonly reward: WaitingRewardView;
  /** How far the platform's clock is ahead of this device; null before hydration. */
  readonly offset: number | null;
  /** The claim that is being sent; empty: none. */
  readonly busy: string;
  readonly onClaim: (event: FormEvent, rewardId: string) => void;
}

export function RewardRow(props: RewardRowProps) {
  const { t, reward, currency } = props;
  const { source, name, amount, points, href, note } = reward;
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon name={REWARD_SOURCES[source].icon} />
      </span>
      <span className={styles.what}>
        <a className={styles.name} href={href}>
          {name}
        </a>
        <small className={styles.from}>{t(`rewards.source_${source}`)}</small>
        {note ? <small className={styles.from}>{note}</small> : null}
        {reward.until === null ? null : <TimeLeft {...props} until={reward.until} />}
      </span>
      <strong className={styles.worth} data-private>
        {amount === null ? points === null ? null : t('points.points', { points }) : <Money amount={amount} currency={currency} />}
      </strong>
      <span className={styles.step}>
        <Step {...props} />
      </span>
    </li>
  );
}

/** The end as a time; with script the time left follows the clock. */
function TimeLeft({ t, reward, until, offset, languageTag }: RewardRowProps & { readonly until: string }) {
  const left = useSecondsUntil(until, offset);
  return (
    <small className={styles.until}>
      <time dateTime={until}>{t('cashback.until', { until: reward.untilText })}</time>
      <span role="timer" aria-live="off">
        {left === 0 ? t('rewards.ended') : t('rewards.left', { left: left === null ? reward.leftText : timeLeft(left, languageTag) })}
      </span>
    </small>
  );
}

const BADGES: Readonly<Record<Extract<RewardStep, 'paused' | 'processing'>, string>> = { paused: 'neg', processing: 'info' };

function Step({ t, reward, paused, page, busy, onClaim }: RewardRowProps) {
  const { step, rewardId, name, href } = reward;
  if (step === 'paused' || step === 'processing')
    return (
      <span className={display.badge} data-tone={BADGES[step]}>
        {t(`rewards.step_${step}`)}
      </span>
    );
  if (paused) return null;
  const label = t(`rewards.step_${step}`);
  if (step === 'open')
    return (
      <ButtonLink variant="secondary" dense href={href} aria-label={`${label}: ${name}`}>
        {label}
      </ButtonLink>
    );
  return (
    <form method="post" action={formAction(rewardClaim.id)} onSubmit={(event) => onClaim(event, rewardId)}>
      <input type="hidden" name="back" value={`${page}?done=1`} />
      <input type="hidden" name="rewardId" value={rewardId} />
      <Button
        type="submit"
        variant={step === 'claim' ? 'primary' : 'secondary'}
        dense
        busy={busy === rewardId}
        aria-label={`${label}: ${name}`}
      >
        {label}
      </Button>
    </form>
  );
}
