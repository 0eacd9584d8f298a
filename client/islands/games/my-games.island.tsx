import type { IslandContext } from '../../runtime/island.ts';
import type { MyRow as Row } from './my-row.tsx';
import type { MyGamesProps } from './props.ts';
import { TileTools } from './tile-tools.tsx';

// The row is in the server's HTML, so its styles must load before its script.
import './my-row.module.css';

const loadRow = async () => (await import('./my-row.tsx')).MyRow;
/** Only members have a row. */
let MyRow: typeof Row | undefined = import.meta.env.SSR ? await loadRow() : undefined;

/**
 * The member's own games in one row of fixed height to avoid a layout shift. Visitors get no row, but the heart buttons
 * and sheets of the page's tiles are handled here too.
 */
export default function MyGames({ t, member, currency }: MyGamesProps & IslandContext) {
  return (
    <>
      {MyRow && member ? <MyRow t={t} member={member} /> : null}
      <TileTools t={t} currency={currency} />
    </>
  );
}

MyGames.prepare = async ({ member }: MyGamesProps) => {
  if (member) MyRow = await loadRow();
};
