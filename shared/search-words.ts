/**
 * Search terms of a text: lower case, without accents and marks, so that "do" finds "Độ". Languages without spaces are
 * split at punctuation only.
 */
export function searchWords(text: string): string[] {
  return plain(text)
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '');
}

/** Normalises a text for the comparison with search terms. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'd')
    .toLowerCase();
}
