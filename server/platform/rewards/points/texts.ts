import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import type { Texts } from './tables.ts';

/** The text in the language, else the English one, else any. */
export function nameOf(texts: Texts, language: string): string {
  const all = texts as Readonly<Record<string, string>>;
  return all[language] || all[DEFAULT_LANGUAGE] || Object.values(all).find((text) => text !== '') || '';
}
