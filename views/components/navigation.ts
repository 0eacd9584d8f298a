import type { NavItem, NavVendor } from '../../client/lib/island-props.ts';
import type { GameMenu, Vendor } from '../../shared/api/game-calls.ts';
import { CATEGORY_PAGE, DIRECT_LAUNCH, type GameCategory, TOP_LEVEL_SPORTS_VENDOR, VENDOR_HOT } from '../../shared/constants.ts';
import type { Translate } from '../../shared/i18n/translate.ts';

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

/** Address of a category; two lotteries share one page and are told apart by the query. */
export function categoryHref(category: GameCategory): string {
  return category === 'LOTT' ? '/elott?category=LOTT' : CATEGORY_PAGE[category];
}

/** What a click on a vendor does (specification, section 2, header bottom). */
export function vendorHref(category: GameCategory, code: string): string {
  const vendor = encodeURIComponent(code);
  if (DIRECT_LAUNCH.includes(category)) return `/game?vassalage=${vendor}`;
  return `${CATEGORY_PAGE[category]}?page=${vendor}`;
}

export function categoryLabel(t: Translate, category: GameCategory): string {
  return t(`lobby.category_name_${category}`);
}

/** The header's lower row: home, categories with vendors, the top-level sports vendor after live casino, promotions. */
export function navItems(menus: readonly GameMenu[], t: Translate, here: string): NavItem[] {
  const items = menus.flatMap((menu): NavItem[] => [categoryItem(menu, t, here), ...topLevelVendor(menu, menus, here)]);
  return [link(t('lobby.home'), '/index', here), ...items, link(t('lobby.promotions'), '/promotions', here)];
}

export interface Destination {
  readonly label: string;
  readonly href: string;
  readonly icon: string;
  readonly current: boolean;
  readonly count: number | null;
}

/** Categories for the side rail and the home page. */
export function destinations(menus: readonly GameMenu[], t: Translate, here: string): Destination[] {
  return menus.map(({ gameCategory, vendors }) => ({
    label: categoryLabel(t, gameCategory),
    href: categoryHref(gameCategory),
    icon: CATEGORY_ICON[gameCategory],
    current: isHere(categoryHref(gameCategory), here),
    count: vendors.reduce((sum, vendor) => sum + vendor.gameCount, 0),
  }));
}

/** True when a link leads to the page that is shown; vendor and other filters do not make it another page. */
export function isHere(href: string, here: string): boolean {
  const [path, category] = part(href);
  const [herePath, hereCategory] = part(here);
  return path === herePath && (path !== '/elott' || (category ?? 'ELOTT') === (hereCategory ?? 'ELOTT'));
}

function part(href: string): [path: string, category: string | undefined] {
  const [path = '', query = ''] = href.split('?');
  return [path, /(?:^|&)category=(\w+)/.exec(query)?.[1]];
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

function navVendor({ vassalage, displayName, smallIcon, isHot, maintenance }: Vendor, category: GameCategory): NavVendor {
  return {
    code: vassalage,
    name: displayName,
    icon: smallIcon,
    hot: isHot === VENDOR_HOT,
    maintenance,
    href: vendorHref(category, vassalage),
  };
}

function topLevelVendor(menu: GameMenu, menus: readonly GameMenu[], here: string): NavItem[] {
  if (menu.gameCategory !== 'LIVE') return [];
  const vendor = menus.find(({ gameCategory }) => gameCategory === 'SPORTS')?.vendors.find(isTopLevel);
  return vendor ? [link(vendor.displayName, vendorHref('SPORTS', vendor.vassalage), here)] : [];
}

function isTopLevel(vendor: Vendor): boolean {
  return vendor.vassalage === TOP_LEVEL_SPORTS_VENDOR;
}
