import { useEffect, useState } from 'react';
import { LAST_ROUND_TEXTS } from '../lib/game/last-round-texts.ts';
import type { MyRow as Row } from '../lib/games/my-row.tsx';
import type { MyGamesProps } from '../lib/games/props.ts';
import { GAME_TILE_TEXTS, TILE_TOOLS_TEXTS } from '../lib/games/tile-texts.ts';
import type { IslandContext } from '../runtime/island.ts';

// The row is in the server's HTML, so its styles must load before its script.
import '../lib/games/my-row.module.css';

export const texts = [
  ...GAME_TILE_TEXTS,
  ...TILE_TOOLS_TEXTS,
  ...LAST_ROUND_TEXTS,
  ...['mine', 'recent', 'favourites', 'recentNone', 'favouritesNone', 'mineFailed'].map((key) => `games.${key}`),
  ...['startHere', 'welcomeTitle', 'welcomeText', 'welcomeDeposit', 'welcomeTry', 'welcomeLimit', 'welcomeRegister', 'welcomeDismiss'].map(
    (key) => `games.${key}`,
  ),
  ...['secureTitle', 'secureText', 'secureAction', 'secureDismiss'].map((key) => `games.${key}`),
  ...['lobby.seeAll', 'common.retry'],
];

const loadRow = async () => (await import('../lib/games/my-row.tsx')).MyRow;
/** Only members have a row. */
let MyRow: typeof Row | undefined = import.meta.env.SSR ? await loadRow() : undefined;

/**
 * The member's own games in one row of fixed height to avoid a layout shift. Visitors get no row, but the heart buttons
 * and sheets of the page's tiles are handled here too.
 */
export default function MyGames({ t, member, currencySymbol }: MyGamesProps & IslandContext) {
  const [tools, setTools] = useState<typeof import('../lib/games/tile-tools.tsx')>();
  useEffect(() => void import('../lib/games/tile-tools.tsx').then(setTools), []);
  return (
    <>
      {MyRow && member ? <MyRow t={t} member={member} /> : null}
      {tools ? <tools.TileTools t={t} symbol={currencySymbol} /> : null}
    </>
  );
}

MyGames.prepare = async ({ member }: MyGamesProps) => {
  if (member) MyRow = await loadRow();
};
