import { useEffect, useState } from 'react';

/**
 * Hours, minutes and seconds of the session; nothing in the first render, which knows no clock. `known`: seconds that the
 * wallet had counted at a moment of this device; before it has answered, the time since the game was opened.
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

/** The value, or, while a round is held, the one from before it. */
export function useHeld<T>(value: T, held: boolean): T {
  const [free, setFree] = useState(value);
  if (!held && free !== value) setFree(value);
  return held ? free : value;
}

export function clockText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
