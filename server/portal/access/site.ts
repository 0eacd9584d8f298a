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

/**
 * Caches `system.status` per country and refreshes it in the background. If the platform cannot be reached, the last verdict stays; without
 * one the site opens, since every call is refused anyway.
 */
export function createSite(
  upstream: Upstream,
  onInfo: (info: SiteInfo) => void,
  log: Logger,
  now: () => number = () => performance.now(),
): Site {
  const known = new BoundedMap<string, CachedVerdict>(MAX_COUNTRIES);
  const flights = createSingleFlight<SiteVerdict>(now);
  let language = languageOf(DEFAULT_LANGUAGE);
  let languages: readonly Language[] = LANGUAGES;
  let theme: Theme = THEMES[0];
  let loginOnly = false;
  let timeZone = 'UTC';
  let reachable = false;
  let info: SiteInfo | null = null;
  let defaultsLoadedAt = Number.NEGATIVE_INFINITY;
  let invalidatedAt = Number.NEGATIVE_INFINITY;

  async function fetchVerdict(country: string, visitor: Visitor): Promise<SiteVerdict> {
    // Public pages must not depend on the visitor who caused the call, so the status is requested for the country, without the session.
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
      const startedAt = now();
      const verdict = await fetchVerdict(country, visitor);
      known.set(country, { verdict, requestedAt: startedAt <= invalidatedAt ? startedAt : now() });
      return verdict;
    });
  }
  async function refreshDefaults(): Promise<void> {
    defaultsLoadedAt = now();
    const answer = await upstream.call(systemWhitelabel, {}, PORTAL_VISITOR);
    reachable = answer.success;
    if (!answer.success) return;
    // Keeps the same array while nothing changes, because caches of requests depend on its identity.
    if (answer.value.languages.join() !== languages.map(({ code }) => code).join()) languages = languagesOf(answer.value.languages);
    language = languageOf(answer.value.defaultLanguage);
    theme = v.is(themeShape, answer.value.defaultTheme) ? answer.value.defaultTheme : THEMES[0];
    loginOnly = answer.value.features.loginOnlyHome ?? false;
    timeZone = answer.value.timeZone;
  }
  const inBackground = (work: Promise<unknown>) => void work.catch((error: unknown) => log.error({ err: error }, 'site status failed'));

  return {
    verdict(visitor) {
      if (now() - defaultsLoadedAt > FRESH_MS) inBackground(refreshDefaults());
      const country = visitor.country ?? '';
      const last = known.get(country);
      if (!last || last.requestedAt <= invalidatedAt) return refreshVerdict(country, visitor);
      if (now() - last.requestedAt > FRESH_MS) inBackground(refreshVerdict(country, visitor));
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
    invalidate() {
      invalidatedAt = now();
      defaultsLoadedAt = Number.NEGATIVE_INFINITY;
      flights.clear();
    },
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
