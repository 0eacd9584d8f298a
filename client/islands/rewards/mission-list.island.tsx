import { type FormEvent, useEffect, useRef, useState } from 'react';
import { missionList } from '../../../shared/api/missions/calls.ts';
import { MISSION_PERIODS } from '../../../shared/api/missions/constants.ts';
import type { MissionValue } from '../../../shared/api/missions/schemas.ts';
import { rewardClaim } from '../../../shared/api/reward-centre/calls.ts';
import { amountText } from '../../../shared/money/amount-text.ts';
import { parseWireAmount } from '../../../shared/money/money.ts';
import { call, problemText } from '../../page/call.ts';
import { showRewards } from '../../page/live/badges.ts';
import { onLive } from '../../page/live/live-events.ts';
import type { IslandContext } from '../../runtime/island.ts';
import display from '../../ui/display.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { MissionBoard } from './mission-board.tsx';
import styles from './mission-list.module.css';
import { MissionRow } from './mission-row.tsx';
import type { MissionListProps } from './props.ts';

const TITLE = 'mission-list-title';

/** Missions by the window in which they count. Claims are plain forms; with script progress and claims change in place. */
export default function MissionList(props: MissionListProps & IslandContext) {
  const { t } = props;
  const list = useMissions(props);
  const ready = list.missions.filter(({ step }) => step === 'claim');
  const groups = MISSION_PERIODS.map((period) => ({
    key: period as string,
    title: t(`missions.period_${period}`),
    missions: list.missions.filter((one) => one.period === period && one.step !== 'claim'),
  }));
  const shown = [{ key: 'ready', title: t('missions.ready'), missions: ready }, ...groups].filter(({ missions }) => missions.length > 0);
  return (
    <div className={styles.list}>
      <FormMessage text={list.problem} />
      <FormMessage kind="done" text={list.done} />
      {list.paused ? (
        <p className={display.message} data-kind="info">
          {t('missions.paused')}
        </p>
      ) : null}
      <div id={TITLE} tabIndex={-1} className={styles.list}>
        {shown.map(({ key, title, missions }) => (
          <section key={key} className={display.card} aria-labelledby={`missions-${key}`}>
            <h2 className={styles.title} id={`missions-${key}`}>
              {title}
            </h2>
            <ul>
              {missions.map((mission) => (
                <MissionRow
                  key={`${mission.missionId} ${mission.window}`}
                  {...props}
                  mission={mission}
                  busy={list.busy}
                  onClaim={list.claim}
                />
              ))}
            </ul>
          </section>
        ))}
        {shown.length === 0 && !list.paused ? (
          <section className={display.card}>
            <EmptyState icon="target" title={t('missions.none')} text={t('missions.noneText')} />
          </section>
        ) : null}
      </div>
      {props.board === null ? null : <MissionBoard {...props} {...props.board} />}
    </div>
  );
}

/** The missions after the events and claims of this page; one claim at a time. */
function useMissions({ t, missions: first, paused: isPaused, currency, problem, claimed }: MissionListProps & IslandContext) {
  const [{ missions, paused }, setList] = useState<Pick<MissionListProps, 'missions' | 'paused'>>({ missions: first, paused: isPaused });
  const [state, setState] = useState({ busy: '', problem, done: claimed ? t('missions.claimedNow') : '' });
  const running = useRef(false);
  const requested = useRef(0);
  const reload = async (): Promise<void> => {
    requested.current += 1;
    const own = requested.current;
    const answer = await call(missionList);
    // An answer that arrives after a later request is older.
    if (answer.success && own === requested.current) setList(answer.value);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: events are followed from the first render on
  useEffect(() => {
    const stops = [onLive('hello', () => void reload()), onLive('missions', () => void reload())];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  async function send(mission: MissionValue): Promise<void> {
    const rewardId = mission.rewardId ?? '';
    setState({ busy: rewardId, problem: '', done: '' });
    const answer = await call(rewardClaim, { body: { rewardId } });
    running.current = false;
    if (!answer.success) return setState({ busy: '', problem: problemText(t, answer, 'errors.maybe_booked'), done: '' });
    const { paid, counts } = answer.value;
    showRewards(counts);
    const isPaid = (parseWireAmount(paid) ?? 0n) > 0n;
    const done = isPaid ? t('rewards.claimedSum', { amount: amountText(paid, currency) }) : t('missions.claimedNow');
    await reload();
    setState({ busy: '', problem: '', done });
    // The pressed button is removed with its row.
    document.getElementById(TITLE)?.focus();
  }

  return {
    ...state,
    missions,
    paused,
    claim(event: FormEvent, mission: MissionValue) {
      event.preventDefault();
      if (running.current) return;
      running.current = true;
      void send(mission);
    },
  };
}
