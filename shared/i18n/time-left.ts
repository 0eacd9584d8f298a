const UNITS = [
  { unit: 'day', seconds: 86_400, from: 2 * 86_400 },
  { unit: 'hour', seconds: 3_600, from: 3_600 },
  { unit: 'minute', seconds: 60, from: 60 },
  { unit: 'second', seconds: 1, from: 0 },
] as const;

/** "in 3 days", "in 47 hours", "in 12 minutes": whole units, rounded down. `languageTag` is a BCP 47 tag. */
export function timeLeft(seconds: number, languageTag: string): string {
  const left = Math.max(0, Math.floor(seconds));
  const { unit, seconds: length } = UNITS.find(({ from }) => left >= from) ?? UNITS[3];
  return new Intl.RelativeTimeFormat(languageTag, { numeric: 'always' }).format(Math.floor(left / length), unit);
}
