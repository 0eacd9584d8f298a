import { AGENT_TYPES, TRIAL_TYPE } from '../../shared/constants.ts';

/**
 * Pages of the member centre in menu order. `needs` names the merchant's switch that a page requires. Pages with
 * `later` are not implemented: they have an address, but no links.
 */
export const MEMBER_ENTRIES = [
  { page: 'securityCenter', icon: 'shield-check' },
  { page: 'transferFund', icon: 'wallet-cards' },
  { page: 'depositv2', icon: 'wallet' },
  { page: 'withdraw', icon: 'arrow-up-from-line' },
  { page: 'transferUpline', icon: 'send', needs: 'transferUpline' },
  { page: 'personalHistoryCopy', icon: 'receipt' },
  { page: 'rewardCenter', icon: 'gift' },
  { page: 'manualRebate', icon: 'percent', needs: 'manualRebate' },
  { page: 'playerRank', icon: 'crown', needs: 'vipLevels' },
  { page: 'missionLeaderboard', icon: 'target', needs: 'missions' },
  { page: 'pointHistory', icon: 'star', needs: 'points' },
  { page: 'referral', icon: 'user-plus', needs: 'referral' },
  { page: 'transactionHistory', icon: 'file-text' },
  { page: 'personalProfit', icon: 'scale' },
  { page: 'bonusDetails', icon: 'coins', needs: 'bonus' },
  { page: 'messageV2', icon: 'mail' },
] as const satisfies readonly { readonly page: string; readonly icon: string; readonly needs?: string; readonly later?: true }[];

export const REWARD_CENTRE = 'rewardCenter';
export type MemberEntryPage = (typeof MEMBER_ENTRIES)[number]['page'];

/** Pages linked by `securityCenter`. */
export const SECURITY_PAGES = ['profile', 'paymentPassword', 'payoutAccounts', 'secondFactor', 'sessions', 'contact'] as const;
/** Limits, breaks and reality checks: a separate page that is not part of the menu. */
export const PROTECTION_PAGE = 'protection';
export type MemberPageName = MemberEntryPage | (typeof SECURITY_PAGES)[number] | typeof PROTECTION_PAGE;
/** All pages of the member centre: menu pages in order, then the others. */
export const MEMBER_PAGES: readonly MemberPageName[] = [...MEMBER_ENTRIES.map(({ page }) => page), PROTECTION_PAGE, ...SECURITY_PAGES];

/** Locale keys of a page: its name in the menu, and the subtitle. */
interface MemberTexts {
  readonly title: string;
  readonly text: string;
}

const OTHER_TEXTS: Readonly<Partial<Record<MemberPageName, MemberTexts>>> = {
  profile: { title: 'profile.title', text: 'profile.text' },
  paymentPassword: { title: 'profile.paymentPasswordTitle', text: 'profile.paymentPasswordText' },
  payoutAccounts: { title: 'profile.payoutTitle', text: 'profile.payoutText' },
  protection: { title: 'protection.title', text: 'protection.text' },
  secondFactor: { title: 'security.factorTitle', text: 'security.factorText' },
  sessions: { title: 'security.sessionsTitle', text: 'security.sessionsText' },
  contact: { title: 'security.contactPage', text: 'security.contactPageText' },
};

export function memberTexts(page: MemberPageName): MemberTexts {
  return OTHER_TEXTS[page] ?? { title: `lobby.member_${page}`, text: `lobby.member_${page}_text` };
}

/**
 * Pages of the agent centre; those with `needs` only if the merchant uses that scheme. `data` names the flag of the consolidated contract
 * info that a page of a contract is about.
 */
export const AGENT_ENTRIES = [
  { page: 'agentAnnouncement', icon: 'megaphone' },
  { page: 'agentTeamOverview', icon: 'users' },
  { page: 'agentRegister', icon: 'user-plus' },
  { page: 'agentTeamManagement', icon: 'layers' },
  { page: 'agentTeamBetting', icon: 'receipt' },
  { page: 'agentProfit', icon: 'scale' },
  { page: 'agentIncome', icon: 'hand-coins' },
  { page: 'agentTransactions', icon: 'arrow-left-right' },
  { page: 'agentDividend', icon: 'percent', needs: 'dividend', data: 'divtypeinfo' },
  { page: 'agentDailyWages', icon: 'calendar', needs: 'dailySalary', data: 'dailysalinfotype' },
  { page: 'agentHourlyWages', icon: 'clock', needs: 'hourlySalary', data: 'contracthoursalinfo' },
  { page: 'agentRealTimeWages', icon: 'zap', needs: 'realTimeSalary', data: 'realtimesalinfotype' },
] as const satisfies readonly { readonly page: string; readonly icon: string; readonly needs?: string; readonly data?: string }[];
export type AgentPageName = (typeof AGENT_ENTRIES)[number]['page'];

/** The page of each kind of wages. */
export const WAGE_PAGES = {
  dividend: 'agentDividend',
  daily: 'agentDailyWages',
  hourly: 'agentHourlyWages',
  realtime: 'agentRealTimeWages',
} as const satisfies Readonly<Record<string, AgentPageName>>;

/** An item of the agent centre's menu. `type` and `data` say what its page is about. */
export interface AgentMenuItem {
  /** Locale key. */
  readonly name: string;
  readonly page: AgentPageName;
  readonly icon: string;
  readonly type: 'page' | 'contract';
  readonly data: string | null;
}

/** The menu of the agent centre, as far as the merchant uses it. The income is that of contracts: without any the entry is left out. */
export function agentMenu(features: Features): AgentMenuItem[] {
  const hasContracts = AGENT_ENTRIES.some((entry) => 'needs' in entry && features[entry.needs] === true);
  const entries = offered(AGENT_ENTRIES, features).filter(({ page }) => page !== 'agentIncome' || hasContracts);
  return entries.map((entry) => ({
    name: `header.${entry.page}`,
    page: entry.page,
    icon: entry.icon,
    type: 'data' in entry ? 'contract' : 'page',
    data: 'data' in entry ? entry.data : null,
  }));
}

/** The switches of the pages of contracts as the consolidated contract info of an agent has them. */
export function withContracts(features: Features, info: Readonly<Record<string, unknown>>): Features {
  const switches = AGENT_ENTRIES.flatMap((entry) => ('data' in entry ? [[entry.needs, info[entry.data] === true]] : []));
  return { ...features, ...Object.fromEntries(switches) };
}

/** Links of an agent's menus outside the agent centre: all of its pages, those of contracts as the consolidated contract info has them. */
export function agentLinks(features: Features, contracts: Features | undefined): AgentMenuItem[] {
  return agentMenu({ ...withContracts(features, {}), ...contracts });
}

type Features = Readonly<Record<string, boolean>>;

/** Entries that the merchant offers. */
export function offered<Entry extends { readonly page: string }>(entries: readonly Entry[], features: Features): Entry[] {
  return entries.filter((entry) => isOpen(entry.page, features) && (!('needs' in entry) || features[entry.needs as string] === true));
}

/** The same for the address of a link, which is also false for a page that has no content yet. */
export function isOpenHref(href: string, features: Features): boolean {
  const path = href.split('?')[0] ?? '';
  return isOpenPath(path, features) && features[`empty.${path}`] !== true;
}

/** False for the address of a page whose call the platform does not have. */
export function isOpenPath(path: string, features: Features): boolean {
  return isOpen(path.replace(/^\/member\//, ''), features);
}

/** Parts of pages that a platform may not have; `sorts`: orders of lists of games. */
export type PagePart =
  | 'pointDetails'
  | 'hearts'
  | 'rooms'
  | 'session'
  | 'statement'
  | 'movementFile'
  | 'betFile'
  | 'windowBets'
  | 'wagesBelow'
  | 'singleWallet'
  | 'sorts';

/** False for a page, or a part of pages, whose call the platform does not have. */
export function isOpen(page: PagePart | (string & {}), features: Features): boolean {
  return features[`page.${page}`] !== false;
}

/** Entries of a menu: offered, implemented, and with content. */
export function listed<Entry extends { readonly page: string }>(entries: readonly Entry[], features: Features): Entry[] {
  return offered(entries, features).filter((entry) => !('later' in entry) && features[`empty./member/${entry.page}`] !== true);
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
