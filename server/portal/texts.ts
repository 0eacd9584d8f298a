import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import i18next, { type InitOptions, type i18n } from 'i18next';
import { LanguageDetector } from 'i18next-http-middleware';
import { DEFAULT_LANGUAGE } from '../../shared/constants.ts';
import { LANGUAGES, type Language, languageOf } from '../../shared/i18n/languages.ts';
import { TEXTS } from '../../shared/i18n/locales.ts';
import { BoundedMap } from './cache/bounded-map.ts';
import type { Cookies } from './session/cookies.ts';

export interface PortalTexts {
  /** A text in a language (wire code), in English if the language lacks it. */
  translate(language: string | undefined, key: string, parameters?: Readonly<Record<string, string | number>>): string;
  /** Language of a request among the offered ones: `lang` in the query, then the cookie, then `Accept-Language`; undefined if none fits. */
  detect(request: LanguageHints, offered?: readonly Language[]): Language | undefined;
}

/** A request with its cookies. */
export interface LanguageHints extends Pick<IncomingMessage, 'url' | 'headers'> {
  readonly cookies: Cookies;
}

type FixedTexts = (key: string, parameters: Record<string, string | number>) => string;

const CACHED_DETECTIONS = 5_000;
const CACHED_TEXTS = 5_000;
/** Detectors by list of offered languages, which a merchant rarely changes. */
const MAX_DETECTORS = 20;
const MAX_HEADER_LENGTH = 256;
const QUERY_LANGUAGE = /[?&]lang=([A-Za-z-]{2,12})/;
const COOKIE_LANGUAGE = /^([A-Za-z-]{2,12})/;
const BY_TAG = new Map(LANGUAGES.map((language) => [language.tag.toLowerCase(), language]));
/** Browser tags that differ from ours. */
const ALIASES: Readonly<Record<string, string>> = { zh: 'zh-Hans', 'zh-cn': 'zh-Hans', 'zh-sg': 'zh-Hans', cn: 'zh-Hans', in: 'id' };
const NO_MATCH = 'und';
const DETECTION_ORDER = ['querystring', 'cookie', 'header'];

/**
 * i18next with all texts, and the language detector of i18next-http-middleware. i18next uses BCP 47 tags (for plural rules), the rest of
 * the product uses wire codes.
 */
export async function createTexts(): Promise<PortalTexts> {
  const instance = await createI18n();
  const detectors = new BoundedMap<string, LanguageDetector>(MAX_DETECTORS);
  const detected = new BoundedMap<string, Language | undefined>(CACHED_DETECTIONS);
  const fixed = new Map(LANGUAGES.map(({ code, tag }) => [code, instance.getFixedT(tag) as unknown as FixedTexts]));

  const plainTexts = new Map<string, BoundedMap<string, string>>();

  return {
    translate(language, key, parameters) {
      const { code } = languageOf(language ?? DEFAULT_LANGUAGE);
      if (parameters) return fixed.get(code)?.(key, { ...parameters }) ?? key;
      // i18next computes a text each time; a text without parameters is constant.
      const plain = plainTexts.get(code) ?? new BoundedMap<string, string>(CACHED_TEXTS);
      plainTexts.set(code, plain);
      const known = plain.get(key) ?? fixed.get(code)?.(key, {}) ?? key;
      plain.set(key, known);
      return known;
    },
    detect(request, offered = LANGUAGES) {
      const hints = hintsOf(request);
      const hintsKey = `${hints.query}|${hints.cookie}|${hints.accepted}`;
      if (hintsKey === '||') return undefined;
      const offer = offered.map(({ tag }) => tag).join();
      const key = `${offer}|${hintsKey}`;
      if (!detected.has(key)) {
        const detector = detectors.get(offer) ?? createDetector(offered);
        detectors.set(offer, detector);
        detected.set(key, BY_TAG.get(detectTag(detector, hints).toLowerCase()));
      }
      return detected.get(key);
    },
  };
}

interface Hints {
  readonly query: string;
  readonly cookie: string;
  readonly accepted: string;
}

function hintsOf({ url = '', headers: { 'accept-language': accepted = '' }, cookies }: LanguageHints): Hints {
  return {
    query: url.includes('lang=') ? (QUERY_LANGUAGE.exec(url)?.[1] ?? '') : '',
    cookie: COOKIE_LANGUAGE.exec(cookies.lang ?? '')?.[1] ?? '',
    accepted: accepted.slice(0, MAX_HEADER_LENGTH),
  };
}

/** Passes only these three places of a request to the detector. */
function detectTag(detector: LanguageDetector, { query, cookie, accepted }: Hints): string {
  const request = {
    url: '/',
    query: { lang: query || undefined },
    cookies: { lang: cookie || undefined },
    headers: { 'accept-language': accepted },
  };
  return String(detector.detect(request as unknown as Request, {} as Response, DETECTION_ORDER));
}

async function createI18n(): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.init({
    resources: Object.fromEntries(LANGUAGES.map(({ code, tag }) => [tag, { translation: { ...TEXTS[code] } }])),
    supportedLngs: [...LANGUAGES.map(({ tag }) => tag), NO_MATCH],
    fallbackLng: languageOf(DEFAULT_LANGUAGE).tag,
    load: 'currentOnly',
    keySeparator: false,
    nsSeparator: false,
    returnEmptyString: false,
    showSupportNotice: false,
    interpolation: { escapeValue: false },
  } as Parameters<i18n['init']>[0]);
  return instance;
}

/** Supports only the offered languages: for `ja, th;q=0.5` a site without Japanese takes Thai. */
function createDetector(offered: readonly Language[]) {
  const { services } = i18next.createInstance(
    {
      resources: {},
      fallbackLng: NO_MATCH,
      supportedLngs: [...offered.map(({ tag }) => tag), NO_MATCH],
      load: 'currentOnly',
      showSupportNotice: false,
    } as InitOptions,
    () => undefined,
  );
  const detector = new LanguageDetector(
    services,
    {
      order: DETECTION_ORDER,
      lookupQuerystring: 'lang',
      lookupCookie: 'lang',
      caches: false,
      convertDetectedLanguage: toTag,
    },
    // No fallback here: "no match" must differ from "English", because the merchant has its own default.
    { fallbackLng: NO_MATCH },
  );
  return detector;
}

/** The i18next tag for a wire code ("CN") or a browser tag ("zh-CN", "en-GB"). */
function toTag(found: string): string {
  const wire = LANGUAGES.find((language) => language.code === found.toUpperCase());
  if (wire) return wire.tag;
  const tag = found.toLowerCase();
  return BY_TAG.get(tag)?.tag ?? ALIASES[tag] ?? BY_TAG.get(tag.split('-')[0] ?? '')?.tag ?? ALIASES[tag.split('-')[0] ?? ''] ?? found;
}
