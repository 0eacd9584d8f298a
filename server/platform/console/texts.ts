import { type TextParameters, translator } from '../../../shared/i18n/translate.ts';
import EN from './locales/EN.json' with { type: 'json' };

/** The console is in English, like the log. An unknown key is a type error. */
export type TextKey = Base<keyof typeof EN>;
/** Plural forms share one base name. */
type Base<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;

const translate = translator(EN, 'en');

export function tx(key: TextKey, parameters?: TextParameters): string {
  return translate(key, parameters);
}

export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(EN, key);
}
