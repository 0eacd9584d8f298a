import type { Migrations } from '../../base/feature.ts';
import * as ledger from './001-ledger.ts';
import * as ledgerPost from './002-ledger-post.ts';
import * as ledgerAccounts from './040-ledger.ts';
import * as transferTimes from './051-transfer-times.ts';
import * as ledgerSpeed from './070-ledger-speed.ts';
import * as pools from './230-pools.ts';
import * as winReversal from './245-win-reversal.ts';

export const MIGRATIONS: Migrations = {
  '001-ledger': ledger,
  '002-ledger-post': ledgerPost,
  '040-ledger': ledgerAccounts,
  '051-transfer-times': transferTimes,
  '070-ledger-speed': ledgerSpeed,
  '230-pools': pools,
  '245-win-reversal': winReversal,
};
