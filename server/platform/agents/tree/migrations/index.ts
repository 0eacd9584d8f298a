import type { Migrations } from '../../../base/feature.ts';
import * as tree from './150-agent-tree.ts';

export const MIGRATIONS: Migrations = {
  '150-agent-tree': tree,
};
