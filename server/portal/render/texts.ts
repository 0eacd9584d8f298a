import { DEFAULT_LANGUAGE } from '../../../shared/constants.ts';
import { LANGUAGES, type Language } from '../../../shared/i18n/languages.ts';
import { TEXTS } from '../../../shared/i18n/locales.ts';
import type { Texts } from '../../../shared/i18n/translate.ts';

type Entry = readonly [key: string, text: string];

/** Returns the texts of the given keys, with all plural forms, in the language or in English: the texts of an island. */
export type PickTexts = (language: Language, keys: readonly string[]) => Texts;

const PLURAL = /^(.+)_(?:zero|one|two|few|many|other)$/;

export function createTextPicker(texts: Readonly<Record<string, Texts>> = TEXTS): PickTexts {
  const english = texts[DEFAULT_LANGUAGE];
  const forms = new Map(LANGUAGES.map(({ code }) => [code, formsByKey({ ...english, ...texts[code] })]));
  return (language, keys) => {
    const byKey = forms.get(language.code) ?? forms.get(DEFAULT_LANGUAGE);
    return Object.fromEntries(keys.flatMap((key) => byKey?.get(key) ?? []));
  };
}

function formsByKey(texts: Texts): ReadonlyMap<string, readonly Entry[]> {
  const all = new Map<string, readonly Entry[]>();
  for (const entry of Object.entries(texts)) {
    const base = PLURAL.exec(entry[0])?.[1];
    for (const key of base ? [base, entry[0]] : [entry[0]]) all.set(key, [...(all.get(key) ?? []), entry]);
  }
  return all;
}
