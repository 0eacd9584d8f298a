import { useEffect, useState } from 'react';
import { wageStatements } from '../../../shared/api/agent-wages/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { clockText, zonedMinute } from '../../../shared/time.ts';
import { call } from '../../page/call.ts';
import type { IslandContext } from '../../runtime/island.ts';
import { clockOffset, useSecondsUntil } from '../games/countdown.ts';
import type { NextWageProps } from './props.ts';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
/** After the end of a window, and after a failed call. */
const PAUSE_MS = 5_000;

/** When the next wage is computed, as a time, and with script also the time left on the server's clock. The view has its styles. */
export default function NextWage({ t, timeZone, ...props }: NextWageProps & IslandContext) {
  const { at, offset } = useNext(props);
  const left = useSecondsUntil(at, offset);
  return (
    <p>
      <span>{t('wages.next')}</span>
      <time dateTime={at}>{zonedMinute(at, timeZone)}</time>
      <span role="timer" aria-live="off" aria-label={t('wages.nextIn')}>
        {left === null ? '' : leftText(t, left)}
      </span>
    </p>
  );
}

/** "4:05", "5:04:05", or days and hours. */
function leftText(t: Translate, seconds: number): string {
  if (seconds < DAY_SECONDS) return clockText(seconds);
  return t('wages.daysLeft', { days: Math.floor(seconds / DAY_SECONDS), hours: Math.floor((seconds % DAY_SECONDS) / HOUR_SECONDS) });
}

/** The page may be old, and its device may have another time: the server's clock comes with the first answer. */
function useNext({ kind, day, at }: Pick<NextWageProps, 'kind' | 'day' | 'at'>) {
  const [state, setState] = useState({ at, offset: null as number | null });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const controller = new AbortController();
    async function load(): Promise<void> {
      const sentAt = Date.now();
      const answer = await call(wageStatements, { query: { kind, from: day, to: day }, signal: controller.signal });
      if (controller.signal.aborted) return;
      const next = answer.success ? answer.value.next : null;
      let pause = PAUSE_MS;
      if (next) {
        const offset = clockOffset(next.now, sentAt, Date.now());
        setState({ at: next.at, offset });
        pause += Math.max(0, Date.parse(next.at) - Date.now() - offset);
      }
      // Longer times are more than a timer can wait for.
      if (pause < DAY_SECONDS * 1_000) timer = setTimeout(() => (document.hidden ? loadWhenVisible() : void load()), pause);
    }
    function loadWhenVisible(): void {
      document.addEventListener('visibilitychange', () => void load(), { once: true, signal: controller.signal });
    }
    void load();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [kind, day]);
  return state;
}
