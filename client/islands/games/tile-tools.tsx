import { lazy, Suspense, useEffect, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import { pageAccount } from '../../runtime/page-session.ts';
import type { TileView } from './tile-events.ts';

const TileSheet = lazy(() => import('./tile-sheet.tsx').then((module) => ({ default: module.TileSheet })));
const loadEvents = () => import('./tile-events.ts');

/**
 * Handles hearts and taps of all tiles on the page, from the server and from islands. Renders only the sheet of the
 * tapped game. Clicks are handled from the first moment; their code is loaded in parallel.
 */
export function TileTools({ t, currency }: { readonly t: Translate; readonly currency: CurrencyView }) {
  const [tile, setTile] = useState<TileView | null>(null);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const act = actionFor(event, t, setTile);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      void act();
    };
    // Must run before the page's own listener, which would open the game.
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, [t]);
  useEffect(() => {
    // Visitors have no favourites.
    if (pageAccount() === null) return undefined;
    let cancelled = false;
    let stop: (() => void) | undefined;
    void loadEvents().then(({ syncFavourites }) => {
      if (!cancelled) stop = syncFavourites(t);
    });
    return () => {
      cancelled = true;
      stop?.();
    };
  }, [t]);
  if (!tile) return null;
  return (
    <Suspense fallback={null}>
      <TileSheet key={tile.gameId} t={t} currency={currency} tile={tile} onClosed={() => setTile(null)} />
    </Suspense>
  );
}

/**
 * Action of a click on a tile other than following its link: a heart toggles the favourite. A tap opens the sheet
 * because touch has no hover, and so does a click on a game in maintenance, which cannot be opened.
 */
function actionFor(event: MouseEvent, t: Translate, openSheet: (tile: TileView) => void): (() => Promise<void>) | undefined {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return undefined;
  const target = event.target as Element;
  const heart = target.closest<HTMLButtonElement>('button[form="favourites"]');
  if (heart) return async () => (await loadEvents()).toggleHeart(t, heart.value);
  const tile = target.closest<HTMLElement>('[data-tile]');
  const link = target.closest('a');
  if (!tile || !link || link.dataset.trial !== undefined) return undefined;
  const touch = 'pointerType' in event && event.pointerType === 'touch';
  if (!touch && tile.dataset.closed === undefined) return undefined;
  return async () => openSheet((await loadEvents()).readTile(tile));
}
