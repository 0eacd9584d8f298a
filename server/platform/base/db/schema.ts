import type { AccessTables } from './schema/access.ts';
import type { AccountTables } from './schema/accounts.ts';
import type { CashierTables } from './schema/cashier.ts';
import type { ChatTables } from './schema/chat.ts';
import type { ConsoleTables } from './schema/console.ts';
import type { ContentTables } from './schema/content.ts';
import type { ContestTables } from './schema/contests.ts';
import type { DataKeyTables } from './schema/data-key.ts';
import type { GameTables } from './schema/games.ts';
import type { InboxTables } from './schema/inbox.ts';
import type { JobTables } from './schema/jobs.ts';
import type { LinkTables } from './schema/links.ts';
import type { PayoutTables } from './schema/payouts.ts';
import type { ProfileTables } from './schema/profile.ts';
import type { ProtectionTables } from './schema/protection.ts';
import type { RecordTables } from './schema/records.ts';
import type { TransferTables } from './schema/transfers.ts';
import type { VendorTables } from './schema/vendors.ts';
import type { WalletTables } from './schema/wallet.ts';
import type { WithdrawalTables } from './schema/withdrawals.ts';

/** All tables of the platform, with one file of row types per feature. */
export interface Tables
  extends AccountTables,
    AccessTables,
    WalletTables,
    CashierTables,
    VendorTables,
    ContestTables,
    GameTables,
    ContentTables,
    ChatTables,
    ProtectionTables,
    WithdrawalTables,
    TransferTables,
    PayoutTables,
    ProfileTables,
    RecordTables,
    InboxTables,
    ConsoleTables,
    JobTables,
    LinkTables,
    DataKeyTables {}
