import { countOf, REWARD_SOURCE_NAMES, type RewardCounts } from '../../../shared/reward-sources.ts';

/** Shows the number of open promotions in every badge of the page. */
export function showPromotions(count: number): void {
  show('[data-promotions]', count);
}

/** Shows what waits for the member in every badge of the page: of one source, or of all. */
export function showRewards(counts: RewardCounts): void {
  for (const source of REWARD_SOURCE_NAMES) if (source in counts) show(`[data-rewards="${source}"]`, counts[source]);
  show('[data-rewards="all"]', countOf(counts));
}

/** The number is the first text of a badge; a text for screen readers may follow. */
function show(selector: string, count: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>(selector)) {
    badge.hidden = count === 0;
    if (badge.firstChild) badge.firstChild.nodeValue = String(count);
  }
}
