import type { Translate } from '../../../shared/i18n/translate.ts';
import { h } from './dom.ts';

/** Time zone of the portal, from the page's address; the device's zone if it is missing or unknown. */
function siteZone(): string {
  const zone = new URL(document.URL).searchParams.get('zone') ?? undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
  }
}

/** A moment as the time of day in the zone of the site: "05:59:29". */
export function timeElement(iso: string, { seconds = true } = {}): HTMLElement {
  const second = seconds ? '2-digit' : undefined;
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second, hourCycle: 'h23', timeZone: siteZone() });
  return h('time', { datetime: iso }, format.format(new Date(iso)));
}

/** Says which zone the times of a list are in. */
export function zoneNote(t: Translate): HTMLElement {
  return h('p', { class: 'quiet' }, t('studio.times_zone', { zone: siteZone() }));
}
