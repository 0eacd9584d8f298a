import type { Request, Response } from 'express';
import { addressOf } from './client-address.ts';
import type { StudioPolicy } from './contract.ts';
import { StudioRefusal } from './refusal.ts';
import type { SessionIdentity } from './sessions.ts';
import type { TokenWatch } from './token-watch.ts';

/** Limits open event streams: each holds a socket here and one at the portal. */
export interface StreamLimiter {
  /**
   * Counts a stream until its response is closed, or refuses it with `too_many_streams`. The stream of a session ends with the
   * session; a stream without a session carries public data only.
   */
  enter(request: Request, response: Response, session: SessionIdentity | undefined): void;
}

export function createStreamLimiter(
  policy: Pick<StudioPolicy, 'streamsPerAddress' | 'streamsPerPlayer'>,
  tokens: Pick<TokenWatch, 'follow'>,
): StreamLimiter {
  const addresses = createCounter(policy.streamsPerAddress);
  const players = createCounter(policy.streamsPerPlayer);
  return {
    enter(request, response, session) {
      const address = addressOf(request);
      const player = session?.player;
      // A closed response emits no further `close` event, so it would be counted forever.
      if (response.destroyed) return;
      if (!addresses.has(address) || (player !== undefined && !players.has(player))) throw new StudioRefusal('too_many_streams');
      addresses.take(address);
      if (player !== undefined) players.take(player);
      if (session) tokens.follow(session, response);
      response.once('close', () => {
        addresses.give(address);
        if (player !== undefined) players.give(player);
      });
    },
  };
}

function createCounter(max: number) {
  const counts = new Map<string, number>();
  return {
    has: (key: string) => (counts.get(key) ?? 0) < max,
    take: (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1),
    give(key: string) {
      const left = (counts.get(key) ?? 1) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}
