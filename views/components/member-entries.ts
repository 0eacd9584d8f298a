import { AGENT_TYPES, TRIAL_TYPE } from '../../shared/constants.ts';

/**
 * The menu of the member centre in the order of the specification. `needs` names the merchant's switch without which the
 * entry is not offered.
 */
export const MEMBER_ENTRIES = [
  { page: 'securityCenter', icon: 'shield-check' },
  { page: 'transferFund', icon: 'wallet-cards' },
  { page: 'depositv2', icon: 'wallet' },
  { page: 'withdraw', icon: 'arrow-up-from-line' },
  { page: 'transferUpline', icon: 'send', needs: 'transferUpline' },
  { page: 'personalHistoryCopy', icon: 'receipt' },
  { page: 'manualRebate', icon: 'percent', needs: 'manualRebate' },
  { page: 'transactionHistory', icon: 'file-text' },
  { page: 'personalProfit', icon: 'scale' },
  { page: 'bonusDetails', icon: 'coins' },
  { page: 'rewardCenter', icon: 'gift' },
  { page: 'referral', icon: 'user-plus', needs: 'referral' },
  { page: 'missionLeaderboard', icon: 'target' },
  { page: 'messageV2', icon: 'mail' },
] as const satisfies readonly { readonly page: string; readonly icon: string; readonly needs?: string }[];

/** A named page that is not in the menu. */
export const PLAYER_RANK = 'playerRank';
export type MemberEntryPage = (typeof MEMBER_ENTRIES)[number]['page'] | typeof PLAYER_RANK;

/** Pages of the agent centre; those with `needs` only where the merchant pays that way. */
export const AGENT_ENTRIES = [
  { page: 'agentAnnouncement', icon: 'megaphone' },
  { page: 'agentTeamOverview', icon: 'users' },
  { page: 'agentRegister', icon: 'user-plus' },
  { page: 'agentTeamManagement', icon: 'layers' },
  { page: 'agentTeamBetting', icon: 'receipt' },
  { page: 'agentProfit', icon: 'scale' },
  { page: 'agentIncome', icon: 'hand-coins' },
  { page: 'agentTransactions', icon: 'arrow-left-right' },
  { page: 'agentDividend', icon: 'percent', needs: 'dividend' },
  { page: 'agentDailyWages', icon: 'calendar', needs: 'dailySalary' },
  { page: 'agentHourlyWages', icon: 'clock', needs: 'hourlySalary' },
  { page: 'agentRealTimeWages', icon: 'zap', needs: 'realTimeSalary' },
] as const satisfies readonly { readonly page: string; readonly icon: string; readonly needs?: string }[];
export type AgentPageName = (typeof AGENT_ENTRIES)[number]['page'];

type Features = Readonly<Record<string, boolean>>;

/** The entries that the merchant offers. */
export function offered<Entry extends { readonly page: string }>(entries: readonly Entry[], features: Features): Entry[] {
  return entries.filter((entry) => !('needs' in entry) || features[entry.needs as string] === true);
}

export function isOffered(entries: readonly { readonly page: string }[], page: string, features: Features): boolean {
  return offered(entries, features).some((entry) => entry.page === page);
}

export function isAgent(type: number): boolean {
  return AGENT_TYPES.includes(type);
}

export function isTrial(type: number): boolean {
  return type === TRIAL_TYPE;
}

export function memberHref(page: MemberEntryPage): string {
  return `/member/${page}`;
}

export function agentHref(page: AgentPageName): string {
  return `/agent/${page}`;
}
