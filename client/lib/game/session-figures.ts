import { useEffect, useState } from 'react';
import { bettingRecord } from '../../../shared/api/game-calls.ts';
import { call } from '../call.ts';

const SETTLE_MS = 800;

/** Hours, minutes and seconds since the game was opened; nothing in the first render, which knows no clock. */
export function useSessionClock(): string {
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    const start = Date.now();
    const tick = () => setSeconds(Math.floor((Date.now() - start) / 1000));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds === undefined ? '–' : clockText(seconds);
}

export function clockText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/**
 * Net result since the game was opened, in wire form: the platform's own total over the bets of this time, so that
 * deposits in another tab do not count as wins. Asked for again a little after each round.
 */
export function useSessionNet(rounds: number, enabled: boolean): string | null {
  const [since] = useState(() => ({ at: '' }));
  const [net, setNet] = useState<string | null>(null);
  useEffect(() => {
    since.at ||= new Date().toISOString();
    if (!enabled || rounds === 0) return;
    const timer = setTimeout(() => {
      void call(bettingRecord, { query: { from: since.at, pageSize: 1 } }).then((answer) => {
        if (answer.success) setNet(answer.value.totals.net);
      });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [since, rounds, enabled]);
  return net;
}
