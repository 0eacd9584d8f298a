import { useEffect, useState } from 'react';
import { clockText } from '../../../shared/time.ts';

/**
 * Session time as hours, minutes and seconds; empty in the first render, which has no clock. `known`: seconds counted
 * by the wallet at a time of this device. Before its response, the time since the game was opened.
 */
export function useSessionClock(known: { readonly seconds: number; readonly at: number } | null): string {
  const [opened] = useState(() => ({ at: 0 }));
  const [now, setNow] = useState<number>();
  useEffect(() => {
    opened.at ||= Date.now();
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [opened]);
  if (now === undefined) return '–';
  const seconds = known ? known.seconds + (now - known.at) / 1000 : (now - opened.at) / 1000;
  return elapsedText(Math.max(0, Math.floor(seconds)));
}

/** The current value; while a round is held, the value from before the round. */
export function useValueOutsideRound<T>(value: T, held: boolean): T {
  const [settled, setSettled] = useState(value);
  if (!held && settled !== value) setSettled(value);
  return held ? settled : value;
}

/** Seconds as "04:05" or "1:04:05": minutes always have two digits, so that the running clock keeps its width. */
export function elapsedText(seconds: number): string {
  return clockText(seconds).replace(/^\d:\d\d$/, '0$&');
}
