import type { Units } from '../../../../shared/money/money.ts';

/** A member's result of a contest: payout less stake. */
export interface Ended {
  readonly memberId: string;
  readonly net: Units;
}

export interface Flow {
  readonly from: string;
  readonly to: string;
  readonly units: Units;
}

/** Attributes each winner's gain to the losers in proportion to their losses; the rest is the rake. */
export function flowsOf(ended: readonly Ended[]): readonly Flow[] {
  const losers = ended.filter(({ net }) => net < 0n);
  const lost = losers.reduce((sum, { net }) => sum - net, 0n);
  return ended
    .filter(({ net }) => net > 0n)
    .flatMap(({ memberId: to, net: gain }) =>
      losers.map(({ memberId: from, net }) => ({ from, to, units: (-net * (gain < lost ? gain : lost)) / lost })),
    )
    .filter(({ units }) => units > 0n);
}
