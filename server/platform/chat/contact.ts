/** Endings of addresses that are no words with which a sentence could go on after a full stop. */
const ENDINGS =
  'com|net|org|info|biz|app|xyz|site|online|club|vip|top|bet|casino|games?|live|link|shop|win|pro|io|co|cc|tv|ly|gg|gl|uk|ru|cn|jp|vn|hk|tw|kr|eu|de|fr|nl|pl|asia|mobi|store|tech|chat|wiki|page';
const LINKS: readonly RegExp[] = [
  /\b(?:https?|ftp|tg|line|viber):\/\//u,
  /\bwww\d?\./u,
  new RegExp(`[\\p{L}\\p{N}]\\.(?:${ENDINGS})(?![\\p{L}\\p{N}])`, 'u'),
  new RegExp(`[\\p{L}\\p{N}]\\s?(?:\\(dot\\)|\\[dot\\]|\\sdot\\s)\\s?(?:${ENDINGS})(?![\\p{L}\\p{N}])`, 'u'),
  // Whatever the ending: an address with a path.
  /[\p{L}\p{N}]\.\p{L}{2,10}\/[\p{L}\p{N}@]/u,
  /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/u,
  /[\p{L}\p{N}._%+-]@[\p{L}\p{N}-]+\.\p{L}{2,}/u,
];
/** Digits with what people write between them. */
const DIGITS = /\+?\(?\d(?:[\s().\-/]{0,2}\d)+/gu;
const SHORTEST_NUMBER = 7;

/** Whether the text tells how to reach somebody outside of the room: an address of the web or of mail, a telephone number. */
export function hasContact(text: string): boolean {
  const plain = plainOf(text);
  return LINKS.some((link) => link.test(plain)) || [...plain.matchAll(DIGITS)].some(([digits]) => isNumber(digits));
}

/** Drawn numbers ("3 12 25 33 41") are none: short groups, none of them with a leading zero at the start. */
function isNumber(text: string): boolean {
  if (text.replace(/\D/gu, '').length < SHORTEST_NUMBER) return false;
  return /^[+(0]/u.test(text) || /\d{3}/u.test(text);
}

/** Lower case, without what cannot be seen, with the digits 0 to 9. */
function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[。．｡]/gu, '.')
    .replace(/\p{Nd}/gu, (digit) => String(figureOf(digit)))
    .toLowerCase();
}

/** The digits of every script stand in Unicode in runs of ten, from zero to nine. */
function figureOf(digit: string): number {
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - before - 1))) before += 1;
  return before % 10;
}
