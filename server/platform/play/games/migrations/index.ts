import type { Migrations } from '../../../base/feature.ts';
import * as games from './011-games.ts';
import * as lobby from './030-lobby.ts';

export const MIGRATIONS: Migrations = {
  '011-games': games,
  '030-lobby': lobby,
};
