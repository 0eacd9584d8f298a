/** Adds a digit; after a complete number it starts a new one. */
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

/** A random number. It does not affect the draw, so `Math.random` is sufficient. */
export function randomEntry(length: number, random: () => number = Math.random): string {
  return Array.from({ length }, () => Math.floor(random() * 10)).join('');
}
