import type { MemberPageName } from '../../../views/components/member-entries.ts';

/** The call without which a page of the member centre has no content. */
export const MEMBER_PAGE_CALLS: Readonly<Partial<Record<MemberPageName, string>>> = {
  securityCenter: 'member.info',
  transferFund: 'wallet.balance',
  depositv2: 'deposit.channels',
  withdraw: 'withdrawal.options',
  transferUpline: 'transfer.state',
  personalHistoryCopy: 'bets.list',
  transactionHistory: 'records.movements',
  personalProfit: 'records.profit',
  messageV2: 'inbox.list',
  protection: 'protection.state',
  profile: 'profile.get',
  paymentPassword: 'member.security',
  payoutAccounts: 'payout.list',
  secondFactor: 'member.security',
  sessions: 'session.list',
  contact: 'member.security',
};

/** The same for other pages, by path. */
export const PAGE_CALLS: Readonly<Record<string, string>> = {
  '/index': 'games.vendors',
  '/rng': 'games.list',
  '/lottery': 'lottery.menu',
  '/vnlottery': 'lottery.menu',
  '/seaLottery': 'lottery.menu',
  '/promotions': 'content.announcements',
  '/noticePage': 'content.announcements',
  '/vip': 'content.vipLevels',
  '/help': 'content.help',
  '/recent': 'games.recent',
  '/favourites': 'games.favourites',
  '/routes': 'system.domainRoute',
  '/game': 'games.launch',
  '/login': 'session.login',
  '/register': 'member.register',
  '/customerService': 'ticket.open',
};

/** Pages without their call, as switches of the menus: names of the member centre, paths of other pages. */
export function closedPages(missing: readonly string[]): Readonly<Record<string, false>> {
  const calls = Object.entries({ ...MEMBER_PAGE_CALLS, ...PAGE_CALLS });
  return Object.fromEntries(calls.filter(([, call]) => missing.includes(call)).map(([page]) => [`page.${page}`, false as const]));
}

/** Addresses of the pages that need a call. */
export function pagesOf(callId: string): readonly string[] {
  const member = Object.entries(MEMBER_PAGE_CALLS).map(([page, call]) => [`/member/${page}`, call] as const);
  return [...Object.entries(PAGE_CALLS), ...member].filter(([, call]) => call === callId).map(([page]) => page);
}
