import type { Translate } from '../../../../shared/i18n/translate.ts';

/** Display name of a game type: that of a known code, else a readable form of the vendor's code. */
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
