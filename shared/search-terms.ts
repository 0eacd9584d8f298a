/**
 * Search terms of a text: lower case, without accents and marks, so that "do" finds "Độ". Languages without spaces are
 * split at punctuation only.
 */
export function searchTerms(text: string): string[] {
  return normalizeText(text)
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((term) => term !== '');
}

/** Normalises a text for the comparison with search terms. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'd')
    .toLowerCase();
}
