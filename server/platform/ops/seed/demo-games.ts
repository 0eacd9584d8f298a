import type { Engine, SlotVariant, Variant } from '../../../../shared/studio/catalogue.ts';
import { STUDIO_GAMES, STUDIO_VENDORS } from '../../../../shared/studio/games.ts';
import { displayedReturn, publishedReturn, stakeLimits } from '../../../../shared/studio/rules.ts';
import { slotFacts } from '../../../../shared/studio/slot/figures.ts';
import { SLOT_MODELS } from '../../../../shared/studio/slot/models.ts';
import { waysOf } from '../../../../shared/studio/slot/table.ts';
import type { Executor } from '../../base/db/index.ts';
import { saveGames, saveVendor } from '../../play/games/index.ts';

/** Computed and cached while a database opens, because it takes 0.1 s. */
export function computeReturns(): void {
  for (const { engine, variant } of STUDIO_GAMES) publishedReturn(engine, variant);
}

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
    rtp: displayedReturn(game.engine, game.variant),
    ...wildnessOf(game.engine, game.variant),
    minBet: stakeLimits(game.variant).min,
    maxBet: stakeLimits(game.variant).max,
    lineNum: linesOf(game.engine, game.variant),
    position,
  }));
  return (await saveGames(executor, drafts)) || changed;
}

/** Slots publish their volatility; in other games it depends on the bet. */
function wildnessOf(engine: Engine, variant: Variant) {
  if (engine !== 'slot') return { volatility: null, mostWin: null };
  const { volatility, most } = slotFacts(variant as SlotVariant);
  return { volatility, mostWin: most };
}

function linesOf(engine: Engine, variant: Variant): number {
  return engine === 'slot' ? waysOf(SLOT_MODELS[variant as SlotVariant]) : 1;
}
