import { useEffect, useState } from 'react';

/** End of each countdown of this page. Kept outside the dialogs, so that reopening a dialog does not reset it. */
const ENDS = new Map<string, number>();

export interface Countdown {
  /** Whole seconds left; 0 if none. */
  readonly left: number;
  start(seconds: number): void;
}

/** A countdown in seconds under a name. The same name shares the same countdown. */
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
