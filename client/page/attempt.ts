import { randomHex } from '../../shared/random-hex.ts';

/**
 * Reference of a money instruction, one per attempt. Retries of the same instruction keep the reference, so a retry is
 * never booked twice. Another amount or channel is another attempt.
 */
export function createAttempt(first: string): { reference(instruction: string): string; complete(): void } {
  let reference = first;
  let sent: string | undefined;
  return {
    reference(instruction) {
      if (sent !== undefined && sent !== instruction) reference = randomReference();
      sent = instruction;
      return reference;
    },
    /** Ends the attempt; the next instruction gets a new reference. */
    complete() {
      reference = randomReference();
      sent = undefined;
    },
  };
}

/** 128 random bits. `randomUUID` is not available over plain HTTP. */
export function randomReference(): string {
  return randomHex(16);
}
