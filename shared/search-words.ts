/**
 * Words of a text for searching: lower case, without accents and marks, so that "Độ" is found by "do". Languages that
 * write without spaces are searched by what stands together.
 */
export function searchWords(text: string): string[] {
  return plain(text)
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '');
}

/** A text as it is compared with search words. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'd')
    .toLowerCase();
}
