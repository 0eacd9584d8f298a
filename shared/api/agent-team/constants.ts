/** Most days of a report of a team, both ends included. */
export const TEAM_DAYS = 92;
/** People and lines per page. */
export const TEAM_PAGE_SIZE = 20;
/** Lines of a batch of a file. */
export const TEAM_BATCH_SIZE = 500;
/** Members with the highest valid bet in the overview. */
export const TEAM_TOP_SIZE = 10;

/** Orders of the people of a team. */
export const TEAM_SORTS = ['account', 'registered', 'lastLogin', 'balance', 'validBet', 'net'] as const;
export type TeamSort = (typeof TEAM_SORTS)[number];

/** Groupings of the play of a team. */
export const TEAM_BET_GROUPS = ['person', 'vendor', 'game'] as const;
export type TeamBetGroup = (typeof TEAM_BET_GROUPS)[number];
/** Of the play of a window of wages also each change by itself: a bet that was settled, or voided later. */
export const WINDOW_BET_GROUPS = [...TEAM_BET_GROUPS, 'bet'] as const;
export type WindowBetGroup = (typeof WINDOW_BET_GROUPS)[number];

/** Groups of the transactions of a team, with the kinds of ledger transfers in each. */
export const TEAM_TRANSACTION_GROUPS = {
  deposits: ['deposit', 'deposit-reversal'],
  withdrawals: ['withdrawal-paid'],
  transfers: ['upline', 'downline'],
  bonuses: ['adjustment'],
  wages: ['wage'],
} as const;
export type TeamTransactionGroup = keyof typeof TEAM_TRANSACTION_GROUPS;
export const TEAM_TRANSACTION_NAMES = Object.keys(TEAM_TRANSACTION_GROUPS) as readonly TeamTransactionGroup[];

/** Play of one person alone, or with the team below. */
export const TEAM_BET_SCOPES = ['person', 'team'] as const;
