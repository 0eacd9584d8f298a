import type { Translate } from '../../../shared/i18n/translate.ts';
import { onLive } from '../../page/live/live-events.ts';
import { toast } from '../../page/toasts.ts';

/** Shows announcements, and updates the number of open promotions. Returns the function that stops it. */
export function followAnnouncements(t: Translate): () => void {
  const stops = [
    onLive('announcement', () => toast('info', t('header.announced'))),
    onLive('promotions', ({ count }) => {
      for (const badge of document.querySelectorAll<HTMLElement>('[data-promotions]')) {
        badge.hidden = count === 0;
        badge.textContent = String(count);
      }
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
