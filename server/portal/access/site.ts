import type { Logger } from 'pino';
import * as v from 'valibot';
import type { ValueOf } from '../../../shared/api/define-call.ts';
import { systemStatus, systemWhitelabel } from '../../../shared/api/system-calls.ts';
import { DEFAULT_LANGUAGE, THEMES, type Theme } from '../../../shared/constants.ts';
import { LANGUAGES, type Language, languageOf, languagesOf } from '../../../shared/i18n/languages.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Upstream, Visitor } from '../contracts.ts';
import { createFlights } from '../flights.ts';

/** What the platform says about the site as a whole; maintenance wins over restriction. */
export type SiteVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'maintenance'; readonly until: string | null; readonly texts: Readonly<Record<string, string>> }
  | { readonly kind: 'restricted' };

export interface Site {
  /** Verdict for the visitor's country; a value without waiting once it is known. */
  verdict(visitor: Visitor): SiteVerdict | Promise<SiteVerdict>;
  readonly language: Language;
  /** What the site offers, in the order of its menu. */
  readonly languages: readonly Language[];
  readonly theme: Theme;
  /** Every page but the entry pages is for members only. */
  readonly loginOnly: boolean;
  /** Zone that the merchant counts days in. */
  readonly timeZone: string;
  /** True once the platform has answered and as long as its last answer was one. */
  readonly reachable: boolean;
  /** What the last status said that is the same for everybody; null before the first one. */
  readonly info: SiteInfo | null;
  /** Asks for the merchant's defaults; called at the start and by readiness checks. */
  refresh(): Promise<void>;
  /** Verdicts of before a change: the next visitor waits for a new one. */
  outdate(): void;
}

export type SiteInfo = ValueOf<typeof systemStatus>['info'];

interface Known {
  readonly verdict: SiteVerdict;
  readonly askedAt: number;
}

const FRESH_MS = 5_000;
const MAX_COUNTRIES = 300;
const OPEN: SiteVerdict = { kind: 'open' };
const themeShape = v.picklist(THEMES);

/**
 * One answer of `system.status` per country, refreshed in the background. While the platform cannot be asked the last
 * verdict stays; with none at all the site opens, since every call behind it is refused anyway.
 */
export function createSite(
  upstream: Upstream,
  onInfo: (info: SiteInfo) => void,
  log: Logger,
  now: () => number = () => performance.now(),
): Site {
  const known = new BoundedMap<string, Known>(MAX_COUNTRIES);
  const flights = createFlights<SiteVerdict>(now);
  let language = languageOf(DEFAULT_LANGUAGE);
  let languages: readonly Language[] = LANGUAGES;
  let theme: Theme = THEMES[0];
  let loginOnly = false;
  let timeZone = 'UTC';
  let reachable = false;
  let info: SiteInfo | null = null;
  let defaultsAt = Number.NEGATIVE_INFINITY;
  let outdatedAt = Number.NEGATIVE_INFINITY;

  async function ask(country: string, visitor: Visitor): Promise<SiteVerdict> {
    // Public pages must not depend on who asked first: the status is asked for the country, without the session.
    const status = await upstream.call(systemStatus, {}, { ...visitor, session: null });
    reachable = status.success;
    if (!status.success) return known.get(country)?.verdict ?? OPEN;
    info = status.value.info;
    onInfo(info);
    const { maintenance, maintenanceEnd, maintenanceTexts, regionRestriction } = status.value;
    if (maintenance) return { kind: 'maintenance', until: maintenanceEnd, texts: maintenanceTexts };
    return regionRestriction ? { kind: 'restricted' } : OPEN;
  }
  function refreshVerdict(country: string, visitor: Visitor): Promise<SiteVerdict> {
    return flights.join(country, async () => {
      const begunAt = now();
      const verdict = await ask(country, visitor);
      known.set(country, { verdict, askedAt: begunAt <= outdatedAt ? begunAt : now() });
      return verdict;
    });
  }
  async function refreshDefaults(): Promise<void> {
    defaultsAt = now();
    const answer = await upstream.call(systemWhitelabel, {}, PORTAL_ITSELF);
    reachable = answer.success;
    if (!answer.success) return;
    // The same list as long as nothing changes: what is remembered of requests hangs on it.
    if (answer.value.languages.join() !== languages.map(({ code }) => code).join()) languages = languagesOf(answer.value.languages);
    language = languageOf(answer.value.defaultLanguage);
    theme = v.is(themeShape, answer.value.defaultTheme) ? answer.value.defaultTheme : THEMES[0];
    loginOnly = answer.value.features.loginOnlyHome ?? false;
    timeZone = answer.value.timeZone;
  }
  const inBackground = (work: Promise<unknown>) => void work.catch((error: unknown) => log.error({ err: error }, 'site status failed'));

  return {
    verdict(visitor) {
      if (now() - defaultsAt > FRESH_MS) inBackground(refreshDefaults());
      const country = visitor.country ?? '';
      const last = known.get(country);
      if (!last || last.askedAt <= outdatedAt) return refreshVerdict(country, visitor);
      if (now() - last.askedAt > FRESH_MS) inBackground(refreshVerdict(country, visitor));
      return last.verdict;
    },
    get language() {
      return language;
    },
    get languages() {
      return languages;
    },
    get theme() {
      return theme;
    },
    get loginOnly() {
      return loginOnly;
    },
    get timeZone() {
      return timeZone;
    },
    get reachable() {
      return reachable;
    },
    get info() {
      return info;
    },
    refresh: refreshDefaults,
    outdate() {
      outdatedAt = now();
      defaultsAt = Number.NEGATIVE_INFINITY;
      flights.clear();
    },
  };
}

/** The asker of questions that no visitor caused. */
export const PORTAL_ITSELF: Visitor = {
  requestId: 'portal',
  address: '127.0.0.1',
  country: undefined,
  language: languageOf(DEFAULT_LANGUAGE),
  theme: THEMES[0],
  session: null,
  userAgent: 'portal',
  cookies: {},
  siteOrigin: '',
};
