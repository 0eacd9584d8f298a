import { useEffect, useState } from 'react';

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
  return clockText(Math.max(0, Math.floor(seconds)));
}

/** The current value; while a round is held, the value from before the round. */
export function useValueOutsideRound<T>(value: T, held: boolean): T {
  const [settled, setSettled] = useState(value);
  if (!held && settled !== value) setSettled(value);
  return held ? settled : value;
}

export function clockText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
