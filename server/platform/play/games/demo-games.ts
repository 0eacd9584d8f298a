import { gameFacts, STUDIO_GAMES, STUDIO_VENDORS } from '../../../../shared/games/contract.ts';
import type { Executor } from '../../base/db/index.ts';
import { createOffer } from './offer.ts';
import { type GameDraft, saveGames, saveVendor } from './store.ts';

/**
 * Stores the studio's feed; true if anything changed. `patterns` choose the offered games. Without them the known games stay as they are,
 * and a new merchant gets none. `currency`: that of the merchant.
 */
export async function seedGames(
  executor: Executor,
  provider: string,
  patterns: readonly string[] | undefined,
  currency: string,
): Promise<boolean> {
  const known = await knownGames(executor, provider);
  const isOffered = patterns && createOffer(patterns);
  const drafts = allDrafts(currency).flatMap((draft): GameDraft[] => {
    const before = known.get(draft.id);
    const enabled = isOffered ? isOffered(draft) : (before ?? false);
    return enabled || before !== undefined ? [{ ...draft, enabled }] : [];
  });
  const vendors = new Set(drafts.map(({ vendor }) => vendor));
  let changed = false;
  for (const [position, vendor] of STUDIO_VENDORS.entries()) {
    if (!vendors.has(vendor.code)) continue;
    const draft = { ...vendor, popup: vendor.popup === true, provider, position };
    changed = (await saveVendor(executor, draft)) || changed;
  }
  return (drafts.length > 0 && (await saveGames(executor, drafts))) || changed;
}

/** The stored games of the provider, and whether they are listed. */
async function knownGames(executor: Executor, provider: string): Promise<ReadonlyMap<string, boolean>> {
  const rows = await executor
    .selectFrom('game')
    .innerJoin('game_vendor', 'game_vendor.code', 'game.vendor')
    .select(['game.id', 'game.enabled'])
    .where('game_vendor.provider', '=', provider)
    .execute();
  return new Map(rows.map(({ id, enabled }) => [id, enabled]));
}

function allDrafts(currency: string): readonly GameDraft[] {
  const names = new Map(STUDIO_VENDORS.map((vendor) => [vendor.code, vendor.name]));
  return STUDIO_GAMES.map((game, position) => ({
    id: game.gameId,
    vendor: game.vassalage,
    vendorName: names.get(game.vassalage) ?? '',
    name: game.name,
    category: game.category,
    gameType: game.gameType,
    trial: game.trial,
    hot: game.hot,
    fresh: game.fresh,
    ...gameFacts(game, currency),
    position,
  }));
}
