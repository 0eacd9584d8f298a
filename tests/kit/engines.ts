import type { FrameLocator, Page } from 'playwright-core';

/** One game of each engine that the portal shows in its frame. */
export const ENGINES = {
  slots: 'NOVA_COIN_HARBOUR',
  cascades: 'FABLE_THIMBLE_AND_THORN',
  roulette: 'NOVA_NOVA_ROULETTE',
  dice: 'NOVA_COMET_DICE',
  keno: 'STARFALL_STARFALL_KENO',
  digits: 'HALO_HALO_FOUR',
  fish: 'TIDAL_HARPOON_BAY',
  duel: 'JADE_JADE_WAR',
  baccarat: 'KESTREL_KESTREL_BACCARAT',
  'table roulette': 'KESTREL_KESTREL_ROULETTE',
  'sic bo': 'KESTREL_THREE_DICE_HOUSE',
  'dragon tiger': 'KESTREL_DRAGON_TIGER_GATE',
  crash: 'METEOR_COMET_CLIMB',
  matches: 'DS88_DEEPWATER_FOOTBALL',
};

/** The play button, once it is enabled. */
export const READY = 'button.action:not([aria-disabled="true"])';
/** The play button where each bet has its own. */
export const PLAYABLE = `${READY}, .go:not([aria-disabled="true"])`;

/** Opens a game and waits until it is ready to play. */
export async function openGame(page: Page, gameId: string, ready = READY): Promise<FrameLocator> {
  await page.goto(`/game?gameId=${gameId}&play=1`);
  const frame = page.frameLocator('iframe');
  await frame.locator(ready).first().waitFor({ state: 'attached' });
  return frame;
}
