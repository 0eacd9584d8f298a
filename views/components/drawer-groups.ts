import type { MemberView, MenuEntry, MenuGroup } from '../../client/islands/shell/props.ts';
import { PATHS } from '../../client/page/paths.ts';
import { countOf, REWARD_SOURCES } from '../../shared/reward-sources.ts';
import type { PageContext } from '../layouts/page-context.ts';
import {
  agentHref,
  agentLinks,
  isAgent,
  isOpenHref,
  isTrial,
  listed,
  MEMBER_ENTRIES,
  type MemberEntryPage,
  memberHref,
  REWARD_CENTRE,
} from './member-entries.ts';
import { CATEGORY_ICON, categoryHref, categoryLabel } from './navigation.ts';
import { hasHelpCentre, helpHref } from './own-pages.ts';

type Texts = Pick<PageContext, 't' | 'features' | 'menus' | 'here' | 'contactOutside' | 'demo' | 'ownTexts' | 'help'>;

/** Groups of the side menu: quick links, games, account, and further links. */
export function drawerGroups(context: Texts, member: MemberView | null, resting = false): MenuGroup[] {
  const { t, menus } = context;
  const games = menus.map(({ gameCategory }) => ({
    icon: CATEGORY_ICON[gameCategory],
    label: categoryLabel(t, gameCategory),
    href: categoryHref(gameCategory),
  }));
  const groups: MenuGroup[] = [
    { key: 'quick', title: t('header.quickLinks'), members: false, entries: quickLinks(context, member, resting) },
    { key: 'games', title: t('header.gameCentre'), members: false, entries: games },
    ...(member ? [{ key: 'account', title: t('header.myAccount'), members: true, entries: accountLinks(context, member) }] : []),
    { key: 'team', title: t('header.agentCentre'), members: true, entries: teamLinks(context, member) },
    { key: 'more', title: t('header.more'), members: false, entries: furtherLinks(context) },
  ];
  const open = groups.map((group) => ({ ...group, entries: group.entries.filter(({ href }) => isOpenHref(href, context.features)) }));
  return open.filter(({ key, entries }) => key !== 'team' || entries.length > 0);
}

/** A member on a break sees neither the deposit link nor offers. */
function quickLinks(context: Texts, member: MemberView | null, resting: boolean): MenuEntry[] {
  const { t } = context;
  return [
    ...(resting ? [] : [{ icon: 'wallet', label: t('header.deposit'), href: memberHref('depositv2') }]),
    { icon: 'arrow-up-from-line', label: t('header.withdraw'), href: memberHref('withdraw') },
    ...(resting ? [] : [{ icon: 'sparkles', label: t('lobby.promotions'), href: '/promotions' }]),
    ...rewardCentre(context, member),
  ];
}

function accountLinks(context: Texts, member: MemberView): MenuEntry[] {
  const { t } = context;
  // A platform without the page of the member has that of all levels.
  const rank = { icon: 'crown', label: t('lobby.member_playerRank'), href: '/vip' };
  const own = memberEntries(context, ['playerRank']);
  return [
    ...(own.length > 0 ? own : [rank]),
    ...cashback(context, member),
    ...memberEntries(context, [
      'personalHistoryCopy',
      'transactionHistory',
      'pointHistory',
      'securityCenter',
      'personalProfit',
      'messageV2',
    ]),
    saferPlay(context),
  ];
}

/** The points mall in the account menu. */
export function mallEntries({ t, features }: Pick<PageContext, 't' | 'features'>, member: MemberView | null): MenuEntry[] {
  const isOffered = member !== null && !isTrial(member.type) && isOpenHref('/pointMall', features);
  return isOffered ? [{ icon: 'star', label: t('header.pointMall'), href: '/pointMall' }] : [];
}

/** Pages of the agent centre; none for visitors who are no agents. */
function teamLinks({ t, features }: Texts, member: MemberView | null): MenuEntry[] {
  return linksOf(features, member).map(({ page, icon, name }) => ({ icon, label: t(name), href: agentHref(page) }));
}

/** The agent centre in the account menu, and the contracts of the agent. */
export function agentEntries(context: Pick<PageContext, 't' | 'features'>, member: MemberView | null): MenuEntry[] {
  const { t } = context;
  return linksOf(context.features, member).flatMap(({ page, icon, name, type }): MenuEntry[] => {
    if (page === 'agentTeamOverview') return [{ icon, label: t('header.agentCentre'), href: agentHref(page) }];
    return type === 'contract' ? [{ icon, label: t(name), href: agentHref(page) }] : [];
  });
}

function linksOf(features: PageContext['features'], member: MemberView | null) {
  return member && isAgent(member.type) && !isTrial(member.type) ? agentLinks(features, member.contracts) : [];
}

function memberEntries({ t, features }: Texts, pages: readonly MemberEntryPage[]): MenuEntry[] {
  const entries = listed(MEMBER_ENTRIES, features);
  return pages.flatMap((page): MenuEntry[] => {
    const entry = entries.find((one) => one.page === page);
    return entry ? [{ icon: entry.icon, label: t(`lobby.member_${page}`), href: memberHref(page) }] : [];
  });
}

/** The reward centre, where the site has it, with what waits in it. */
function rewardCentre(context: Pick<Texts, 't' | 'features'>, member: MemberView | null): MenuEntry[] {
  return member ? rewardPage(context, member, REWARD_CENTRE, { source: 'all', count: countOf(member.rewards) }) : [];
}

/** Cashback, where the merchant has it, with what can be claimed. */
function cashback(context: Pick<Texts, 't' | 'features'>, member: MemberView): MenuEntry[] {
  return rewardPage(context, member, REWARD_SOURCES.cashback.page, { source: 'cashback', count: member.rewards.cashback });
}

/** Both, in the account menu. */
export function rewardEntries(context: Pick<Texts, 't' | 'features'>, member: MemberView | null): MenuEntry[] {
  return member ? [...rewardCentre(context, member), ...cashback(context, member)] : [];
}

/** Trial accounts have no rewards. */
function rewardPage(
  { t, features }: Pick<Texts, 't' | 'features'>,
  member: MemberView,
  page: MemberEntryPage,
  waiting: NonNullable<MenuEntry['waiting']>,
): MenuEntry[] {
  const entry = listed(MEMBER_ENTRIES, features).find((one) => one.page === page);
  return entry && !isTrial(member.type) ? [{ icon: entry.icon, label: t(`lobby.member_${page}`), href: memberHref(page), waiting }] : [];
}

/** Limits and breaks: one tap from every account menu (UKGC). */
export function saferPlay({ t }: Pick<Texts, 't'>): MenuEntry {
  return { icon: 'shield', label: t('protection.title'), href: '/member/protection' };
}

function furtherLinks(context: Texts): MenuEntry[] {
  const { t, features, contactOutside } = context;
  const advice = helpHref(context, 'safer-play');
  return [
    { icon: 'crown', label: t('header.vip'), href: '/vip' },
    { icon: 'star', label: t('header.pointMall'), href: '/pointMall' },
    { icon: 'megaphone', label: t('lobby.notices'), href: '/noticePage', modal: 'notice' },
    ...(features.chatRoom ? [{ icon: 'message-circle', label: t('header.chatRoom'), href: '/help', modal: 'chat-room' as const }] : []),
    { icon: 'rocket', label: t('header.joinUs'), href: '/join' },
    { icon: 'download', label: t('header.appDownload'), href: '/down' },
    { icon: 'globe', label: t('header.routes'), href: '/routes' },
    { icon: 'headset', label: t('contact.title'), href: PATHS.customerService, popup: contactOutside },
    ...(hasHelpCentre(context) ? [{ icon: 'circle-help', label: t('header.helpCentre'), href: '/help' }] : []),
    ...(advice === undefined ? [] : [{ icon: 'shield-check', label: t('lobby.saferPlay'), href: advice }]),
  ];
}
