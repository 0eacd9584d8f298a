import type { NavItem, NavVendor } from '../../client/islands/shell/props.ts';
import { lotteryHref } from '../../client/page/paths.ts';
import type { GameMenu, Vendor } from '../../shared/api/games/schemas.ts';
import {
  CATEGORY_PAGE,
  DIRECT_LAUNCH,
  ESPORTS_VENDORS,
  FOOTER_LOTTERY_VENDOR,
  type GameCategory,
  TOP_LEVEL_SPORTS_VENDOR,
  VENDOR_HOT,
} from '../../shared/constants.ts';
import type { Translate } from '../../shared/i18n/translate.ts';

/** For vendors without a picture. */
const MARK = '/brand/mark.svg';

export const CATEGORY_ICON: Readonly<Record<GameCategory, string>> = {
  LIVE: 'video',
  RNG: 'cherry',
  SPORTS: 'trophy',
  ESPORTS: 'gamepad-2',
  FISH: 'fish',
  PVP: 'spade',
  LOTT: 'ticket',
  ELOTT: 'target',
};

/** Address of a category; two lotteries share one page and differ in the query. */
export function categoryHref(category: GameCategory): string {
  return category === 'LOTT' ? '/elott?category=LOTT' : CATEGORY_PAGE[category];
}

/** Target of a click on a vendor. A vendor that lists its games in a dialog links to the same list as a page. */
export function vendorHref(category: GameCategory, code: string, popup = false): string {
  const vendor = encodeURIComponent(code);
  if (!popup && DIRECT_LAUNCH.includes(category)) return `/game?vassalage=${vendor}`;
  return `${CATEGORY_PAGE[category]}?page=${vendor}`;
}

export function categoryLabel(t: Translate, category: GameCategory): string {
  return t(`lobby.category_name_${category}`);
}

/**
 * Categories of the site: in the platform's order, only those with vendors, and with e-sports vendors separated from
 * sports, independent of what an upstream reports.
 */
export function arrangeMenus(menus: readonly GameMenu[]): GameMenu[] {
  const vendors = menus.flatMap(({ vendors, gameCategory }) =>
    vendors.map((vendor) => ({ ...vendor, gameCategory: ownCategory(vendor.vassalage, gameCategory) })),
  );
  const given = menus.map(({ gameCategory }) => gameCategory);
  const order = given.flatMap((category) =>
    category === 'SPORTS' && !given.includes('ESPORTS') ? [category, 'ESPORTS' as const] : [category],
  );
  return order.flatMap((gameCategory) => {
    const own = vendors.filter((vendor) => vendor.gameCategory === gameCategory);
    const labelName = menus.find((menu) => menu.gameCategory === gameCategory)?.labelName ?? '';
    return own.length > 0 ? [{ gameCategory, labelName, vendors: own }] : [];
  });
}

function ownCategory(vassalage: string, category: GameCategory): GameCategory {
  return category === 'SPORTS' && ESPORTS_VENDORS.includes(vassalage) ? 'ESPORTS' : category;
}

/** The header's lower row: home, categories with vendors, the top-level sports vendor after live casino, promotions. */
export function navItems(menus: readonly GameMenu[], t: Translate, here: string): NavItem[] {
  const categories = menus.map((menu) => categoryItem(menu, t, here));
  const live = menus.findIndex(({ gameCategory }) => gameCategory === 'LIVE');
  const items: NavItem[] = [...categories.slice(0, live + 1), ...topLevelVendor(menus, here), ...categories.slice(live + 1)];
  return [link(t('lobby.home'), '/index', here), ...items, link(t('lobby.promotions'), '/promotions', here)];
}

/**
 * Targets of the footer's shortcuts: the first sports vendor, and the vendor of both lotteries. The lottery opens the vendor's lobby, the handicap
 * lottery its first open game to bet on, whose exit leads to the lobby.
 */
export function footerShortcuts(menus: readonly GameMenu[], t: Translate): { readonly label: string; readonly href: string }[] {
  const sports = menus.find(({ gameCategory }) => gameCategory === 'SPORTS')?.vendors[0]?.vassalage;
  const hasLottery = menus.some(({ vendors }) => vendors.some(({ vassalage }) => vassalage === FOOTER_LOTTERY_VENDOR));
  const lottery = vendorHref('LOTT', FOOTER_LOTTERY_VENDOR);
  return [
    ...(sports ? [{ label: t('lobby.category_name_SPORTS'), href: vendorHref('SPORTS', sports) }] : []),
    ...(hasLottery
      ? [
          { label: t('lobby.category_name_LOTT'), href: lottery },
          { label: t('header.handicapLottery'), href: `${lottery}&play=1&from=${encodeURIComponent(lotteryHref(FOOTER_LOTTERY_VENDOR))}` },
        ]
      : []),
  ];
}

export interface Destination {
  readonly label: string;
  readonly href: string;
  readonly icon: string;
  readonly current: boolean;
  /** Null: unknown, or not a list of games. */
  readonly count: number | null;
}

/** Categories for the side rail and the home page. */
export function destinations(menus: readonly GameMenu[], t: Translate, here: string): Destination[] {
  return menus.map(({ gameCategory, vendors }) => ({
    label: categoryLabel(t, gameCategory),
    href: categoryHref(gameCategory),
    icon: CATEGORY_ICON[gameCategory],
    current: isHere(categoryHref(gameCategory), here),
    count: sumOf(vendors.map(({ gameCount }) => gameCount)),
  }));
}

/** Null if one of the numbers is unknown. */
function sumOf(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0 as number | null);
}

/** Number of all games of the site; null if the platform does not count them. */
export function gamesOf(menus: readonly GameMenu[]): number | null {
  return sumOf(menus.flatMap(({ vendors }) => vendors.map(({ gameCount }) => gameCount)));
}

/** Address of the category of a game or vendor on this site; undefined if no menu has it. */
export function sectionOf(menus: readonly GameMenu[], { vassalage, gameCategory }: Pick<Vendor, 'vassalage' | 'gameCategory'>) {
  const own = ownCategory(vassalage, gameCategory);
  return menus.some((menu) => menu.gameCategory === own) ? categoryHref(own) : undefined;
}

/** True if a link leads to the current page, ignoring vendor and other filters. */
export function isHere(href: string, here: string): boolean {
  return placeOf(href) === placeOf(here);
}

/** The part of an address that identifies a page: both lotteries share a path, and so do all games. */
function placeOf(href: string): string {
  const [path = '', search = ''] = href.split('?');
  const query = new URLSearchParams(search);
  if (path === '/elott') return `${path} ${query.get('category') ?? 'ELOTT'}`;
  if (path === '/game') return `${path} ${query.get('gameId') ?? query.get('vassalage')}`;
  return path;
}

function link(label: string, href: string, here: string): NavItem {
  return { kind: 'link', label, href, current: isHere(href, here), badge: null };
}

function categoryItem({ gameCategory, vendors }: GameMenu, t: Translate, here: string): NavItem {
  const href = categoryHref(gameCategory);
  return {
    kind: 'category',
    label: categoryLabel(t, gameCategory),
    href,
    current: isHere(href, here),
    category: gameCategory,
    vendors: vendors.map((vendor) => navVendor(vendor, gameCategory)),
  };
}

function navVendor({ vassalage, displayName, smallIcon, isHot, maintenance, popup }: Vendor, category: GameCategory): NavVendor {
  return {
    code: vassalage,
    name: displayName,
    icon: smallIcon || MARK,
    hot: isHot === VENDOR_HOT,
    maintenance,
    popup,
    href: vendorHref(category, vassalage, popup),
  };
}

function topLevelVendor(menus: readonly GameMenu[], here: string): NavItem[] {
  const vendor = menus.find(({ gameCategory }) => gameCategory === 'SPORTS')?.vendors.find(isTopLevel);
  return vendor ? [link(vendor.displayName, vendorHref('SPORTS', vendor.vassalage), here)] : [];
}

function isTopLevel(vendor: Vendor): boolean {
  return vendor.vassalage === TOP_LEVEL_SPORTS_VENDOR;
}
