import type { Balance } from '../../../shared/api/balance/schemas.ts';
import type { GameCategory, Theme } from '../../../shared/constants.ts';
import type { RewardCounts, RewardSource } from '../../../shared/reward-sources.ts';
import type { ModalName } from '../sign-in/props.ts';

export interface MemberView {
  readonly account: string;
  readonly nickname: string;
  /** Member type; 4 is a trial account. */
  readonly type: number;
  /** First label of the member; null without one. */
  readonly vip: string | null;
  /** Settled stake that the level is based on, as a wire amount; set in server-rendered parts only. */
  readonly stake?: string;
  /** The member has an agent to transfer to; set in server-rendered parts only. */
  readonly hasAgent?: boolean;
  /** Pages of contracts that an agent has, by the merchant's switch of each; set in server-rendered parts only. */
  readonly contracts?: Readonly<Record<string, boolean>>;
  /** Number of promotions open to the member. */
  readonly promotions: number;
  /** Rewards that the member can act on now. */
  readonly rewards: RewardCounts;
  /** A new password is required first. */
  readonly mustChange?: boolean;
  /** The platform did not give the member's data; set in server-rendered parts only. */
  readonly isUnknown?: true;
  /** The session of the registration; set in server-rendered parts only. */
  readonly isNew?: true;
}

/** Member pages linked by bars and menus. */
export interface MemberLinks {
  readonly personalCentre: string;
  readonly deposit: string;
  readonly withdraw: string;
  readonly bettingRecord: string;
}

/** The same in a menu: null for a page that the site does not have. */
export interface MenuLinks {
  readonly personalCentre: string;
  readonly deposit: string | null;
  readonly withdraw: string | null;
  readonly bettingRecord: string | null;
  readonly inbox: string | null;
}

/** A menu entry. `modal`: opens that dialog instead if there is script. `popup`: opens a separate window. */
export interface MenuEntry {
  readonly icon: string;
  readonly label: string;
  readonly href: string;
  readonly modal?: ModalName;
  readonly popup?: boolean;
  /** Rewards that wait there, when the page was rendered. */
  readonly waiting?: { readonly source: RewardSource | 'all'; readonly count: number };
}

/** A group of the side menu; `members`: removed when the session ends. */
export interface MenuGroup {
  readonly key: string;
  readonly title: string;
  readonly members: boolean;
  readonly entries: readonly MenuEntry[];
}

/** Rendered with `hydrate="member"`: starts the live channel and holds the signed-in member for the whole page. */
export interface HeaderBarProps {
  readonly member: MemberView | null;
  readonly balance: Balance | null;
  readonly links: MenuLinks;
  /** Further entries of the account menu: rewards, the agent centre. */
  readonly more: readonly MenuEntry[];
  /** Path and query of the page; forms without script return to it. */
  readonly here: string;
  /** The page begins with a dialog, which has the fields of the header's form. */
  readonly dialogOpen: boolean;
}

/** `hydrate="load"`. */
export interface InstallAppProps {
  /** The merchant allows the installation of the site. */
  readonly enabled: boolean;
}

/** The category navigation of the header's lower row. `hydrate="interaction"`. */
export interface GameDropdownProps {
  readonly items: readonly NavItem[];
}

export type NavItem =
  | { readonly kind: 'link'; readonly label: string; readonly href: string; readonly current: boolean; readonly badge: string | null }
  | {
      readonly kind: 'category';
      readonly label: string;
      readonly href: string;
      readonly current: boolean;
      readonly category: GameCategory;
      readonly vendors: readonly NavVendor[];
    };

/** `href` is the target of a click on the vendor: `/rng?page=CODE`, a launch, or the category page. */
export interface NavVendor {
  readonly code: string;
  readonly name: string;
  readonly icon: string;
  readonly hot: boolean;
  readonly maintenance: boolean;
  readonly href: string;
  /** A click lists the vendor's games in a dialog; `href` is the page with the same games. */
  readonly popup: boolean;
}

/** Menu button and side menu. `hydrate="interaction"`. */
export interface DrawerProps {
  readonly member: MemberView | null;
  readonly balance: Balance | null;
  readonly links: MenuLinks;
  readonly groups: readonly MenuGroup[];
  readonly language: LanguageMenuProps;
  readonly here: string;
}

/** `hydrate="interaction"`. */
export interface LanguageMenuProps {
  readonly current: string;
  readonly languages: readonly { readonly code: string; readonly tag: string; readonly name: string }[];
  readonly here: string;
}

/** `hydrate="interaction"`. */
export interface ThemeToggleProps {
  readonly theme: Theme;
  readonly here: string;
}

/** Once per page, `hydrate="member"`. */
export type ToastHostProps = Readonly<Record<string, never>>;

/** Rendered only if the merchant measures visits. `hydrate="idle"`. */
export interface ConsentBarProps {
  readonly gtagId: string;
  /** Null if the merchant has published no privacy policy. */
  readonly privacyHref: string | null;
}
