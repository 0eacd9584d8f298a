import type { EntryBanner, FormView, ModalHostProps } from '../../../client/islands/sign-in/props.ts';
import { gameMenus } from '../../../shared/api/games/contract.ts';
import type { BANNER_GROUPS } from '../../../shared/api/publishing/constants.ts';
import { helpCenter, listAnnouncements } from '../../../shared/api/publishing/contract.ts';
import type { Banner } from '../../../shared/api/publishing/schemas.ts';
import { settingRegister } from '../../../shared/api/register/contract.ts';
import { systemWhitelabel } from '../../../shared/api/system/contract.ts';
import type { Whitelabel } from '../../../shared/api/system/schemas.ts';
import { MINIMUM_AGE, type Theme } from '../../../shared/constants.ts';
import { type Language, languagesOf } from '../../../shared/i18n/languages.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { arrangeMenus } from '../../../views/components/navigation.ts';
import { helpHref } from '../../../views/components/own-pages.ts';
import { cleanHtml } from '../../html/clean-html.ts';
import type { SiteInfo } from '../access/site.ts';
import { emptyCentre, emptyLists, emptyPages } from '../answers/page-calls.ts';
import type { Brand } from '../brand/brand.ts';
import type { FormState, Upstream, Visitor } from '../contracts.ts';
import { callOr, callValue } from './call-value.ts';
import { ownTexts } from './own-texts.ts';
import type { SiteContext } from './page-view.ts';
import { shownTime } from './shown-time.ts';

export type Translator = (language: Language) => Translate;

/** Data shared by all pages of one language and theme. */
export interface Site {
  readonly whitelabel: Whitelabel;
  readonly context: SiteContext;
  readonly modal: ModalHostProps;
}

const NO_REGISTRATION = {
  fields: {},
  mobileRegister: false,
  usernameRegister: false,
  mobileWithPassword: true,
  minimumAge: MINIMUM_AGE,
  termsPreTicked: false,
};
const NO_CONTENT = { player: [], banners: [], popup: [], promotion: [] };

export interface SiteDeps {
  readonly upstream: Upstream;
  readonly translator: Translator;
  readonly info?: () => SiteInfo | null;
  readonly brand?: Brand;
  /** The site is the demo; absent: it is. */
  readonly demo?: boolean;
  /** Address of the demo's outbox. */
  readonly outbox?: string;
}

const NO_HELP = { articles: [], pages: [] };
/** Number of help articles in the footer. */
const FOOTER_HELP = 5;

/** Loads the public data of header, footer and dialogs. */
export function loadSiteData(upstream: Upstream, anonymous: Visitor) {
  return Promise.all([
    callValue(upstream, systemWhitelabel, {}, anonymous),
    callValue(upstream, gameMenus, {}, anonymous),
    callOr(upstream, settingRegister, {}, anonymous, NO_REGISTRATION),
    callOr(upstream, listAnnouncements, {}, anonymous, NO_CONTENT),
    callOr(upstream, helpCenter, {}, anonymous, NO_HELP),
  ]);
}

/** Builds the shared context of all pages in the visitor's language. */
export async function loadSite(
  { upstream, translator, info, brand, demo = true, outbox }: SiteDeps,
  visitor: Visitor,
  theme: Theme,
): Promise<Site> {
  const [whitelabel, menus, register, announcements, help] = await loadSiteData(upstream, { ...visitor, session: null });
  const { language } = visitor;
  const content = announcements === NO_CONTENT ? undefined : announcements;
  const features = {
    ...whitelabel.features,
    ...emptyPages(whitelabel.features),
    ...emptyLists(content),
    ...emptyCentre(whitelabel.features),
  };
  const own = { demo, ownTexts: ownTexts(brand?.legal, help.pages ?? []) ?? {} };
  return {
    whitelabel,
    context: {
      t: translator(language),
      ...own,
      minimumAge: register.minimumAge,
      language,
      languages: languagesOf(whitelabel.languages),
      theme,
      brand: whitelabel.brandName,
      timeZone: whitelabel.timeZone,
      logo: brand?.logo(theme),
      cookiePrefix: brand?.cookiePrefix,
      menus: arrangeMenus(menus.gameMenus),
      features,
      resources: info?.()?.resources ?? [],
      gtagId: info?.()?.analytics.gtagId ?? null,
      contactOutside: (info?.()?.customerService ?? null) !== null,
      popups: announcements.popup.map(({ id, title, content, date, when, href, action }) => ({
        id,
        title,
        when,
        href,
        action,
        html: cleanHtml(content),
        dateText: shownTime(date, whitelabel.timeZone),
      })),
      help: help.articles.slice(0, FOOTER_HELP).map(({ id, title, content }) => ({ id, title, html: cleanHtml(content) })),
    },
    modal: {
      open: null,
      tab: null,
      features,
      affiliateCode: '',
      resetTicket: '',
      countries: null,
      captcha: null,
      step: null,
      outbox: outbox ?? null,
      confirm: null,
      next: null,
      form: null,
      done: null,
      register: { ...register, fields: Object.fromEntries(Object.entries(register.fields).filter(([, field]) => field.enabled)) },
      referralCode: '',
      recommenderId: '',
      termsHref: helpHref(own, 'terms') ?? null,
      banners: { login: entryBanner(announcements.banners, 'w_login'), register: entryBanner(announcements.banners, 'w_register') },
    },
  };
}

function entryBanner(banners: readonly Banner[], group: (typeof BANNER_GROUPS)[number]): EntryBanner | null {
  const found = banners.find(({ groupName }) => groupName === group);
  return found ? { title: found.title, text: found.text, imageUrl: found.imageUrl, tone: found.tone } : null;
}

export function formView({ call, values, message, errors, code }: FormState): FormView {
  return { call, values, message, errors, code };
}
