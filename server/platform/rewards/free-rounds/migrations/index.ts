import type { Migrations } from '../../../base/feature.ts';
import * as freeRounds from './281-free-rounds.ts';

export const MIGRATIONS: Migrations = {
  '281-free-rounds': freeRounds,
};
