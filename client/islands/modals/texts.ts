import { DEFAULT_LANGUAGE } from '../../../shared/constants.ts';
import { LANGUAGES } from '../../../shared/i18n/languages.ts';
import type { Texts } from '../../../shared/i18n/translate.ts';

/** Locale areas with texts of dialogs. */
const AREAS = ['auth', 'chat', 'common', 'errors', 'header', 'notices', 'play', 'register', 'security', 'verify'];
const FILES = import.meta.glob<Record<string, string>>(
  '../../../shared/i18n/locales/*/{auth,chat,common,errors,header,notices,play,register,security,verify}.json',
  { import: 'default' },
);
const loaded = new Map<string, Texts>();

/**
 * Loads the texts of all dialogs in one language at the first dialog, because few visitors open one. Incomplete
 * languages fall back to English.
 */
export async function loadTexts(languageTag: string): Promise<void> {
  if (loaded.has(languageTag)) return;
  const language = LANGUAGES.find(({ tag }) => tag === languageTag);
  const codes = language?.complete ? [language.code] : [DEFAULT_LANGUAGE, ...(language ? [language.code] : [])];
  const entries = await Promise.all(codes.flatMap((code) => AREAS.map((area) => entriesOf(code, area))));
  loaded.set(languageTag, Object.fromEntries(entries.flat()));
}

/** Texts loaded by `loadTexts`; empty before. */
export function textsOf(languageTag: string): Texts {
  return loaded.get(languageTag) ?? {};
}

async function entriesOf(code: string, area: string): Promise<[string, string][]> {
  const texts = await FILES[`../../../shared/i18n/locales/${code}/${area}.json`]?.();
  return Object.entries(texts ?? {}).map(([key, text]) => [`${area}.${key}`, text]);
}

// The server renders dialogs synchronously, in any language.
if (import.meta.env.SSR) for (const { tag } of LANGUAGES) await loadTexts(tag);
