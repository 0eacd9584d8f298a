/** A whole number of hundredths, not below zero, with two decimals: 4950 is "49.50". */
export function hundredthsText(hundredths: number | bigint): string {
  const digits = String(hundredths).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
