import { type TextParameters, translator } from '../../../shared/i18n/translate.ts';
import EN from './locales/EN.json' with { type: 'json' };

/** Operators read English, as in the log; a key that does not exist is a type error. */
export type TextKey = Base<keyof typeof EN>;
/** Plural forms go by the name that they have in common. */
type Base<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;

const translate = translator(EN, 'en');

export function tx(key: TextKey, parameters?: TextParameters): string {
  return translate(key, parameters);
}

export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(EN, key);
}
