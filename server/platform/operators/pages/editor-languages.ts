import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import type { MerchantSettings } from '../../merchant/index.ts';

/** The languages of texts in the order of the editors: the merchant's default first. */
export function editorLanguages({
  languages,
  defaultLanguage,
}: Pick<MerchantSettings, 'languages' | 'defaultLanguage'>): readonly string[] {
  return [...new Set<string>([defaultLanguage, ...languages])].filter((code) => languages.some((one) => one === code));
}

export function requiredLanguage({ languages, defaultLanguage }: Pick<MerchantSettings, 'languages' | 'defaultLanguage'>): string {
  const offered: readonly string[] = languages;
  return offered.includes(DEFAULT_LANGUAGE) ? DEFAULT_LANGUAGE : defaultLanguage;
}
