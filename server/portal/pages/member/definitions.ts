import type { MemberPageName } from '../../../../views/components/member-entries.ts';
import { DepositPage } from '../../../../views/pages/deposit/deposit.tsx';
import { MessagesPage } from '../../../../views/pages/inbox/messages.tsx';
import { PaymentPasswordPage, PayoutAccountsPage } from '../../../../views/pages/payout-accounts/payout.tsx';
import { ProfilePage } from '../../../../views/pages/profile/profile.tsx';
import { ProtectionPage } from '../../../../views/pages/protection/protection.tsx';
import { BettingRecordPage } from '../../../../views/pages/records/betting-record.tsx';
import { ProfitPage } from '../../../../views/pages/records/profit.tsx';
import { AccountRecordPage } from '../../../../views/pages/records/transactions.tsx';
import { BonusPage } from '../../../../views/pages/rewards/bonus.tsx';
import { CashbackPage } from '../../../../views/pages/rewards/cashback.tsx';
import { MissionsPage } from '../../../../views/pages/rewards/missions.tsx';
import { PlayerRankPage } from '../../../../views/pages/rewards/player-rank.tsx';
import { PointHistoryPage } from '../../../../views/pages/rewards/point-history.tsx';
import { ReferralPage } from '../../../../views/pages/rewards/referral.tsx';
import { RewardCentrePage } from '../../../../views/pages/rewards/reward-centre.tsx';
import { ContactPage, SecondFactorPage, SecurityCentrePage, SessionsPage } from '../../../../views/pages/security/security.tsx';
import { TransferFundPage } from '../../../../views/pages/transfer/transfer-fund.tsx';
import { TransferUplinePage } from '../../../../views/pages/transfer/transfer-upline.tsx';
import { WithdrawPage } from '../../../../views/pages/withdrawal/withdraw.tsx';
import { deposit } from '../deposit/deposit.ts';
import { messages } from '../inbox/messages.ts';
import { paymentPassword, payoutAccounts } from '../payout-accounts/payout.ts';
import { profile } from '../profile/profile.ts';
import { protection } from '../protection/protection.ts';
import { bettingRecord } from '../records/betting-record.ts';
import { profit } from '../records/profit.ts';
import { accountRecord } from '../records/transactions.ts';
import { bonus } from '../rewards/bonus.ts';
import { cashback } from '../rewards/cashback.ts';
import { missionsView } from '../rewards/missions.ts';
import { playerRankView } from '../rewards/player-rank.ts';
import { pointHistory } from '../rewards/point-history.ts';
import { referral } from '../rewards/referral.ts';
import { rewardCentre } from '../rewards/reward-centre.ts';
import { memberContact, memberSessions, secondFactor, securityCentre } from '../security/security.ts';
import { transferFund, transferUpline } from '../transfer/transfers.ts';
import { withdraw } from '../withdrawal/withdraw.ts';
import { defineMemberPage, type MemberPageDefinition } from './define.ts';

const PAYOUT = 'views/pages/payout-accounts/payout.tsx';
const SECURITY = 'views/pages/security/security.tsx';

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
    entry: 'views/pages/profile/profile.tsx',
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
  depositv2: defineMemberPage({ entry: 'views/pages/deposit/deposit.tsx', islands: ['deposit'], load: deposit, View: DepositPage }),
  withdraw: defineMemberPage({ entry: 'views/pages/withdrawal/withdraw.tsx', islands: ['withdraw'], load: withdraw, View: WithdrawPage }),
  transferFund: defineMemberPage({
    entry: 'views/pages/transfer/transfer-fund.tsx',
    islands: ['my-wallet'],
    load: transferFund,
    View: TransferFundPage,
  }),
  transferUpline: defineMemberPage({
    entry: 'views/pages/transfer/transfer-upline.tsx',
    islands: ['transfer-person'],
    load: transferUpline,
    View: TransferUplinePage,
  }),
  personalHistoryCopy: defineMemberPage({
    entry: 'views/pages/records/betting-record.tsx',
    islands: ['betting-record'],
    load: bettingRecord,
    View: BettingRecordPage,
  }),
  transactionHistory: defineMemberPage({
    entry: 'views/pages/records/transactions.tsx',
    islands: ['account-record'],
    load: accountRecord,
    View: AccountRecordPage,
  }),
  rewardCenter: defineMemberPage({
    entry: 'views/pages/rewards/reward-centre.tsx',
    islands: ['reward-list'],
    load: rewardCentre,
    View: RewardCentrePage,
  }),
  bonusDetails: defineMemberPage({ entry: 'views/pages/rewards/bonus.tsx', islands: [], load: bonus, View: BonusPage }),
  manualRebate: defineMemberPage({ entry: 'views/pages/rewards/cashback.tsx', islands: [], load: cashback, View: CashbackPage }),
  playerRank: defineMemberPage({ entry: 'views/pages/rewards/player-rank.tsx', islands: [], load: playerRankView, View: PlayerRankPage }),
  missionLeaderboard: defineMemberPage({
    entry: 'views/pages/rewards/missions.tsx',
    islands: ['mission-list'],
    load: missionsView,
    View: MissionsPage,
  }),
  pointHistory: defineMemberPage({
    entry: 'views/pages/rewards/point-history.tsx',
    islands: [],
    load: pointHistory,
    View: PointHistoryPage,
  }),
  referral: defineMemberPage({
    entry: 'views/pages/rewards/referral.tsx',
    islands: ['link-actions'],
    load: referral,
    View: ReferralPage,
  }),
  personalProfit: defineMemberPage({ entry: 'views/pages/records/profit.tsx', islands: [], load: profit, View: ProfitPage }),
  messageV2: defineMemberPage({ entry: 'views/pages/inbox/messages.tsx', islands: ['feedback-form'], load: messages, View: MessagesPage }),
  protection: defineMemberPage({ entry: 'views/pages/protection/protection.tsx', islands: [], load: protection, View: ProtectionPage }),
};
