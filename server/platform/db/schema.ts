import type { AccessTables } from './schema/access.ts';
import type { AccountTables } from './schema/accounts.ts';
import type { CashierTables } from './schema/cashier.ts';
import type { ChatTables } from './schema/chat.ts';
import type { ContentTables } from './schema/content.ts';
import type { GameTables } from './schema/games.ts';
import type { VendorTables } from './schema/vendors.ts';
import type { WalletTables } from './schema/wallet.ts';

/** Every table of the platform, one file of row types per feature. */
export interface Tables
  extends AccountTables,
    AccessTables,
    WalletTables,
    CashierTables,
    VendorTables,
    GameTables,
    ContentTables,
    ChatTables {}
