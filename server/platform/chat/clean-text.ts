/** Zero-width joiners are left in: emoji and some scripts are written with them. */
const UNSEEN = /[\u200B\u2060-\u2064\uFEFF\u00AD]/gu;
/** They would turn the rest of the line around. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** More than three marks on one letter run over the lines around. */
const TOWERS = /(\p{M}{3})\p{M}+/gu;

/** One line of plain text, without signs that nobody can see. */
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
