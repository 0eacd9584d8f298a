import type { FormEvent } from 'react';
import { goalKey, isActGoal } from '../../../shared/api/missions/constants.ts';
import type { MissionValue } from '../../../shared/api/missions/schemas.ts';
import { rewardClaim } from '../../../shared/api/reward-centre/calls.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { pointsOfWire } from '../../../shared/money/points.ts';
import { zonedMinute } from '../../../shared/time.ts';
import { formAction } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import display from '../../ui/display.module.css';
import { Money } from '../../ui/money.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from './mission-list.module.css';
import type { MissionListProps } from './props.ts';

interface MissionRowProps extends Pick<MissionListProps, 'currency' | 'timeZone' | 'page'>, IslandContext {
  readonly mission: MissionValue;
  /** The claim that is being sent; empty: none. */
  readonly busy: string;
  readonly onClaim: (event: FormEvent, mission: MissionValue) => void;
}

/** A goal with what the member has and needs, its reward, and the claim once it is reached. */
export function MissionRow(props: MissionRowProps) {
  const { t, mission, currency, timeZone } = props;
  const { goal, category, leastStake, have, need, amount, points, until, step } = mission;
  const shown = (value: string) => (goal === 'stake' ? amountText(value, currency) : value);
  const name = t(goalKey(goal, need === '1'), { need: shown(need) });
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        <strong className={styles.name}>{name}</strong>
        {leastStake === null ? null : (
          <small className={styles.note}>{t('missions.leastStake', { stake: amountText(leastStake, currency) })}</small>
        )}
        {category === null ? null : <small className={styles.note}>{t(`lobby.category_name_${category}`)}</small>}
        {until === null || step === 'claimed' ? null : (
          <small className={styles.note}>
            <time dateTime={until}>{t('missions.until', { until: zonedMinute(until, timeZone) })}</time>
          </small>
        )}
        {step === 'open' && isActGoal(goal) ? (
          <a className={controls.link} href={goal === 'limits' ? '/member/protection' : '/member/personalHistoryCopy'}>
            {t(`missions.to_${goal}`)}
          </a>
        ) : null}
      </span>
      <strong className={styles.worth} data-private>
        {amount === null ? t('points.points', { points: pointsOfWire(points ?? '') }) : <Money amount={amount} currency={currency} />}
      </strong>
      <span className={styles.step}>
        <Step {...props} name={name} />
      </span>
      {step === 'open' ? (
        <span className={styles.progress}>
          <ProgressBar percent={percent(have, need)} label={name} />
          <bdi className={styles.numbers} data-private>
            {t('missions.haveNeed', { have: shown(have), need: shown(need) })}
          </bdi>
        </span>
      ) : null}
    </li>
  );
}

const TONES: Readonly<Record<Exclude<MissionValue['step'], 'claim'>, string>> = {
  open: 'info',
  processing: 'info',
  claimed: 'pos',
  expired: 'neg',
};

function Step({ t, mission, page, busy, name, onClaim }: MissionRowProps & { readonly name: string }) {
  const { step, rewardId } = mission;
  if (step !== 'claim' || rewardId === null)
    return (
      <span className={display.badge} data-tone={TONES[step === 'claim' ? 'open' : step]}>
        {t(`missions.step_${step === 'claim' ? 'open' : step}`)}
      </span>
    );
  const label = `${t('missions.claim')}: ${name}`;
  return (
    <form method="post" action={formAction(rewardClaim.id)} onSubmit={(event) => onClaim(event, mission)}>
      <input type="hidden" name="back" value={`${page}?done=1`} />
      <input type="hidden" name="rewardId" value={rewardId} />
      <Button type="submit" variant="primary" dense busy={busy === rewardId} aria-label={label}>
        {t('missions.claim')}
      </Button>
    </form>
  );
}

/** Whole percent, below 100 until the goal is reached. */
function percent(have: string, need: string): number {
  const [has, whole] = [have, need].map((text) => BigInt(text.replace('.', ''))) as [bigint, bigint];
  if (has >= whole) return 100;
  return has > 0n ? Math.min(99, Number((has * 100n) / whole)) : 0;
}
