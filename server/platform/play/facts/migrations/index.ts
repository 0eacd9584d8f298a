import type { Migrations } from '../../../base/feature.ts';
import * as playFacts from './154-play-facts.ts';
import * as timeOfChange from './310-time-of-a-change.ts';
import * as factsOfMembers from './375-facts-of-members.ts';

export const MIGRATIONS: Migrations = {
  '154-play-facts': playFacts,
  '310-time-of-a-change': timeOfChange,
  '375-facts-of-members': factsOfMembers,
};
