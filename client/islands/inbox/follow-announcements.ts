import type { Translate } from '../../../shared/i18n/translate.ts';
import type { RewardCounts } from '../../../shared/reward-sources.ts';
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

/** Updates the badges of rewards; one without a source counts all. Returns the function that stops it. */
export function followRewards(counts: RewardCounts): () => void {
  const known: Record<string, number> = { ...counts };
  return onLive('rewards', ({ source, count }) => {
    known[source] = count;
    for (const badge of document.querySelectorAll<HTMLElement>('[data-rewards]')) {
      const shown = known[badge.dataset.rewards ?? ''] ?? Object.values(known).reduce((sum, one) => sum + one, 0);
      badge.hidden = shown === 0;
      (badge.firstElementChild ?? badge).textContent = String(shown);
    }
  });
}
