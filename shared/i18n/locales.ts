import type { Texts } from './translate.ts';

/**
 * All texts by language code: `locales/<CODE>/<area>.json` is a flat object whose keys become `<area>.<key>`. The part of
 * an area that dialogs load is a file of its own, `<area>-<part>.json`. For servers and tests; islands receive their texts with their props.
 */
const files = import.meta.glob<Record<string, string>>('./locales/*/*.json', { eager: true, import: 'default' });

export const TEXTS: Readonly<Record<string, Texts>> = collect();

function collect(): Record<string, Record<string, string>> {
  const all: Record<string, Record<string, string>> = {};
  for (const [path, texts] of Object.entries(files)) {
    const [, code = '', area = ''] = /\/([A-Z]+)\/([a-z]+)(?:-[a-z]+)?\.json$/.exec(path) ?? [];
    const language = all[code] ?? {};
    all[code] = language;
    for (const [key, text] of Object.entries(texts)) language[`${area}.${key}`] = text;
  }
  return all;
}
