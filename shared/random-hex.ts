declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

/** Random bytes as hex. Works outside secure contexts too, where `crypto.randomUUID` is missing. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
