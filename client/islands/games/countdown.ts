import { useEffect, useState } from 'react';

/** Remaining seconds below which the countdown turns amber, then red. */
export const SOON_SECONDS = 60;
export const LAST_SECONDS = 10;
const TICK_MS = 250;

export type Urgency = 'calm' | 'soon' | 'last' | 'over';

export function urgencyOf(left: number): Urgency {
  if (left <= 0) return 'over';
  if (left <= LAST_SECONDS) return 'last';
  return left <= SOON_SECONDS ? 'soon' : 'calm';
}

/** How far the server's clock is ahead of this device's, in milliseconds, corrected by half of the round-trip time. */
export function clockOffset(serverNow: string, sentAt: number, receivedAt: number): number {
  return Date.parse(serverNow) - (sentAt + receivedAt) / 2;
}

/**
 * Whole seconds until an instant on the server's clock, at least zero. Null in the first render, which must match the
 * server's HTML. Recalculated after the device has slept.
 */
export function useSecondsUntil(instant: string, offset: number | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (offset === null) return undefined;
    const update = () => setLeft(Math.max(0, Math.ceil((Date.parse(instant) - Date.now() - offset) / 1000)));
    update();
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  }, [instant, offset]);
  return left;
}
