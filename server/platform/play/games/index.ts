export { seedGames } from './demo-games.ts';
export { createGameDirectory } from './directory.ts';
export { gamesFeature } from './feature.ts';
export { createOffer } from './offer.ts';
export { recordOpened } from './own-games.ts';
export { gamesOfProvider, listedGames, type PlacedGame, type Placement, placeGame } from './placement.ts';
export { maskName, pictureOf } from './present.ts';
export type { ListedGame } from './reads.ts';
export { gameRoutes } from './routes.ts';
export { createGames, type Games } from './service.ts';
export { type GameDraft, gameIdsOf, saveGame, saveGames, saveVendor, type VendorDraft } from './store.ts';
export {
  type PlannedSwitch,
  plannedSwitches,
  readSwitches,
  SWITCHED_ON,
  type Switches,
  type SwitchScope,
  type SwitchState,
  switchGames,
  switchStatus,
} from './switches.ts';
export { type TakenGames, takeBrands, takeGames, withdraw } from './vendor-games.ts';
