import type { Translate } from '../../../shared/i18n/translate.ts';

/** Readable name of a kind of game: of the live classify codes and the kinds that are known, else the vendor's own word. */
export function typeName(t: Translate, code: string): string {
  const key = `games.type_${code}`;
  const name = t(`games.type_${code}`);
  return name === key ? readable(code) : name;
}

function readable(code: string): string {
  const words = code
    .replace(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
