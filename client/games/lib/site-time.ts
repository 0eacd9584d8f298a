import type { Translate } from '../../../shared/i18n/translate.ts';
import { zonedSince } from '../../../shared/time.ts';
import { h } from './dom.ts';

/** Time zone of the portal, from the page's address; the device's zone if it is missing or unknown. */
export function siteZone(): string {
  const zone = new URL(document.URL).searchParams.get('zone') ?? undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  }
}

/** A moment in the zone of the site: "05:59:29", with its day unless that is today. */
export function timeElement(iso: string, { seconds = true } = {}): HTMLElement {
  const text = zonedSince(iso, siteZone(), Date.now());
  return h('time', { datetime: iso }, seconds ? text : text.slice(0, -':05'.length));
}

/** Says which zone the times of a list are in. */
export function zoneNote(t: Translate): HTMLElement {
  return h('p', { class: 'quiet' }, t('studio.times_zone', { zone: siteZone() }));
}
