import type { Migrations } from '../../../base/feature.ts';
import * as agentContracts from './156-agent-contracts.ts';

export const MIGRATIONS: Migrations = {
  '156-agent-contracts': agentContracts,
};
