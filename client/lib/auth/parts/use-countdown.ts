import { useEffect, useState } from 'react';

/** When each countdown of this page ends. Outlives the dialogs: closing and opening one again wins no time. */
const ENDS = new Map<string, number>();

export interface Countdown {
  /** Whole seconds left; 0 when there is none. */
  readonly left: number;
  start(seconds: number): void;
}

/** A countdown in seconds under a name; the same name is the same countdown, wherever it is shown. */
export function useCountdown(name: string): Countdown {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(name));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [name]);
  return {
    left,
    start(seconds) {
      ENDS.set(name, Date.now() + seconds * 1000);
      setLeft(secondsLeft(name));
    },
  };
}

function secondsLeft(name: string): number {
  return Math.max(0, Math.ceil(((ENDS.get(name) ?? 0) - Date.now()) / 1000));
}

/** 4:05 */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
