import { DEFAULT_LANGUAGE } from '../../../shared/constants.ts';
import { LANGUAGES } from '../../../shared/i18n/languages.ts';
import type { Texts } from '../../../shared/i18n/translate.ts';

/** Files of the locales with texts of dialogs: areas, and parts of areas. */
export type TextFile = (typeof ALWAYS)[number] | (typeof WITH_DIALOGS)[number];

/** Titles, sign-in, and what nearly every dialog shows. */
const ALWAYS = ['auth', 'common', 'errors-forms', 'header-dialogs', 'verify'] as const;
/** Each is loaded with the first dialog that needs it. */
const WITH_DIALOGS = ['chat', 'errors-fields', 'notices', 'play', 'register', 'security-dialogs'] as const;
const FILES = import.meta.glob<Record<string, string>>(
  '../../../shared/i18n/locales/*/{auth,chat,common,errors-fields,errors-forms,header-dialogs,notices,play,register,security-dialogs,verify}.json',
  { import: 'default' },
);
const loaded = new Map<string, Record<string, string>>();
const complete = new Set<string>();

/**
 * Loads the texts of dialogs in one language at the first dialog, because few visitors open one, with those of the files that this dialog
 * needs. Incomplete languages fall back to English.
 */
export async function loadTexts(languageTag: string, more: readonly TextFile[] = []): Promise<void> {
  const language = LANGUAGES.find(({ tag }) => tag === languageTag);
  const codes = language?.complete ? [language.code] : [DEFAULT_LANGUAGE, ...(language ? [language.code] : [])];
  const files = [...ALWAYS, ...more].filter((file) => !complete.has(`${languageTag} ${file}`));
  const entries = await Promise.all(codes.flatMap((code) => files.map((file) => entriesOf(code, file))));
  Object.assign(recordOf(languageTag), Object.fromEntries(entries.flat()));
  for (const file of files) complete.add(`${languageTag} ${file}`);
}

/** Texts loaded by `loadTexts`, also those that it loads later; empty before. */
export function textsOf(languageTag: string): Texts {
  return recordOf(languageTag);
}

function recordOf(languageTag: string): Record<string, string> {
  const record = loaded.get(languageTag) ?? {};
  loaded.set(languageTag, record);
  return record;
}

async function entriesOf(code: string, file: TextFile): Promise<[string, string][]> {
  const texts = await FILES[`../../../shared/i18n/locales/${code}/${file}.json`]?.();
  const [area] = file.split('-');
  return Object.entries(texts ?? {}).map(([key, text]) => [`${area}.${key}`, text]);
}

// The server renders dialogs synchronously, in any language.
if (import.meta.env.SSR) for (const { tag } of LANGUAGES) await loadTexts(tag, WITH_DIALOGS);
