import type { Translate } from '../../../shared/i18n/translate.ts';
import { onLive } from '../../page/live/live-events.ts';
import { toast } from '../../page/toasts.ts';

/** Shows announcements, and updates the badges of promotions and rewards. Returns the function that stops it. */
export function followAnnouncements(t: Translate): () => void {
  const badges = () => import('../../page/live/badges.ts');
  const stops = [
    onLive('announcement', () => toast('info', t('header.announced'))),
    onLive('promotions', async ({ count }) => (await badges()).showPromotions(count)),
    onLive('rewards', async ({ counts }) => (await badges()).showRewards(counts)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
