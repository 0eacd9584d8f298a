import type { Migrations } from '../../../base/feature.ts';
import * as games from './011-games.ts';
import * as lobby from './030-lobby.ts';
import * as vendorGames from './123-vendor-games.ts';
import * as gamePlacement from './132-game-placement.ts';

export const MIGRATIONS: Migrations = {
  '011-games': games,
  '030-lobby': lobby,
  '123-vendor-games': vendorGames,
  '132-game-placement': gamePlacement,
};
