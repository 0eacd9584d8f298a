import { type FormEvent, useEffect, useRef, useState } from 'react';
import { rewardClaim } from '../../../shared/api/reward-centre/calls.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { parseWireAmount, toWire } from '../../../shared/money/money.ts';
import { parseWirePoints, pointsText } from '../../../shared/money/points.ts';
import { call, problemText } from '../../page/call.ts';
import { showRewards } from '../../page/live/badges.ts';
import { formAction } from '../../page/paths.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { Button } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { Money } from '../../ui/money.tsx';
import type { RewardListProps, WaitingRewardView } from './props.ts';
import styles from './reward-list.module.css';
import { RewardRow } from './reward-row.tsx';

const TITLE = 'reward-list-title';

/** Everything that waits for the member. Claims are plain forms; with script they change the list and the badges in place. */
export default function RewardList(props: RewardListProps & IslandContext) {
  const { t, currency, paused, page } = props;
  const list = useClaims(props);
  const { open, busy, problem, done } = list;
  const waiting = open.filter(({ step }) => step !== 'processing' && step !== 'paused');
  const claimable = open.filter(({ step }) => step === 'claim');
  const underway = open.filter(({ step }) => step === 'processing' || step === 'paused');
  const sum = claimable.reduce((all, { amount }) => all + (parseWireAmount(amount ?? '') ?? 0n), 0n);
  const points = pointsOf(claimable);
  const rows = (rewards: readonly WaitingRewardView[]) => (
    <ul className={styles.rows}>
      {rewards.map((reward) => (
        <RewardRow key={reward.rewardId} {...props} reward={reward} offset={list.offset} busy={busy} onClaim={list.claim} />
      ))}
    </ul>
  );
  return (
    <div className={styles.list}>
      <FormMessage text={problem} />
      <FormMessage kind="done" text={done} />
      {paused ? (
        <p className={display.message} data-kind="info">
          {t('rewards.paused')}
        </p>
      ) : null}
      <section className={display.card} aria-labelledby={TITLE}>
        <h2 className={styles.title} id={TITLE} tabIndex={-1}>
          {t('rewards.toClaim')}
        </h2>
        {waiting.length === 0 ? (
          <EmptyState icon="gift" title={t('rewards.none')} text={t('rewards.noneText')} />
        ) : (
          <>
            {claimable.length === 0 ? null : (
              <div className={styles.head}>
                <p className={styles.sum} data-private>
                  {sum > 0n || points === 0n ? <Money amount={toWire(sum)} currency={currency} /> : null}
                  {points === 0n ? null : <span>{`${sum > 0n ? ' + ' : ''}${t('points.points', { points: pointsText(points) })}`}</span>}
                </p>
                {paused ? null : (
                  <form
                    method="post"
                    action={formAction(rewardClaim.id)}
                    aria-label={t('rewards.claimAll', { count: claimable.length })}
                    onSubmit={(event) => list.claim(event, 'all')}
                  >
                    <input type="hidden" name="back" value={`${page}?done=1`} />
                    <input type="hidden" name="rewardId" value="all" />
                    <Button type="submit" variant="primary" icon="gift" busy={busy === 'all'}>
                      {t('rewards.claimAll', { count: claimable.length })}
                    </Button>
                  </form>
                )}
              </div>
            )}
            {rows(waiting)}
          </>
        )}
      </section>
      {underway.length === 0 ? null : (
        <section className={display.card}>
          <h2 className={styles.title}>{t('rewards.underway')}</h2>
          {rows(underway)}
        </section>
      )}
    </div>
  );
}

/** The list after the claims of this page; one claim at a time. */
function useClaims({ t, rewards, currency, now, problem, claimed }: RewardListProps & IslandContext) {
  const [open, setOpen] = useState(rewards);
  const [state, setState] = useState({ busy: '', problem, done: claimed ? t('rewards.claimedNow') : '' });
  const [offset, setOffset] = useState<number | null>(null);
  const running = useRef(false);
  useEffect(() => setOffset(Date.parse(now) - Date.now()), [now]);

  async function send(rewardId: string): Promise<void> {
    setState({ busy: rewardId, problem: '', done: '' });
    const answer = await call(rewardClaim, { body: { rewardId } });
    running.current = false;
    if (!answer.success) return setState({ busy: '', problem: problemText(t, answer, 'errors.maybe_booked'), done: '' });
    const { paid, waiting, counts } = answer.value;
    showRewards(counts);
    const isPaid = (parseWireAmount(paid) ?? 0n) > 0n;
    const isWaiting = (parseWireAmount(waiting) ?? 0n) > 0n;
    const points = rewardId === 'all' ? pointsOf(open.filter(({ step }) => step === 'claim')) : 0n;
    setOpen((before) => before.flatMap((reward) => afterClaim(reward, rewardId, isWaiting)));
    const sum = isPaid ? t('rewards.claimedSum', { amount: amountText(paid, currency) }) : points > 0n ? '' : claimedText(rewardId);
    const named = points > 0n ? t('rewards.claimedOther', { name: t('points.points', { points: pointsText(points) }) }) : '';
    setState({ busy: '', problem: '', done: [isWaiting ? t('rewards.claimedNow') : sum, named].filter(Boolean).join(' ') });
    // The pressed button is removed with its row.
    document.getElementById(TITLE)?.focus();
  }

  /** Of points, tickets and what is only confirmed. */
  function claimedText(rewardId: string): string {
    if (rewardId === 'all') return t('rewards.claimedAll');
    const reward = open.find((one) => one.rewardId === rewardId);
    return reward?.step === 'claim' ? t('rewards.claimedOther', { name: reward.name }) : t('rewards.noted');
  }

  return {
    ...state,
    open,
    offset,
    claim(event: FormEvent, rewardId: string) {
      event.preventDefault();
      if (running.current) return;
      running.current = true;
      void send(rewardId);
    },
  };
}

/** Of rewards that give points in place of money. */
function pointsOf(rewards: readonly WaitingRewardView[]): bigint {
  return rewards.reduce((all, { points }) => all + (parseWirePoints(points ?? '') ?? 0n), 0n);
}

/** A claimed reward is gone, or on its way while the merchant has to fund it. */
function afterClaim(reward: WaitingRewardView, claimed: string, isWaiting: boolean): readonly WaitingRewardView[] {
  const isClaimed = claimed === 'all' ? reward.step === 'claim' : reward.rewardId === claimed;
  if (!isClaimed) return [reward];
  return isWaiting ? [{ ...reward, step: 'processing', until: null }] : [];
}
