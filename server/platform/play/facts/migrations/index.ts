import type { Migrations } from '../../../base/feature.ts';
import * as playFacts from './154-play-facts.ts';

export const MIGRATIONS: Migrations = {
  '154-play-facts': playFacts,
};
