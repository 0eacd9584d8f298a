export { createGameDirectory } from './directory.ts';
export { maskName } from './present.ts';
export { gameRoutes } from './routes.ts';
export { createGames, type Games } from './service.ts';
export { type GameDraft, putGame, putVendor, setGameMaintenance, type VendorDraft } from './store.ts';
