import { gameFacts, STUDIO_GAMES, STUDIO_VENDORS } from '../../../../shared/games/contract.ts';
import type { Executor } from '../../base/db/index.ts';
import { saveGames, saveVendor } from '../../play/games/index.ts';

/** Stores the studio's feed; true if anything changed. */
export async function seedGames(executor: Executor, provider: string): Promise<boolean> {
  let changed = false;
  for (const [position, vendor] of STUDIO_VENDORS.entries()) {
    const draft = { ...vendor, popup: vendor.popup === true, provider, position };
    changed = (await saveVendor(executor, draft)) || changed;
  }
  const names = new Map(STUDIO_VENDORS.map((vendor) => [vendor.code, vendor.name]));
  const drafts = STUDIO_GAMES.map((game, position) => ({
    id: game.gameId,
    vendor: game.vassalage,
    vendorName: names.get(game.vassalage) ?? '',
    name: game.name,
    category: game.category,
    gameType: game.gameType,
    trial: game.trial,
    hot: game.hot,
    fresh: game.fresh,
    ...gameFacts(game),
    position,
  }));
  return (await saveGames(executor, drafts)) || changed;
}
