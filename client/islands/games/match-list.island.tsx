import { useEffect, useState } from 'react';
import { matchList } from '../../../shared/api/schedule/calls.ts';
import { clockText } from '../../../shared/time.ts';
import { call } from '../../page/call.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { clockOffset, useSecondsUntil } from './countdown.ts';
import { MatchCard } from './match-card.tsx';
import styles from './match-list.module.css';
import type { MatchView } from './match-view.ts';
import type { MatchListProps } from './props.ts';

/** The list is reloaded when its first match begins, but not more often than this. */
const POLL_MS = 15_000;
/** Interval while a match is in play, to update scores. */
const LIVE_POLL_MS = 4_000;

/** Matches in play with score and minute, then upcoming matches by start time with a countdown. */
export default function MatchList({ t, gameCategory, open, max }: MatchListProps & IslandContext) {
  const { matches, offset } = useMatches(gameCategory, open);
  if (matches.length === 0) return <EmptyState icon="trophy" title={t('games.matchesNone')} text={t('games.matchesNoneText')} />;
  return (
    <div className={classNames(styles.box, max !== null && styles.rows)}>
      <ul className={styles.list}>
        {matches.slice(0, max ?? matches.length).map((match) => (
          <li key={match.matchId}>
            <MatchCard t={t} match={match}>
              {match.live ? <Minute match={match} offset={offset} /> : <StartCountdown t={t} startsAt={match.startsAt} offset={offset} />}
            </MatchCard>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Hidden from screen readers, which read the start time next to it. */
function StartCountdown({
  t,
  startsAt,
  offset,
}: {
  readonly t: IslandContext['t'];
  readonly startsAt: string;
  readonly offset: number | null;
}) {
  const left = useSecondsUntil(startsAt, offset);
  return (
    <span className={styles.until} role="timer" aria-label={t('games.startsIn')} aria-live="off">
      {left === null ? '' : clockText(left)}
    </span>
  );
}

/** Match minute: advances at a constant rate from kick-off to the end. */
function Minute({ match: { startsAt, endsAt, minutes }, offset }: { readonly match: MatchView; readonly offset: number | null }) {
  const left = useSecondsUntil(endsAt, offset);
  if (minutes === null || left === null) return null;
  const lasts = (Date.parse(endsAt) - Date.parse(startsAt)) / 1_000;
  return <span className={styles.until}>{`${Math.min(minutes, Math.floor(((lasts - left) / lasts) * minutes))}′`}</span>;
}

/** The page may be some seconds old. The server's clock comes with the first response, start times with the page. */
function useMatches(gameCategory: MatchListProps['gameCategory'], first: readonly MatchView[]) {
  const [state, setState] = useState({ matches: first, offset: null as number | null });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const controller = new AbortController();
    async function load(): Promise<void> {
      const sentAt = Date.now();
      const answer = await call(matchList, { query: gameCategory === null ? {} : { gameCategory }, signal: controller.signal });
      if (controller.signal.aborted) return;
      let pause = POLL_MS;
      if (answer.success) {
        const { now, live, open } = answer.value;
        const offset = clockOffset(now, sentAt, Date.now());
        const matchesWithState = [...live.map((match) => ({ ...match, live: true })), ...open.map((match) => ({ ...match, live: false }))];
        setState(({ matches }) => ({
          offset,
          matches: matchesWithState.map((match) => ({ ...match, whenText: startTextOf(match.startsAt, matches) })),
        }));
        const next = open[0];
        if (live.length > 0) pause = LIVE_POLL_MS;
        else if (next) pause = Math.max(pause, Date.parse(next.startsAt) - Date.now() - offset + 1_000);
      }
      timer = setTimeout(() => (document.hidden ? loadWhenVisible() : void load()), pause);
    }
    /** A background tab reloads when it becomes visible. */
    function loadWhenVisible(): void {
      document.addEventListener('visibilitychange', () => void load(), { once: true, signal: controller.signal });
    }
    void load();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [gameCategory]);
  return state;
}

/** The server's text if present. A match added later starts so soon that the countdown is enough. */
function startTextOf(startsAt: string, known: readonly MatchView[]): string {
  return known.find((match) => match.startsAt === startsAt)?.whenText ?? '';
}
