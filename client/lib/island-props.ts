import type { Banner, PopupTime } from '../../shared/api/content-calls.ts';
import type { ValueOf } from '../../shared/api/define-call.ts';
import type { Bet, Game, GameMenu } from '../../shared/api/game-calls.ts';
import type { RegisterSettings } from '../../shared/api/register-calls.ts';
import type { sessionState } from '../../shared/api/session-calls.ts';
import type { PendingValue } from '../../shared/api/sign-in-calls.ts';
import type { Balance, Deposit } from '../../shared/api/wallet-calls.ts';
import type { GameCategory, Theme } from '../../shared/constants.ts';
import type { ListFilter } from './games/list-filter.ts';
import type { MatchView } from './games/match-view.ts';
import type { DrawView, LotteryGameView, LotteryPath } from './lottery/lottery-view.ts';

/**
 * Props of every island, by island name: the contract between the page loaders and `client/islands/<name>.tsx`. Plain
 * JSON. Money stays in wire form (islands format it with the one formatter of `shared/money`); dates that the first
 * render shows are formatted by the server and come as text.
 */
export interface IslandPropsByName {
  readonly 'header-bar': HeaderBarProps;
  readonly 'modal-host': ModalHostProps;
  readonly 'game-dropdown': GameDropdownProps;
  readonly drawer: DrawerProps;
  readonly 'language-menu': LanguageMenuProps;
  readonly 'theme-toggle': ThemeToggleProps;
  readonly carousel: CarouselProps;
  readonly 'game-grid': GameGridProps;
  readonly 'my-games': MyGamesProps;
  readonly 'lottery-lobby': LotteryLobbyProps;
  readonly 'match-list': MatchListProps;
  readonly 'pvp-rooms': PvpRoomsProps;
  readonly 'game-frame': GameFrameProps;
  readonly deposit: DepositProps;
  readonly 'betting-record': BettingRecordProps;
  readonly 'toast-host': ToastHostProps;
  readonly popups: PopupsProps;
  readonly 'install-app': InstallAppProps;
  readonly 'consent-bar': ConsentBarProps;
  readonly 'domain-routes': DomainRoutesProps;
  readonly 'security-totp': SecurityTotpProps;
  readonly 'security-passkeys': SecurityPasskeysProps;
  readonly 'security-sessions': SecuritySessionsProps;
  readonly 'security-contact': SecurityContactProps;
}
export type IslandName = keyof IslandPropsByName;

export interface MemberView {
  readonly account: string;
  readonly nickname: string;
  /** Member type; 4 is a trial account. */
  readonly type: number;
  /** First label of the member, null when there is none. */
  readonly vip: string | null;
  /** Settled stake that the level stands on, as a wire amount; only the server's own parts are told. */
  readonly stake?: string | undefined;
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

/** What a form posted without script came back with; same shape as `FormState` of the portal. */
export interface FormView {
  /** `Call.id` of the form. */
  readonly call: string;
  readonly values: Readonly<Record<string, string>>;
  readonly message: string;
  readonly errors: Readonly<Record<string, string>>;
  /** Why it was refused; empty when it was not: then a code has been sent, and the form asks for it. */
  readonly code: string;
}

/** Dialogs about getting in; each has an address (`/login?view=forgot`), so each works without script. */
export const ENTRY_VIEWS = ['login', 'register', 'forgot', 'reset', 'step', 'social', 'change-password', 'confirm'] as const;
export type EntryView = (typeof ENTRY_VIEWS)[number];
export type ModalName =
  | EntryView
  | 'sign-out'
  | 'notice'
  | 'popup'
  | 'message'
  | 'game-popup'
  | 'chat-room'
  | 'true-account'
  | 'free-play'
  | 'loading';

/** Tabs of the entry dialogs (`?tab=`). */
export type EntryTab = 'username' | 'mobile' | 'sms' | 'code' | 'email' | 'phone';

export interface CountryView {
  readonly countryCode: string;
  readonly countryDialingCode: string;
  /** In the visitor's language. */
  readonly name: string;
}

/** The second step of a sign-in, without its ticket. */
export type StepView = Omit<PendingValue['verification'], 'ticket'>;
/** What wakes or confirms the session. */
export type ConfirmView = Pick<ValueOf<typeof sessionState>, 'account' | 'idle' | 'methods'>;

export interface NoticeView {
  readonly id: string;
  readonly title: string;
  /** Sanitised by the server. */
  readonly html: string;
  readonly dateText: string;
}

/** Once per page, outside every other element with a stacking context. Holds nothing personal. `wake="interaction"`, `load` when `open` is set. */
export interface ModalHostProps {
  /** Rendered open by the server: `/login`, `/register`, `/login?view=forgot`. */
  readonly open: EntryView | null;
  readonly tab: EntryTab | null;
  /** Switches of the merchant (`system.whitelabel`). */
  readonly features: Readonly<Record<string, boolean>>;
  /** Same-site path to go on to after sign-in, null: stay on the page. */
  readonly next: string | null;
  readonly form: FormView | null;
  /** What has just been done without script: a message or a code was sent, a password was set anew. */
  readonly done: 'sent' | 'reset' | null;
  /** Only enabled fields. */
  readonly register: RegisterSettings;
  readonly referralCode: string;
  /** From the address (`?affiliateCode=`); checked when the registration opens. */
  readonly affiliateCode: string;
  /** Of the link in a forgot-password message; empty for the code of the message. */
  readonly resetTicket: string;
  /** Only where the server renders a form with a mobile number open; scripts ask for the list themselves. */
  readonly countries: readonly CountryView[] | null;
  /** The way past a challenge without script: after a refusal that asks for one. PNG as base64. */
  readonly captcha: { readonly key: string; readonly image: string } | null;
  readonly step: StepView | null;
  readonly confirm: ConfirmView | null;
  /** A new password must be chosen before anything else: `/login?view=change-password` cannot be left for the site. */
  readonly mustChange?: boolean;
  readonly termsHref: string;
  /** Pictures beside the forms of sign-in and registration, where there is room. */
  readonly banners: { readonly login: EntryBanner | null; readonly register: EntryBanner | null };
}
export type EntryBanner = Pick<Banner, 'title' | 'text' | 'imageUrl' | 'tone'>;

/** A pop-up with its place among those of this page. */
export interface PopupView extends NoticeView {
  readonly when: PopupTime;
  readonly href: string;
  readonly action: string;
}
/** Renders nothing: decides whether a pop-up is due, and has it shown as a dialog. `wake="idle"`. */
export interface PopupsProps {
  readonly popups: readonly PopupView[];
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

/** `wake="idle"`. */
export interface CarouselProps {
  readonly slides: readonly {
    readonly id: string;
    readonly title: string;
    readonly text: string;
    readonly action: string;
    readonly href: string;
    readonly imageUrl: string;
    readonly tone: string;
  }[];
}

/** The list of games with its search, filters and "load more". `wake="visible"`. */
export interface GameGridProps {
  readonly games: readonly Game[];
  /** Last page that is shown. */
  readonly pageNum: number;
  /** Index of the first game shown: 0 unless the address asks for a page far down. */
  readonly start: number;
  readonly totalPages: number;
  readonly total: number;
  /** Path of the page. */
  readonly path: string;
  readonly filter: ListFilter;
  readonly vendors: readonly VendorChoice[];
  readonly types: readonly TypeChoice[];
  /** Games of the page without any filter, for the search box. */
  readonly all: number;
  /** Popular games, where the filter finds none. */
  readonly instead: readonly Game[];
  readonly currencySymbol: string;
}
/** A vendor to filter by, with how many games the rest of the filter leaves it. */
export interface VendorChoice {
  readonly code: string;
  readonly name: string;
  readonly count: number;
  readonly hot: boolean;
}
export interface TypeChoice {
  readonly code: string;
  readonly label: string;
}

/** Lottery games with countdowns, the chosen one, and its opened numbers. `wake="load"`. */
export interface LotteryLobbyProps {
  readonly path: LotteryPath;
  readonly games: readonly LotteryGameView[];
  /** Code of the chosen game; null where there is none. */
  readonly selected: string | null;
  /** Of the chosen game, newest first. */
  readonly draws: readonly DrawView[];
  /** Of the merchant, in which times are written. */
  readonly timeZone: string;
}
/** The member's own games on the home page; also brings the page's tiles to life. `wake="idle"`. */
export interface MyGamesProps {
  readonly member: boolean;
  readonly currencySymbol: string;
}
/** Matches above the games of `/sports` and `/esports`. `wake="visible"`. */
export interface MatchListProps {
  readonly gameCategory: 'SPORTS' | 'ESPORTS';
  readonly open: readonly MatchView[];
}
/** `wake="visible"`. */
export interface PvpRoomsProps {
  readonly member: boolean;
  /** Page that asks visitors to sign in and comes back. */
  readonly loginHref: string;
}

/** `wake="load"`. */
export interface GameFrameProps {
  readonly game: {
    readonly gameId: string;
    /** Where it is known; both go back with every further launch. */
    readonly nodeId: string | null;
    readonly vassalage: string | null;
    readonly name: string;
    readonly vendorName: string;
    /** Match that the game opens at. */
    readonly match: string | null;
  };
  /** Hosts that games are launched from, the visitor's own first. */
  readonly hosts: readonly string[];
  /** Launch address for the frame; null when the launch was refused, `message` then says why. */
  readonly url: string | null;
  readonly message: string | null;
  /** True when the frame shows a page of this product, which gets no `allow-same-origin`. */
  readonly sameOrigin: boolean;
  readonly trial: boolean;
  readonly balance: Balance | null;
  readonly links: MemberLinks;
  /** Where the exit leads. */
  readonly exitHref: string;
}

/** `wake="load"`. */
export interface DepositProps {
  readonly channels: readonly {
    readonly code: string;
    readonly name: string;
    readonly minAmount: string;
    readonly maxAmount: string;
    readonly presets: readonly string[];
    readonly expiresMinutes: number;
  }[];
  readonly balance: Balance | null;
  /** A deposit that waits for its confirm step (or the one just posted without script), else null. */
  readonly current: Deposit | null;
  readonly form: FormView | null;
  /** Made by the server for the form without script; one per rendered form. */
  readonly reference: string;
  readonly links: MemberLinks;
}

export interface BetView extends Bet {
  /** In the merchant's time zone, formatted by the server. */
  readonly placedAtText: string;
  readonly settledAtText: string | null;
  readonly transferTexts: readonly string[];
}
/** `wake="idle"`. */
export interface BettingRecordProps {
  readonly bets: readonly BetView[];
  readonly totals: { readonly count: number; readonly stake: string; readonly payout: string; readonly net: string };
  readonly currencySymbol: string;
  readonly timeZone: string;
  readonly pageNum: number;
  readonly totalPages: number;
  /** Chosen filter; `period` is a preset. */
  readonly filter: {
    readonly period: BetPeriod;
    readonly from: string;
    readonly to: string;
    readonly gameCategory: string;
    readonly status: string;
  };
  readonly categories: readonly { readonly category: GameCategory; readonly label: string }[];
  /** Path of the page. */
  readonly action: string;
  /** Fixed query parameters of the page (such as `page`), kept by every link and form. */
  readonly keep: Readonly<Record<string, string>>;
}
export const BET_PERIODS = ['today', 'yesterday', '7d', '30d', 'custom'] as const;
export type BetPeriod = (typeof BET_PERIODS)[number];

/** Once per page, `wake="idle"`. */
export type ToastHostProps = Readonly<Record<string, never>>;

/** Only where the merchant measures visits. `wake="idle"`. */
export interface ConsentBarProps {
  readonly gtagId: string;
}

/** Addresses of the site. `wake="load"`. */
export interface DomainRoutesProps {
  readonly routes: readonly DomainRouteView[];
}
export interface DomainRouteView {
  readonly url: string;
  /** What people see of it. */
  readonly host: string;
  /** Milliseconds that the platform last measured; null: it did not answer. */
  readonly speed: number | null;
}

/** Authenticator app and recovery codes. `wake="load"`. */
export interface SecurityTotpProps {
  readonly account: string;
  readonly brand: string;
  /** Day of the setup; null while it is off. */
  readonly sinceText: string | null;
  readonly recoveryCodesLeft: number;
  /** Of a setup that has been begun. */
  readonly setup: { readonly secret: string; readonly uri: string } | null;
  /** The setup was asked for, and somebody has to show who they are first. */
  readonly confirmFirst: boolean;
  /** Right after a post without script; never shown again. */
  readonly codes: readonly string[] | null;
  readonly form: FormView | null;
  /** Path of the page. */
  readonly page: string;
}

export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  readonly createdText: string;
  readonly lastUsedText: string | null;
  readonly backedUp: boolean;
}
/** `wake="load"`. */
export interface SecurityPasskeysProps {
  readonly passkeys: readonly PasskeyView[];
  readonly most: number;
  readonly form: FormView | null;
  readonly page: string;
}

export interface SessionView {
  readonly id: string;
  readonly current: boolean;
  /** Empty when nobody knows. */
  readonly device: string;
  /** In the visitor's language. */
  readonly place: string;
  readonly seenText: string;
  readonly createdText: string;
}
/** `wake="load"`. */
export interface SecuritySessionsProps {
  readonly sessions: readonly SessionView[];
  readonly form: FormView | null;
  readonly page: string;
}

/** A mobile number or an e-mail address with its code. `wake="load"`. */
export interface SecurityContactProps {
  readonly channel: 'sms' | 'email';
  /** Masked. */
  readonly current: string | null;
  readonly countries: readonly CountryView[] | null;
  readonly form: FormView | null;
  /** A code has been sent without script. */
  readonly sent: boolean;
  readonly page: string;
}

export type { Game, GameMenu };
