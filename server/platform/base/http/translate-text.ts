import i18next from 'i18next';
import { DEFAULT_LANGUAGE } from '../../../../shared/constants.ts';
import { languageOf } from '../../../../shared/i18n/languages.ts';
import { TEXTS } from '../../../../shared/i18n/locales.ts';

/** The text of a locale key in the request's language ("TH"), in English if it is not translated. */
export type Translate = (language: string, key: string, params?: Readonly<Record<string, string | number>>) => string;

export function createTranslate(): Translate {
  const instance = i18next.createInstance();
  void instance.init({
    initAsync: false,
    fallbackLng: DEFAULT_LANGUAGE,
    load: 'currentOnly',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(Object.entries(TEXTS).map(([code, texts]) => [code, { translation: texts }])),
  });
  return (language, key, params = {}) => instance.t(key, { ...params, lng: languageOf(language).code });
}
