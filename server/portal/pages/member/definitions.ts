import type { MemberPageName } from '../../../../views/components/member-entries.ts';
import { BettingRecordPage } from '../../../../views/pages/member-betting-record.tsx';
import { DepositPage } from '../../../../views/pages/member-deposit.tsx';
import { MessagesPage } from '../../../../views/pages/member-messages.tsx';
import { PaymentPasswordPage, PayoutAccountsPage } from '../../../../views/pages/member-payout.tsx';
import { ProfilePage } from '../../../../views/pages/member-profile.tsx';
import { ProfitPage } from '../../../../views/pages/member-profit.tsx';
import { ProtectionPage } from '../../../../views/pages/member-protection.tsx';
import { ContactPage, SecondFactorPage, SecurityCentrePage, SessionsPage } from '../../../../views/pages/member-security.tsx';
import { AccountRecordPage } from '../../../../views/pages/member-transactions.tsx';
import { TransferFundPage } from '../../../../views/pages/member-transfer-fund.tsx';
import { TransferUplinePage } from '../../../../views/pages/member-transfer-upline.tsx';
import { WithdrawPage } from '../../../../views/pages/member-withdraw.tsx';
import { bettingRecord } from './betting-record.ts';
import { defineMemberPage, type MemberPageDefinition } from './define.ts';
import { deposit } from './deposit.ts';
import { messages } from './messages.ts';
import { paymentPassword, payoutAccounts } from './payout.ts';
import { profile } from './profile.ts';
import { profit } from './profit.ts';
import { protection } from './protection.ts';
import { memberContact, memberSessions, secondFactor, securityCentre } from './security.ts';
import { accountRecord } from './transactions.ts';
import { transferFund, transferUpline } from './transfers.ts';
import { withdraw } from './withdraw.ts';

const PAYOUT = 'views/pages/member-payout.tsx';
const SECURITY = 'views/pages/member-security.tsx';

/** Pages missing here are not built yet. */
export const MEMBER_DEFINITIONS: Readonly<Partial<Record<MemberPageName, MemberPageDefinition>>> = {
  securityCenter: defineMemberPage({ entry: SECURITY, islands: [], load: securityCentre, View: SecurityCentrePage }),
  paymentPassword: defineMemberPage({ entry: PAYOUT, islands: ['security-form'], load: paymentPassword, View: PaymentPasswordPage }),
  payoutAccounts: defineMemberPage({
    entry: PAYOUT,
    islands: ['security-payouts', 'security-form'],
    load: payoutAccounts,
    View: PayoutAccountsPage,
  }),
  profile: defineMemberPage({
    entry: 'views/pages/member-profile.tsx',
    islands: ['security-form', 'security-avatar'],
    load: profile,
    View: ProfilePage,
  }),
  secondFactor: defineMemberPage({
    entry: SECURITY,
    islands: ['security-totp', 'security-passkeys'],
    load: secondFactor,
    View: SecondFactorPage,
  }),
  sessions: defineMemberPage({ entry: SECURITY, islands: ['security-sessions'], load: memberSessions, View: SessionsPage }),
  contact: defineMemberPage({ entry: SECURITY, islands: ['security-contact'], load: memberContact, View: ContactPage }),
  depositv2: defineMemberPage({ entry: 'views/pages/member-deposit.tsx', islands: ['deposit'], load: deposit, View: DepositPage }),
  withdraw: defineMemberPage({ entry: 'views/pages/member-withdraw.tsx', islands: ['withdraw'], load: withdraw, View: WithdrawPage }),
  transferFund: defineMemberPage({
    entry: 'views/pages/member-transfer-fund.tsx',
    islands: ['my-wallet'],
    load: transferFund,
    View: TransferFundPage,
  }),
  transferUpline: defineMemberPage({
    entry: 'views/pages/member-transfer-upline.tsx',
    islands: ['transfer-upline'],
    load: transferUpline,
    View: TransferUplinePage,
  }),
  personalHistoryCopy: defineMemberPage({
    entry: 'views/pages/member-betting-record.tsx',
    islands: ['betting-record'],
    load: bettingRecord,
    View: BettingRecordPage,
  }),
  transactionHistory: defineMemberPage({
    entry: 'views/pages/member-transactions.tsx',
    islands: ['account-record'],
    load: accountRecord,
    View: AccountRecordPage,
  }),
  personalProfit: defineMemberPage({ entry: 'views/pages/member-profit.tsx', islands: [], load: profit, View: ProfitPage }),
  messageV2: defineMemberPage({ entry: 'views/pages/member-messages.tsx', islands: ['feedback-form'], load: messages, View: MessagesPage }),
  protection: defineMemberPage({ entry: 'views/pages/member-protection.tsx', islands: [], load: protection, View: ProtectionPage }),
};
