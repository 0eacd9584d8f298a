/** Adds a digit; a complete number begins anew. */
export function typeDigit(entry: string, digit: string, length: number): string {
  return (entry.length >= length ? '' : entry) + digit;
}

export function deleteDigit(entry: string): string {
  return entry.slice(0, -1);
}

/** The entry as far as it fits another kind of bet: its last digits. */
export function fitEntry(entry: string, length: number): string {
  return entry.slice(-length);
}

/** A number by chance. It decides nothing about the draw, so the page's own dice are good enough. */
export function randomEntry(length: number, random: () => number = Math.random): string {
  return Array.from({ length }, () => Math.floor(random() * 10)).join('');
}
