/** Domain endings that are not words with which a sentence could continue after a full stop. */
const DOMAIN_ENDINGS =
  'com|net|org|info|biz|app|xyz|site|online|club|vip|top|bet|casino|games?|live|link|shop|win|pro|io|co|cc|tv|ly|gg|gl|uk|ru|cn|jp|vn|hk|tw|kr|eu|de|fr|nl|pl|asia|mobi|store|tech|chat|wiki|page';
const LINKS: readonly RegExp[] = [
  /\b(?:https?|ftp|tg|line|viber):\/\//u,
  /\bwww\d?\./u,
  new RegExp(`[\\p{L}\\p{N}]\\.(?:${DOMAIN_ENDINGS})(?![\\p{L}\\p{N}])`, 'u'),
  new RegExp(`[\\p{L}\\p{N}]\\s?(?:\\(dot\\)|\\[dot\\]|\\sdot\\s)\\s?(?:${DOMAIN_ENDINGS})(?![\\p{L}\\p{N}])`, 'u'),
  // Any ending, if a path follows.
  /[\p{L}\p{N}]\.\p{L}{2,10}\/[\p{L}\p{N}@]/u,
  /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/u,
  /[\p{L}\p{N}._%+-]@[\p{L}\p{N}-]+\.\p{L}{2,}/u,
];
/** Digits with common separators. */
const DIGITS = /\+?\(?\d(?:[\s().\-/]{0,2}\d)+/gu;
const SHORTEST_NUMBER = 7;

/** Whether the text contains a way to contact a person: a web or mail address, or a phone number. */
export function hasContact(text: string): boolean {
  const plain = plainText(text);
  return LINKS.some((link) => link.test(plain)) || [...plain.matchAll(DIGITS)].some(([digits]) => isNumber(digits));
}

/** Drawn numbers ("3 12 25 33 41") are not phone numbers: short groups without a leading zero. */
function isNumber(text: string): boolean {
  if (text.replace(/\D/gu, '').length < SHORTEST_NUMBER) return false;
  return /^[+(0]/u.test(text) || /\d{3}/u.test(text);
}

/** Lower case, without invisible characters, with ASCII digits. */
function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[。．｡]/gu, '.')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .toLowerCase();
}

/** Unicode encodes the digits of every script in runs of ten, from zero to nine. */
function digitValue(digit: string): number {
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - before - 1))) before += 1;
  return before % 10;
}
