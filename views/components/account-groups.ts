import { PATHS } from '../../client/page/paths.ts';
import { REWARD_SOURCE_NAMES, REWARD_SOURCES, type RewardSource } from '../../shared/reward-sources.ts';
import type { PageContext } from '../layouts/page-context.ts';
import { contactLink } from './contact-link.ts';
import {
  isOpen,
  listed,
  MEMBER_ENTRIES,
  type MemberEntryPage,
  type MemberPageName,
  memberTexts,
  PROTECTION_PAGE,
  REWARD_CENTRE,
  SECURITY_PAGES,
} from './member-entries.ts';

export interface AccountEntry {
  readonly href: string;
  readonly label: string;
  readonly icon: string;
  /** `true`: the current page is below this one. */
  readonly current: 'page' | 'true' | undefined;
  readonly link?: ReturnType<typeof contactLink>;
  /** Shows what can be claimed there. */
  readonly counted: RewardSource | 'all' | undefined;
}
export interface AccountGroup {
  readonly key: string;
  readonly title: string;
  readonly entries: readonly AccountEntry[];
}

/** Pages by group; pages without a group are in the last one. */
const GROUPS: readonly { readonly key: string; readonly pages: readonly MemberPageName[] }[] = [
  { key: 'wallet', pages: ['depositv2', 'withdraw', 'transferFund', 'transferUpline'] },
  { key: 'history', pages: ['personalHistoryCopy', 'transactionHistory', 'personalProfit'] },
  {
    key: 'rewards',
    pages: ['rewardCenter', 'missionLeaderboard', 'manualRebate', 'playerRank', 'pointHistory', 'bonusDetails', 'referral'],
  },
  { key: 'account', pages: ['securityCenter', 'profile', 'payoutAccounts', PROTECTION_PAGE, 'messageV2'] },
];
const ICONS: Readonly<Partial<Record<MemberPageName, string>>> = {
  profile: 'user',
  payoutAccounts: 'landmark',
  [PROTECTION_PAGE]: 'shield',
};

type GroupContext = Pick<PageContext, 't' | 'features' | 'contactOutside' | 'hasAgent'>;

/** Navigation of the account: every page available to this member, in groups, and customer service at the end. */
export function accountGroups(context: GroupContext, currentPage: MemberPageName): AccountGroup[] {
  const { t, features, hasAgent } = context;
  const entries = listed(MEMBER_ENTRIES, features);
  const isListed = (page: MemberPageName) => {
    if (page === 'transferUpline' && hasAgent === false) return false;
    if (!isOpen(page, features)) return false;
    return !MEMBER_ENTRIES.some((one) => one.page === page) || entries.some((one) => one.page === page);
  };
  const groups = GROUPS.map(({ key, pages }) => ({
    key,
    title: t(`lobby.memberGroup_${key}`),
    entries: pages.filter(isListed).map((page): AccountEntry => {
      const known = MEMBER_ENTRIES.find((one): one is (typeof MEMBER_ENTRIES)[number] & { page: MemberEntryPage } => one.page === page);
      return {
        href: `/member/${page}`,
        label: t(memberTexts(page).title),
        icon: known?.icon ?? ICONS[page] ?? 'user',
        current: currentOf(page, currentPage),
        counted: countedOn(page),
      };
    }),
  })).filter(({ entries: own }) => own.length > 0);
  const contact: AccountEntry = {
    href: PATHS.customerService,
    label: t('contact.title'),
    icon: 'headset',
    current: undefined,
    counted: undefined,
    link: contactLink(context),
  };
  return groups.map((group) => (group.key === 'account' ? { ...group, entries: [...group.entries, contact] } : group));
}

/** The reward centre counts all rewards, the page of a source its own. */
function countedOn(page: MemberPageName): RewardSource | 'all' | undefined {
  return page === REWARD_CENTRE ? 'all' : REWARD_SOURCE_NAMES.find((source) => REWARD_SOURCES[source].page === page);
}

/** Pages below the security centre mark it, unless they have a separate entry. */
function currentOf(page: MemberPageName, currentPage: MemberPageName): 'page' | 'true' | undefined {
  if (page === currentPage) return 'page';
  const hasOwn = GROUPS.some(({ pages }) => pages.includes(currentPage));
  return page === 'securityCenter' && !hasOwn && SECURITY_PAGES.some((name) => name === currentPage) ? 'true' : undefined;
}
