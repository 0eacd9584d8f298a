import { REWARD_SOURCES } from '../../../shared/reward-sources.ts';
import type { AgentPageName, MemberPageName, PagePart } from '../../../views/components/member-entries.ts';

/** The call without which a page of the member centre has no content. */
const MEMBER_PAGE_CALLS: Readonly<Partial<Record<MemberPageName, string>>> = {
  securityCenter: 'member.info',
  transferFund: 'wallet.balance',
  depositv2: 'deposit.channels',
  withdraw: 'withdrawal.options',
  transferUpline: 'transfer.state',
  personalHistoryCopy: 'bets.list',
  transactionHistory: 'records.movements',
  personalProfit: 'records.profit',
  rewardCenter: 'rewards.list',
  manualRebate: 'cashback.overview',
  playerRank: 'vip.rank',
  missionLeaderboard: 'missions.list',
  referral: 'referral.overview',
  pointHistory: 'points.redemptions',
  bonusDetails: 'bonus.overview',
  messageV2: 'inbox.list',
  protection: 'protection.state',
  profile: 'profile.get',
  paymentPassword: 'member.security',
  payoutAccounts: 'payout.list',
  secondFactor: 'member.security',
  sessions: 'session.list',
  contact: 'member.security',
};

/** Pages of contracts need the agent's consolidated contract info, which names those that the agent has. */
const WAGE_CALLS = ['wages.statements', 'contracts.info'] as const;

/** The same for the agent centre. */
const AGENT_PAGE_CALLS: Readonly<Record<AgentPageName, string | readonly string[]>> = {
  agentAnnouncement: 'agent.announcements',
  agentTeamOverview: 'team.overview',
  agentRegister: 'agent.desk',
  agentTeamManagement: 'team.members',
  agentTeamBetting: 'team.bets',
  agentProfit: 'team.members',
  agentIncome: 'team.income',
  agentTransactions: 'team.transactions',
  agentDividend: WAGE_CALLS,
  agentDailyWages: WAGE_CALLS,
  agentHourlyWages: WAGE_CALLS,
  agentRealTimeWages: WAGE_CALLS,
};

/** The same for other pages, by path. */
const PAGE_CALLS: Readonly<Record<string, string>> = {
  '/index': 'games.vendors',
  '/rng': 'games.list',
  '/live': 'games.list',
  '/fish': 'games.list',
  '/pvp': 'games.list',
  '/elott': 'games.list',
  '/sports': 'games.list',
  '/esports': 'games.list',
  '/lottery': 'lottery.menu',
  '/vnlottery': 'lottery.menu',
  '/seaLottery': 'lottery.menu',
  '/promotions': 'content.announcements',
  '/noticePage': 'content.announcements',
  '/vip': 'content.vipLevels',
  '/pointMall': 'points.rewards',
  '/raffle': 'raffles.list',
  '/help': 'content.help',
  '/recent': 'games.recent',
  '/favourites': 'games.favourites',
  '/routes': 'system.domainRoute',
  '/game': 'games.launch',
  '/login': 'session.login',
  '/register': 'member.register',
  '/customerService': 'ticket.open',
  '/join/apply': 'agent.apply',
};

/** Parts of pages that are left out without their call. */
const PART_CALLS: Readonly<Record<Exclude<PagePart, 'sorts'>, string>> = {
  hearts: 'games.favouriteIds',
  rooms: 'games.rooms',
  pointDetails: 'points.details',
  session: 'protection.play',
  statement: 'records.statement',
  movementFile: 'records.movementExport',
  betFile: 'bets.export',
  windowBets: 'team.windowBets',
  wagesBelow: 'team.wages',
  singleWallet: 'wallet.merchant',
};

/** Pages and parts without their call, as switches of views: names of the member centre, paths of other pages, names of parts. */
export function closedPages(missing: readonly string[]): Readonly<Record<string, false>> {
  const calls = Object.entries({ ...MEMBER_PAGE_CALLS, ...AGENT_PAGE_CALLS, ...PAGE_CALLS, ...PART_CALLS });
  return Object.fromEntries(
    calls.filter(([, needed]) => [needed].flat().some((call) => missing.includes(call))).map(([page]) => [`page.${page}`, false as const]),
  );
}

/** Pages without content on this site: VIP levels and points that the merchant does not have. */
export function emptyPages(features: Readonly<Record<string, boolean>>): Readonly<Record<string, false>> {
  return {
    ...(features.vipLevels === false && { 'page./vip': false }),
    ...(features.points !== true && { 'page./pointMall': false }),
    ...(features.raffle !== true && { 'page./raffle': false }),
  };
}

/** Lists of the site that have no entry yet, as switches of links: the pages name that. Undefined: the platform did not reply. */
export function emptyLists(
  content: { readonly player: readonly unknown[]; readonly promotion: readonly unknown[] } | undefined,
): Readonly<Record<string, true>> {
  return {
    ...(content?.player.length === 0 && { 'empty./noticePage': true as const }),
    ...(content?.promotion.length === 0 && { 'empty./promotions': true as const }),
  };
}

/** The same for the reward centre of a merchant that has switched off every source of rewards. */
export function emptyCentre(features: Readonly<Record<string, boolean>>): Readonly<Record<string, true>> {
  const isOff = Object.values(REWARD_SOURCES).every(({ feature }) => features[feature] === false);
  return isOff ? { 'empty./member/rewardCenter': true } : {};
}

/** Addresses of the pages that need a call. */
function pagesOf(callId: string): readonly string[] {
  const member = Object.entries(MEMBER_PAGE_CALLS).map(([page, call]) => [`/member/${page}`, call] as const);
  const agent = Object.entries(AGENT_PAGE_CALLS).map(([page, calls]) => [`/agent/${page}`, calls] as const);
  return [...Object.entries(PAGE_CALLS), ...member, ...agent]
    .filter(([, needed]) => [needed].flat().includes(callId))
    .map(([page]) => page);
}

/** Where else a call is used: parts of pages, and what every page has. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'system.status': ['every page (links, hosts, maintenance)'],
  'system.whitelabel': ['every page (brand, languages, switches)'],
  'games.menus': ['every page (header)'],
  'games.vendors': ['every page (header)'],
  'games.types': ['/rng (filter)'],
  'games.hot': ['/index (hot games)', 'header (menus of vendors)'],
  'games.popular': ['/index (popular games)'],
  'games.winners': ['/index (winner board)'],
  'games.rank': ['/index (leaderboard)'],
  'games.matches': ['/index (matches)', '/sports', '/esports'],
  'games.rooms': ['/pvp (rooms)'],
  'games.list': ['search'],
  'games.favouriteIds': ['hearts of game tiles'],
  'lottery.recent': ['lotteries (last played)'],
  'lottery.vnNumbers': ['/vnlottery (results)'],
  'lottery.openedNumbers': ['/seaLottery (results)', '/lottery (results)'],
  'content.announcements': ['/index (banners, pop-ups)'],
  'content.help': ['footer'],
  'content.availablePromotions': ['header (badge)'],
  'promotions.list': ['/promotions (promotions with rewards)', '/promoDetail'],
  'raffles.proof': ['/raffle (winners, check of the draw)'],
  'chat.messages': ['chat room'],
  'inbox.unread': ['header (badge)'],
  'missions.summary': ['member centre (badge)'],
  'missions.leaderboard': ['/member/missionLeaderboard (leaderboard)'],
  'member.icon': ['header (avatar)'],
  'member.avatar': ['header (avatar)'],
  'wallet.balance': ['header (balance)'],
  'rewards.count': ['header, menus (badges)'],
  'rewards.history': ['/member/rewardCenter (history)'],
  'points.balance': ['/pointMall (points of the member)', '/member/pointHistory (points of the member)'],
  'points.config': ['/pointMall (how points are earned)'],
  'points.details': ['/member/pointHistory (changes)'],
  'wallet.list': ['/member/transferFund'],
  'wallet.merchant': ['/member/transferFund (wallets at vendors)'],
  'records.funds': ['/member/transferFund (total)'],
  'records.statement': ['/member/transactionHistory (statement)'],
  'team.windowBets': ['/agent/agentTeamBetting (play of a wage)'],
  'team.wages': ['/agent/agentIncome (agents below)'],
  'deposit.list': ['/member/depositv2 (list)'],
  'withdrawal.list': ['/member/withdraw (list)'],
  'protection.play': ['/game (reality check)'],
  'setting.register': ['/register (fields)'],
  'session.keys': ['/login', '/register', 'forms with passwords'],
  'session.state': ['every page of a member (idle sessions)'],
  'system.countries': ['/login and /register (dialling codes)'],
  'verification.phoneService': ['/login and /register (codes by a phone service)'],
  'verification.challenge': ['/login', '/register', 'forgotten password'],
  'verification.captcha': ['/login', '/register'],
};

/** What replaces a call that the platform does not have. */
const REPLACED_BY: Readonly<Record<string, string>> = {
  'system.whitelabel': 'replaced by the merchant file and the module tree of system.status',
  'setting.register': 'replaced by the rules in system.status',
  'system.status': 'replaced by defaults: open, without links',
  'games.menus': 'replaced by games.vendors',
  'member.info': 'replaced by the data of the sign-in',
  'wallet.list': 'replaced by balance, merchant wallet and funds',
  'session.keys': 'replaced by plain JSON over the connection of the platform',
  'verification.challenge': 'forms without a challenge',
};

/** Screens that show data of a call, for reports. */
export function screensOf(callId: string): readonly string[] {
  return [...pagesOf(callId), ...(PARTS[callId] ?? [])];
}

export function substituteOf(callId: string): string | undefined {
  return REPLACED_BY[callId];
}
