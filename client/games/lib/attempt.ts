import type { PlayAnswer, PlayRequest } from '../../../shared/games/protocol.ts';
import { type Failure, type StudioApi, StudioFailure } from './api.ts';
import { randomKey } from './random-key.ts';

/** Failures after which the stake may have been taken: the same key is sent again until the outcome is known. */
const UNKNOWN_ENDS: readonly Failure[] = ['offline', 'wallet_unavailable', 'round_pending'];
const PAUSES_MS = [400, 900, 2000];

/** True when a failure leaves the round open: only a retry with the same key may follow, never a new round. */
export function leavesRoundOpen(failure: Failure): boolean {
  return UNKNOWN_ENDS.includes(failure);
}

export interface Attempt {
  readonly key: string;
  /** Sends the bet and retries after pauses while its outcome is unknown. Each call uses the one key of the round. */
  send(): Promise<PlayAnswer>;
}

export function createAttempt(
  api: Pick<StudioApi, 'play'>,
  request: Omit<PlayRequest, 'key'>,
  wait: (milliseconds: number) => Promise<void> = sleep,
  key = randomKey(),
): Attempt {
  return { key, send: () => retryUntilAnswered(() => api.play({ key, ...request }), wait) };
}

/** Sends an idempotent request and retries after pauses while its outcome is unknown. */
export async function retryUntilAnswered<Answer>(
  send: () => Promise<Answer>,
  wait: (milliseconds: number) => Promise<void> = sleep,
): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const pause = PAUSES_MS[tries];
      if (!(error instanceof StudioFailure) || !leavesRoundOpen(error.code) || pause === undefined) throw error;
      await wait(pause);
    }
  }
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
