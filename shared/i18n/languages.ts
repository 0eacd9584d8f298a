/**
 * Languages by wire code. `tag` is the BCP 47 tag for `lang` and `Intl`, `name` the language's own name. `complete`
 * languages have every key; the others fall back to English.
 */
export interface Language {
  readonly code: string;
  readonly tag: string;
  readonly name: string;
  readonly dir: 'ltr' | 'rtl';
  readonly complete: boolean;
}

export const LANGUAGES: readonly Language[] = [
  { code: 'EN', tag: 'en', name: 'English', dir: 'ltr', complete: true },
  { code: 'CN', tag: 'zh-Hans', name: '简体中文', dir: 'ltr', complete: true },
  { code: 'JA', tag: 'ja', name: '日本語', dir: 'ltr', complete: true },
  { code: 'TH', tag: 'th', name: 'ไทย', dir: 'ltr', complete: true },
  { code: 'VI', tag: 'vi', name: 'Tiếng Việt', dir: 'ltr', complete: true },
  { code: 'ID', tag: 'id', name: 'Bahasa Indonesia', dir: 'ltr', complete: true },
];

const BY_CODE = new Map(LANGUAGES.map((language) => [language.code, language]));

/** The languages of the given wire codes, in their order; all languages if none is known. */
export function languagesOf(codes: readonly string[]): readonly Language[] {
  const known = codes.flatMap((code) => BY_CODE.get(code) ?? []);
  return known.length > 0 ? known : LANGUAGES;
}

/** The language of a wire code; English for unknown codes. */
export function languageOf(code: unknown): Language {
  return (typeof code === 'string' && BY_CODE.get(code.toUpperCase())) || (LANGUAGES[0] as Language);
}
