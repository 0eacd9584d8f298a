import type { StudioError } from '../../shared/studio/protocol.ts';

/** An expected failure of a call; `routes.ts` gives it its status. */
export class StudioRefusal extends Error {
  override readonly name = 'StudioRefusal';
  /** `retryAfterMs`: when the same would be let pass. */
  constructor(
    readonly code: StudioError,
    readonly retryAfterMs?: number,
  ) {
    super(code);
  }
}
