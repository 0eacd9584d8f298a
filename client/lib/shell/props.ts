import type { Balance } from '../../../shared/api/wallet-calls.ts';
import type { GameCategory, Theme } from '../../../shared/constants.ts';
import type { ModalName } from '../auth/props.ts';

export interface MemberView {
  readonly account: string;
  readonly nickname: string;
  /** Member type; 4 is a trial account. */
  readonly type: number;
  /** First label of the member, null when there is none. */
  readonly vip: string | null;
  /** Settled stake that the level stands on, as a wire amount; only the server's own parts are told. */
  readonly stake?: string | undefined;
  /** There is an agent to transfer to; only the server's own parts are told. */
  readonly hasAgent?: boolean | undefined;
  /** Promotions that are open to the member. */
  readonly promotions: number;
  /** A new password must be chosen before anything else. */
  readonly mustChange?: boolean;
}

/** Pages for members that bars and menus lead to. */
export interface MemberLinks {
  readonly personalCentre: string;
  readonly deposit: string;
  readonly withdraw: string;
  readonly bettingRecord: string;
}

/** A line of a menu. `modal`: opens that dialog instead, where there is script. `popup`: opens a window of its own. */
export interface MenuEntry {
  readonly icon: string;
  readonly label: string;
  readonly href: string;
  readonly modal?: ModalName;
  readonly popup?: boolean;
}

/** A part of the side menu; `members`: it goes when the session ends. */
export interface MenuGroup {
  readonly key: string;
  readonly title: string;
  readonly members: boolean;
  readonly entries: readonly MenuEntry[];
}

/** Place with `wake="idle"`: it starts the live channel and answers "who is signed in" for the whole page. */
export interface HeaderBarProps {
  readonly member: MemberView | null;
  readonly balance: Balance | null;
  readonly links: MemberLinks;
  /** Further entries of the account menu: cashback, the agent centre. */
  readonly more: readonly MenuEntry[];
  /** Path and query of the page, so that forms without script come back to it. */
  readonly here: string;
}

/** `wake="load"`. */
export interface InstallAppProps {
  /** The merchant lets the site be installed. */
  readonly enabled: boolean;
}

/** The whole category navigation of the header's lower row. `wake="interaction"`. */
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

/** `href` is what a click on the vendor does: `/rng?page=CODE`, a launch, or the category page. */
export interface NavVendor {
  readonly code: string;
  readonly name: string;
  readonly icon: string;
  readonly hot: boolean;
  readonly maintenance: boolean;
  readonly href: string;
  /** A click lists the vendor's games in a dialog; `href` leads to the same games. */
  readonly popup: boolean;
}

/** Menu button and side menu. `wake="interaction"`. */
export interface DrawerProps {
  readonly member: MemberView | null;
  readonly balance: Balance | null;
  readonly links: MemberLinks;
  readonly groups: readonly MenuGroup[];
  readonly language: LanguageMenuProps;
  readonly here: string;
}

/** `wake="interaction"`. */
export interface LanguageMenuProps {
  readonly current: string;
  readonly languages: readonly { readonly code: string; readonly tag: string; readonly name: string }[];
  readonly here: string;
}

/** `wake="interaction"`. */
export interface ThemeToggleProps {
  readonly theme: Theme;
  readonly here: string;
}

/** Once per page, `wake="idle"`. */
export type ToastHostProps = Readonly<Record<string, never>>;

/** Only where the merchant measures visits. `wake="idle"`. */
export interface ConsentBarProps {
  readonly gtagId: string;
}
