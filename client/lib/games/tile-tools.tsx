import { lazy, Suspense, useEffect, useState } from 'react';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { TileView } from './tile-events.ts';

/** Locale keys that hearts and sheets need; an island with tile tools declares them with its own. */
export const TILE_TOOLS_TEXTS = [
  'games.favouriteAdded',
  'games.tryFree',
  'games.tryGame',
  'games.playGame',
  'games.sheetMinBet',
  'games.sheetReturn',
  'games.sheetNoReturn',
  'games.sheetReturnText',
  'games.sheetClosed',
  'games.sheetSimilar',
  'games.sheetNoSimilar',
  'lobby.play',
  'common.close',
  'common.moveWindow',
  'common.loading',
  'errors.too_many_requests',
  'errors.upstream_unavailable',
] as const;

const TileSheet = lazy(() => import('./tile-sheet.tsx').then((module) => ({ default: module.TileSheet })));

/** Hearts and taps of all tiles on the page. Draws nothing but the sheet of the game that was tapped. */
export function TileTools({ t, symbol }: { readonly t: Translate; readonly symbol: string }) {
  const [tile, setTile] = useState<TileView | null>(null);
  useEffect(() => {
    let gone = false;
    let letGo: (() => void) | undefined;
    void import('./tile-events.ts').then(({ followTiles }) => {
      if (!gone) letGo = followTiles(t, setTile);
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
