/**
 * Minimal translator for islands: a flat map of texts, `{{name}}` placeholders, plurals by `_one`, `_other`, ... The
 * server resolves language and fallback and sends only the keys declared by an island. i18next produces the same text
 * from the same entries.
 */
export type Texts = Readonly<Record<string, string>>;
export type TextParameters = Readonly<Record<string, string | number>>;
export type Translate = (key: string, parameters?: TextParameters) => string;

export function translator(texts: Texts, languageTag: string): Translate {
  return (key, parameters) => {
    const count = parameters?.count;
    const plural = typeof count === 'number' ? texts[`${key}_${pluralForm(languageTag, count)}`] : undefined;
    const text = plural ?? (typeof count === 'number' ? texts[`${key}_other`] : undefined) ?? texts[key] ?? key;
    return parameters ? fill(text, parameters) : text;
  };
}

function pluralForm(languageTag: string, count: number): string {
  return new Intl.PluralRules(languageTag).select(count);
}

function fill(text: string, parameters: TextParameters): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = parameters[name];
    return value === undefined ? whole : String(value);
  });
}
