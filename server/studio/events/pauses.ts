const LONGEST_PAUSE_MS = 60_000;

/** Growing pauses after failures. */
export function createPauses(firstMs: number) {
  let failures = 0;
  let until = 0;
  return {
    isOver: (): boolean => performance.now() >= until,
    /** How long the pause is that begins. */
    failed(): number {
      const pause = Math.min(firstMs * 2 ** failures, LONGEST_PAUSE_MS);
      failures += 1;
      until = performance.now() + pause;
      return pause;
    },
    heard(): void {
      failures = 0;
    },
  };
}
