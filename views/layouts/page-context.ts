import type { PopupView } from '../../client/islands/notices/props.ts';
import type { MemberLinks, MenuLinks } from '../../client/islands/shell/props.ts';
import type { ModalHostProps } from '../../client/islands/sign-in/props.ts';
import { PATHS } from '../../client/page/paths.ts';
import type { ValueOf } from '../../shared/api/client-call.ts';
import type { GameMenu } from '../../shared/api/games/schemas.ts';
import type { systemStatus } from '../../shared/api/system/calls.ts';
import type { Theme } from '../../shared/constants.ts';
import type { Language } from '../../shared/i18n/languages.ts';
import type { Translate } from '../../shared/i18n/translate.ts';
import { isOpenHref } from '../components/member-entries.ts';

/** A resource of the merchant outside the site: an app, an address (`RESOURCE_TYPES`). */
export type SiteResource = ValueOf<typeof systemStatus>['info']['resources'][number];

/** Data that every page of the site needs besides its own. */
export interface PageContext {
  readonly t: Translate;
  readonly language: Language;
  readonly languages: readonly Language[];
  readonly theme: Theme;
  /** Path and query of this page. */
  readonly here: string;
  /** Address marked in the main navigation, if it is not the page itself: the category of a game. */
  readonly section?: string;
  readonly brand: string;
  /** Prefix of the site's cookie names. */
  readonly cookiePrefix: string | undefined;
  /** Picture that replaces mark and name. */
  readonly logo: { readonly src: string; readonly width: number; readonly height: number } | undefined;
  /** The site is the demo: example texts are shown where the merchant has none. */
  readonly demo: boolean;
  /** Minimum age of players in years. */
  readonly minimumAge: number;
  /** The merchant's own HTML for pages of the site, by page and language; sanitised. */
  readonly ownTexts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Time zone of displayed times. */
  readonly timeZone?: string;
  /** Origins of pictures: the visitor's own first, then the fallbacks. Empty: the site's own. */
  readonly imageHosts: readonly string[];
  /** Measurement that requires consent; null if the merchant measures nothing. */
  readonly gtagId: string | null;
  readonly menus: readonly GameMenu[];
  /** Feature switches of the merchant (`system.whitelabel`). */
  readonly features: Readonly<Record<string, boolean>>;
  readonly resources: readonly SiteResource[];
  /** The signed-in member has an agent; undefined if unknown. */
  readonly hasAgent?: boolean;
  /** Customer service is on another site: it opens in a separate window. */
  readonly contactOutside: boolean;
  /** Some answers of the help centre for the footer; their HTML is sanitised. */
  readonly help: readonly { readonly id: string; readonly title: string; readonly html: string }[];
  /** Pop-ups of this page. */
  readonly popups: readonly PopupView[];
  readonly modal: ModalHostProps;
}

export const MEMBER_LINKS: MemberLinks = {
  personalCentre: '/member/securityCenter',
  deposit: '/member/depositv2',
  withdraw: '/member/withdraw',
  bettingRecord: '/member/personalHistoryCopy',
};

/** The links of a menu, without pages whose call the platform does not have. */
export function menuLinks(features: PageContext['features']): MenuLinks {
  const { personalCentre } = MEMBER_LINKS;
  const open = (href: string) => (isOpenHref(href, features) ? href : null);
  return {
    personalCentre,
    deposit: open(MEMBER_LINKS.deposit),
    withdraw: open(MEMBER_LINKS.withdraw),
    bettingRecord: open(MEMBER_LINKS.bettingRecord),
    inbox: open(PATHS.messages),
  };
}
