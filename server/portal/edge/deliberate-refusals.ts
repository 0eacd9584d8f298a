import type { RefusalCode } from '../../../shared/codes.ts';
import type { EdgeResponse } from './edge-stage.ts';

/** Refusals that are no failures: the operator's or the portal's own decision. A closed list, because it is a label of metrics. */
const DELIBERATE = ['maintenance', 'server_busy', 'region_restricted'] as const satisfies readonly RefusalCode[];
export type DeliberateRefusal = (typeof DELIBERATE)[number];

/** Marks the request for log and metrics if it is refused deliberately. */
export function markRefusal({ locals }: EdgeResponse, code: string | undefined): void {
  locals.refusal = DELIBERATE.find((known) => known === code);
}
