import { lazy, Suspense, useEffect, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { TileView } from './tile-events.ts';

const TileSheet = lazy(() => import('./tile-sheet.tsx').then((module) => ({ default: module.TileSheet })));
const loadEvents = () => import('./tile-events.ts');

/**
 * Hearts and taps of all tiles on the page, those of the server and those of islands. Draws nothing but the sheet of the
 * game that was tapped. Clicks are heard from the first moment; what they do is loaded beside.
 */
export function TileTools({ t, symbol }: { readonly t: Translate; readonly symbol: string }) {
  const [tile, setTile] = useState<TileView | null>(null);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const act = actOf(event, t, setTile);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      void act();
    };
    // Before the page's own listener, which would open the game.
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, [t]);
  useEffect(() => {
    let gone = false;
    let letGo: (() => void) | undefined;
    void loadEvents().then(({ followMarks }) => {
      if (!gone) letGo = followMarks(t);
    });
    return () => {
      gone = true;
      letGo?.();
    };
  }, [t]);
  if (!tile) return null;
  return (
    <Suspense fallback={null}>
      <TileSheet key={tile.gameId} t={t} symbol={symbol} tile={tile} onClosed={() => setTile(null)} />
    </Suspense>
  );
}

/**
 * What a click on a tile does besides following its link: a heart marks, a finger, which has no hover to show the buttons
 * with, and a game in maintenance, which can't be opened, get the sheet.
 */
function actOf(event: MouseEvent, t: Translate, openSheet: (tile: TileView) => void): (() => Promise<void>) | undefined {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return undefined;
  const target = event.target as Element;
  const heart = target.closest<HTMLButtonElement>('button[form="favourites"]');
  if (heart) return async () => (await loadEvents()).turnHeart(t, heart.value);
  const tile = target.closest<HTMLElement>('[data-tile]');
  const link = target.closest('a');
  if (!tile || !link || link.dataset.trial !== undefined) return undefined;
  const touch = 'pointerType' in event && event.pointerType === 'touch';
  if (!touch && tile.dataset.closed === undefined) return undefined;
  return async () => openSheet((await loadEvents()).viewOf(tile));
}
