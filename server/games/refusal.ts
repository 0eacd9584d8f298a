import type { OpenStake, StudioError } from '../../shared/games/protocol.ts';

export interface RefusalDetails {
  /** Delay after which the same request is accepted. */
  readonly retryAfterMs?: number;
  /** What a draw still takes. */
  readonly open?: readonly OpenStake[];
}

/** An expected failure of a call; `routes.ts` maps it to a status. */
export class StudioRefusal extends Error {
  override readonly name = 'StudioRefusal';
  constructor(
    readonly code: StudioError,
    readonly details: RefusalDetails = {},
  ) {
    super(code);
  }
}
