import { randomHex } from '../../../shared/random-hex.ts';

/** 128 random bits as hex. Works outside secure contexts too, where `crypto.randomUUID` is missing. */
export function randomKey(): string {
  return randomHex(16);
}
