/** "2026-11-21 15:20" in the merchant's time zone; the same on the server and in the browser. */
export function timeText(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(new Date(instant));
}
