import type { Logger } from 'pino';
import * as v from 'valibot';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import { systemStatus, systemWhitelabel } from '../../../shared/api/system/contract.ts';
import { DEFAULT_LANGUAGE, THEMES, type Theme } from '../../../shared/constants.ts';
import { LANGUAGES, type Language, languageOf, languagesOf } from '../../../shared/i18n/languages.ts';
import { BoundedMap } from '../cache/bounded-map.ts';
import { createSingleFlight } from '../cache/single-flight.ts';
import type { Upstream, Visitor } from '../contracts.ts';

/** State of the site as reported by the platform; maintenance overrides a region restriction. */
export type SiteVerdict =
  | { readonly kind: 'open' }
  | { readonly kind: 'maintenance'; readonly until: string | null; readonly texts: Readonly<Record<string, string>> }
  | { readonly kind: 'restricted' };

export interface Site {
  /** Verdict for the visitor's country; synchronous once it is known. */
  verdict(visitor: Visitor): SiteVerdict | Promise<SiteVerdict>;
  readonly language: Language;
  /** Offered languages in the order of the menu. */
  readonly languages: readonly Language[];
  readonly theme: Theme;
  /** True: every page but the entry pages is for members only. */
  readonly loginOnly: boolean;
  /** Time zone of the merchant's days. */
  readonly timeZone: string;
  /** True if the platform's last answer was a success. */
  readonly reachable: boolean;
  /** The part of the last status that is the same for all visitors; null before the first one. */
  readonly info: SiteInfo | null;
  /** Loads the merchant's defaults; called at the start and by readiness checks. */
  refresh(): Promise<void>;
  /** Marks all verdicts as outdated: the next visitor waits for a new one. */
  invalidate(): void;
}

export type SiteInfo = ValueOf<typeof systemStatus>['info'];

interface CachedVerdict {
  readonly verdict: SiteVerdict;
  readonly requestedAt: number;
}

const FRESH_MS = 5_000;
const MAX_COUNTRIES = 300;
const OPEN: SiteVerdict = { kind: 'open' };
const themeShape = v.picklist(THEMES);

/** What the merchant's defaults say about the site. */
type Defaults = Pick<Site, 'language' | 'languages' | 'theme' | 'loginOnly' | 'timeZone'>;

const FIRST_DEFAULTS: Defaults = {
  language: languageOf(DEFAULT_LANGUAGE),
  languages: LANGUAGES,
  theme: THEMES[0],
  loginOnly: false,
  timeZone: 'UTC',
};

/** Caches the merchant's defaults and the verdicts of `system.status`, and refreshes both in the background. */
export function createSite(
  upstream: Upstream,
  onInfo: (info: SiteInfo) => void,
  log: Logger,
  now: () => number = () => performance.now(),
): Site {
  let defaults = FIRST_DEFAULTS;
  let defaultsLoadedAt = Number.NEGATIVE_INFINITY;
  let reachable = false;
  let info: SiteInfo | null = null;
  const inBackground = (work: Promise<unknown>) => void work.catch((error: unknown) => log.error({ err: error }, 'site status failed'));
  const verdicts = createVerdicts(async (visitor) => {
    // Public pages must not depend on the visitor who caused the call, so the status is requested for the country, without the session.
    const answer = await upstream.call(systemStatus, {}, { ...visitor, session: null });
    reachable = answer.success;
    if (!answer.success) return undefined;
    info = answer.value.info;
    onInfo(info);
    return verdictOf(answer.value);
  }, now);

  async function refreshDefaults(): Promise<void> {
    defaultsLoadedAt = now();
    const answer = await upstream.call(systemWhitelabel, {}, PORTAL_VISITOR);
    reachable = answer.success;
    if (answer.success) defaults = defaultsOf(answer.value, defaults.languages);
  }

  return {
    verdict(visitor) {
      if (now() - defaultsLoadedAt > FRESH_MS) inBackground(refreshDefaults());
      return verdicts.of(visitor, inBackground);
    },
    get language() {
      return defaults.language;
    },
    get languages() {
      return defaults.languages;
    },
    get theme() {
      return defaults.theme;
    },
    get loginOnly() {
      return defaults.loginOnly;
    },
    get timeZone() {
      return defaults.timeZone;
    },
    get reachable() {
      return reachable;
    },
    get info() {
      return info;
    },
    refresh: refreshDefaults,
    invalidate() {
      defaultsLoadedAt = Number.NEGATIVE_INFINITY;
      verdicts.invalidate();
    },
  };
}

/**
 * Verdicts per country. If the platform cannot be reached, the last verdict stays; without one the site opens, since every call is refused
 * anyway. `load` resolves to undefined without an answer.
 */
function createVerdicts(load: (visitor: Visitor) => Promise<SiteVerdict | undefined>, now: () => number) {
  const known = new BoundedMap<string, CachedVerdict>(MAX_COUNTRIES);
  const flights = createSingleFlight<SiteVerdict>(now);
  let invalidatedAt = Number.NEGATIVE_INFINITY;
  const refresh = (country: string, visitor: Visitor): Promise<SiteVerdict> =>
    flights.join(country, async () => {
      const startedAt = now();
      const verdict = (await load(visitor)) ?? known.get(country)?.verdict ?? OPEN;
      known.set(country, { verdict, requestedAt: startedAt <= invalidatedAt ? startedAt : now() });
      return verdict;
    });
  return {
    of(visitor: Visitor, inBackground: (work: Promise<unknown>) => void): SiteVerdict | Promise<SiteVerdict> {
      const country = visitor.country ?? '';
      const last = known.get(country);
      if (!last || last.requestedAt <= invalidatedAt) return refresh(country, visitor);
      if (now() - last.requestedAt > FRESH_MS) inBackground(refresh(country, visitor));
      return last.verdict;
    },
    invalidate() {
      invalidatedAt = now();
      flights.clear();
    },
  };
}

function verdictOf(status: ValueOf<typeof systemStatus>): SiteVerdict {
  const { maintenance, maintenanceEnd, maintenanceTexts, regionRestriction } = status;
  if (maintenance) return { kind: 'maintenance', until: maintenanceEnd, texts: maintenanceTexts };
  return regionRestriction ? { kind: 'restricted' } : OPEN;
}

/** Returns the same array of languages while they do not change, because caches of requests depend on its identity. */
function defaultsOf(brand: ValueOf<typeof systemWhitelabel>, languages: readonly Language[]): Defaults {
  const isSame = brand.languages.join() === languages.map(({ code }) => code).join();
  return {
    language: languageOf(brand.defaultLanguage),
    languages: isSame ? languages : languagesOf(brand.languages),
    theme: v.is(themeShape, brand.defaultTheme) ? brand.defaultTheme : THEMES[0],
    loginOnly: brand.features.loginOnlyHome ?? false,
    timeZone: brand.timeZone,
  };
}

/** Visitor for calls that no visitor caused. */
export const PORTAL_VISITOR: Visitor = {
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
