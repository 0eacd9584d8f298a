import { useEffect, useRef, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { clockText } from '../../../shared/time.ts';
import display from '../../ui/display.module.css';
import { LAST_SECONDS, SOON_SECONDS, urgencyOf, useSecondsUntil } from '../games/countdown.ts';
import styles from './countdown.module.css';
import type { LotteryGameView } from './lottery-view.ts';

interface CountdownProps {
  readonly t: Translate;
  readonly game: LotteryGameView;
  readonly offset: number | null;
  readonly large?: boolean;
}

/**
 * Time until the issue closes: amber in the last minute, red in the last ten seconds, not announced. Shows the clock
 * time before the server's clock is known.
 */
export function Countdown({ t, game: { current, issueSeconds }, offset, large }: CountdownProps) {
  const left = useSecondsUntil(current?.closesAt ?? '', current ? offset : null);
  if (!current) return issueSeconds === null ? null : <span className={styles.clock}>–</span>;
  return (
    <span
      className={styles.clock}
      data-large={large || undefined}
      data-urgency={left === null ? 'calm' : urgencyOf(left)}
      role="timer"
      aria-live="off"
      aria-label={t('lottery.closesIn')}
    >
      {left === null ? current.closesText : clockText(left)}
    </span>
  );
}

/** Replaces the clock while the issue is closed and its numbers are drawn. */
export function ClosedIssue({ t, game: { current }, offset }: Omit<CountdownProps, 'large'>) {
  const left = useSecondsUntil(current?.closesAt ?? '', current ? offset : null);
  return left === 0 ? <p className={styles.closed}>{t('lottery.closed')}</p> : null;
}

/** Announces to screen readers one minute, ten seconds and the close of an issue. */
export function CountdownAnnouncement({ t, game, offset }: Omit<CountdownProps, 'large'>) {
  const { current, gameName } = game;
  const left = useSecondsUntil(current?.closesAt ?? '', current ? offset : null);
  const [announcement, setAnnouncement] = useState('');
  const before = useRef<number | null>(null);
  useEffect(() => {
    const mark = left === null ? undefined : crossedMark(before.current, left);
    before.current = left;
    if (mark !== undefined) setAnnouncement(t(`lottery.left_${mark}`, { game: gameName, issue: current?.issue ?? '' }));
  }, [t, left, gameName, current?.issue]);
  return (
    <p className={display.hidden} role="status">
      {announcement}
    </p>
  );
}

/** The mark that the countdown has just reached; undefined for a new issue, which starts above all marks. */
export function crossedMark(before: number | null, left: number): number | undefined {
  if (before === null) return undefined;
  return [0, LAST_SECONDS, SOON_SECONDS].find((mark) => before > mark && left <= mark);
}
