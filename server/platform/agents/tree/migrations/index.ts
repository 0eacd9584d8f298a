import type { Migrations } from '../../../base/feature.ts';
import * as tree from './150-agent-tree.ts';
import * as terms from './152-agent-terms.ts';
import * as demotions from './192-agent-demotions.ts';

export const MIGRATIONS: Migrations = {
  '150-agent-tree': tree,
  '152-agent-terms': terms,
  '192-agent-demotions': demotions,
};
