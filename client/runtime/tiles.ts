import type { IslandElement } from './island-element.ts';

/** A heart, and a game that opens a sheet instead of its page, as in `client/islands/games/tile-tools.tsx`. */
const HEART = 'button[form=favourites]';
const LINK = '[data-tile] a:not([data-trial])';
const CLOSED = '[data-closed] a';

/**
 * On the home page an island next to the games handles clicks on them. A visitor's first click on one hydrates it and is repeated then, so
 * that a page that is only looked at loads no React.
 */
export function followTiles(): void {
  document.addEventListener('click', hold, true);
}

function hold(event: MouseEvent): void {
  if (!event.isTrusted || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const target = event.target as Element;
  const pointerType = 'pointerType' in event ? (event.pointerType as string) : '';
  if (!target.closest(HEART) && !(target.closest(LINK) && (pointerType === 'touch' || target.closest(CLOSED)))) return;
  const island = document.querySelector<IslandElement>('lagoon-island[name="my-games"]');
  if (!island || island.isLive) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const again = new PointerEvent('click', { bubbles: true, cancelable: true, composed: true, pointerType });
  void island.hydrate().then(() => target.dispatchEvent(again));
}
