/** Zero-width joiners stay, because emoji and some scripts need them. */
const UNSEEN = /[\u200B\u2060-\u2064\uFEFF\u00AD]/gu;
/** They reverse the direction of the following text. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** More than three marks on a letter overlap the neighbouring lines. */
const TOWERS = /(\p{M}{3})\p{M}+/gu;

/** One line of plain text without invisible characters. */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(UNSEEN, '')
    .replace(DIRECTIONS, '')
    .replace(TOWERS, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}
