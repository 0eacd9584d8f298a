import { useEffect, useRef, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { clockText } from '../../../shared/time.ts';
import styles from './deposit.module.css';

/** Remaining seconds that are announced; between them the clock is silent. */
const SPOKEN = [300, 60];
const LATE_SECONDS = 60;

export interface CountdownProps {
  readonly t: Translate;
  /** ISO instant. */
  readonly until: string;
  /** The same in the merchant's time zone; shown without script. */
  readonly untilText: string;
  readonly onOver: () => void;
}

/** Time left. The first render shows the end time because it has no clock. */
export function Countdown({ t, until, untilText, onOver }: CountdownProps) {
  const [seconds, setSeconds] = useState<number>();
  const [spoken, setSpoken] = useState('');
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    const end = Date.parse(until);
    let last: number | undefined;
    const tick = () => {
      const left = Math.max(0, Math.round((end - Date.now()) / 1000));
      if (left === last) return;
      const passed = SPOKEN.find((mark) => last !== undefined && last > mark && left <= mark);
      if (passed !== undefined) setSpoken(t('deposit.minutesLeft', { count: passed / 60 }));
      if (left === 0 && last !== 0) over.current();
      last = left;
      setSeconds(left);
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until, t]);
  return (
    <>
      <span className={styles.clock} role="timer" data-late={(seconds ?? LATE_SECONDS) < LATE_SECONDS || undefined}>
        {seconds === undefined ? t('deposit.until', { time: untilText }) : clockText(seconds)}
      </span>
      <span className={styles.spoken} aria-live="polite">
        {spoken}
      </span>
    </>
  );
}
