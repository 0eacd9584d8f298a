import type { StudioError } from '../../shared/games/protocol.ts';

/** An expected failure of a call; `routes.ts` maps it to a status. */
export class StudioRefusal extends Error {
  override readonly name = 'StudioRefusal';
  /** `retryAfterMs`: delay after which the same request is accepted. */
  constructor(
    readonly code: StudioError,
    readonly retryAfterMs?: number,
  ) {
    super(code);
  }
}
