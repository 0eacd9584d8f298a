/** The site's time zone, which the document names; undefined if it names none. */
export function siteTimeZone(): string | undefined {
  return document.documentElement.dataset.timeZone;
}
