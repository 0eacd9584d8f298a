export { createGameDirectory } from './directory.ts';
export { recordOpened } from './own-games.ts';
export { coverOf, maskName } from './present.ts';
export type { ShownGame } from './reads.ts';
export { gameRoutes } from './routes.ts';
export { createGames, type Games } from './service.ts';
export { type GameDraft, putGame, putGames, putVendor, type VendorDraft } from './store.ts';
export {
  type PlannedSwitch,
  plannedSwitches,
  readSwitches,
  SWITCHED_ON,
  type Switches,
  type SwitchScope,
  type SwitchState,
  switchGames,
  wordOf,
} from './switches.ts';
