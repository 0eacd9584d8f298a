/** Time of the server, from its last answer: the clock of a device may be wrong. */
export interface ServerClock {
  set(iso: string): void;
  now(): number;
}

export function createServerClock(local: () => number = Date.now): ServerClock {
  let offset = 0;
  return {
    set(iso) {
      offset = Date.parse(iso) - local();
    },
    now: () => local() + offset,
  };
}

/** "4:05", "1:02:09"; "0:00" once the time is over. */
export function countdown(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export type Phase = 'far' | 'soon' | 'playing' | 'over';
const SOON_MS = 60_000;

export function phaseOf({ startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string }, now: number): Phase {
  if (now >= Date.parse(endsAt)) return 'over';
  if (now >= Date.parse(startsAt)) return 'playing';
  return Date.parse(startsAt) - now <= SOON_MS ? 'soon' : 'far';
}

/** Milliseconds until the fixtures have to be asked for again: at the next kick-off or end, and now and then anyway. */
export function untilNextLook(
  fixtures: readonly { readonly startsAt: string; readonly endsAt: string }[],
  now: number,
  atMost = 20_000,
): number {
  const turns = fixtures.flatMap(({ startsAt, endsAt }) => [Date.parse(startsAt), Date.parse(endsAt)]).filter((turn) => turn > now);
  // The studio looks about once a second.
  const AFTER_MS = 1_500;
  return Math.min(atMost, ...turns.map((turn) => turn - now + AFTER_MS));
}
