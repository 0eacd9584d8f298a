import { type TextParameters, translator } from '../../../../shared/i18n/translate.ts';
import EN from './locales/EN.json' with { type: 'json' };

/** The console is in English, like the log. An unknown key is a type error. */
export type TextKey = Base<keyof typeof EN>;
/** Plural forms share one base name. */
type Base<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;

const translate = translator(EN, 'en');

export function tx(key: TextKey, parameters?: TextParameters): string {
  return translate(key, parameters);
}

/** Texts of kinds that the database holds, by their prefix. */
export type KindPrefix = 'transfer' | 'log' | 'category' | 'step' | 'payoutReason';

/** Text of a kind that the database holds. Another text, such as one that an operator wrote, is shown as it is. */
export function kindText(prefix: KindPrefix, kind: string): string {
  const key = `${prefix}_${kind}`;
  return isTextKey(key) ? tx(key) : kind;
}

export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(EN, key);
}
