/**
 * The reference of a money instruction: one per attempt. The same instruction keeps it however often it is sent, so a
 * repeat never counts twice; another amount or channel is another attempt.
 */
export function createAttempt(first: string): { reference(instruction: string): string; finish(): void } {
  let reference = first;
  let sent: string | undefined;
  return {
    reference(instruction) {
      if (sent !== undefined && sent !== instruction) reference = randomReference();
      sent = instruction;
      return reference;
    },
    /** The attempt has come to its end; whatever follows is a new one. */
    finish() {
      reference = randomReference();
      sent = undefined;
    },
  };
}

/** 128 random bits; `randomUUID` is missing on plain http. */
export function randomReference(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
