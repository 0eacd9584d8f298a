import { type Translate, translator } from '../../shared/i18n/translate.ts';

const FILES = import.meta.glob<Readonly<Record<string, string>>>('../../shared/i18n/locales/EN/*.json', { eager: true, import: 'default' });

/** All English texts; an island gets only those that it declares. */
export const t: Translate = translator(
  Object.fromEntries(
    Object.entries(FILES).flatMap(([file, texts]) => {
      const area = /(\w+)(?:-\w+)?\.json$/.exec(file)?.[1] ?? '';
      return Object.entries(texts).map(([key, text]) => [`${area}.${key}`, text]);
    }),
  ),
  'en',
);
