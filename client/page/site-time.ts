/** The site's time zone, which the document names; undefined if it names none. */
export function siteTimeZone(): string | undefined {
  return document.documentElement.dataset.timeZone;
}

/** "2026-11-21 08:20:05" in a time zone; without one in that of the device. */
export function siteTimeText(instant: string, timeZone: string | undefined): string {
  // The Swedish format is the ISO format.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant));
}
