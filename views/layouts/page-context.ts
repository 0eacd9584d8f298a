import type { ModalHostProps } from '../../client/lib/auth/props.ts';
import type { PopupView } from '../../client/lib/notices/props.ts';
import type { MemberLinks } from '../../client/lib/shell/props.ts';
import type { ValueOf } from '../../shared/api/define-call.ts';
import type { GameMenu } from '../../shared/api/game-calls.ts';
import type { systemStatus } from '../../shared/api/system-calls.ts';
import type { Theme } from '../../shared/constants.ts';
import type { Language } from '../../shared/i18n/languages.ts';
import type { Translate } from '../../shared/i18n/translate.ts';

/** Something of the merchant outside of the site: an app, an address (`RESOURCE_TYPES`). */
export type SiteResource = ValueOf<typeof systemStatus>['info']['resources'][number];

/** What every page of the site needs besides its own data. */
export interface PageContext {
  readonly t: Translate;
  readonly language: Language;
  readonly languages: readonly Language[];
  readonly theme: Theme;
  /** Path and query of this page. */
  readonly here: string;
  /** Address that the main navigation marks, where that is not the page itself: the category of a game. */
  readonly section?: string | undefined;
  readonly brand: string;
  /** What stands before the names of the site's cookies. */
  readonly cookiePrefix?: string | undefined;
  /** Picture in the place of mark and name. */
  readonly logo?: { readonly src: string; readonly width: number; readonly height: number } | undefined;
  /** The merchant's own HTML for pages of the site, by page and language; clean. */
  readonly ownTexts?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** Zone that times are shown in. */
  readonly timeZone?: string | undefined;
  /** Origins for pictures: the visitor's own first, then where to look when it fails. Empty: the site's own. */
  readonly imageHosts: readonly string[];
  /** Measurement that the visitor is asked about; null where the merchant measures nothing. */
  readonly gtagId: string | null;
  readonly menus: readonly GameMenu[];
  /** Switches of the merchant (`system.whitelabel`). */
  readonly features: Readonly<Record<string, boolean>>;
  readonly resources: readonly SiteResource[];
  /** The signed-in member has an agent; absent where it is not known. */
  readonly hasAgent?: boolean | undefined;
  /** Customer service is at another place than this site: it opens in a window of its own. */
  readonly contactOutside: boolean;
  /** A few answers of the help centre for the footer; their HTML is clean. */
  readonly help: readonly { readonly id: string; readonly title: string; readonly html: string }[];
  /** What may pop up on this page. */
  readonly popups: readonly PopupView[];
  readonly modal: ModalHostProps;
}

export const MEMBER_LINKS: MemberLinks = {
  personalCentre: '/member/securityCenter',
  deposit: '/member/depositv2',
  withdraw: '/member/withdraw',
  bettingRecord: '/member/personalHistoryCopy',
};
