import type { Feature, StaticParts } from './base/feature.ts';

/** The parts of features that need no platform: an audit of a stopped service uses them as well. */
export function staticPartsOf(features: readonly Feature[]): StaticParts {
  return {
    audits: features.flatMap(({ audit }) => audit ?? []),
    waiting: features.flatMap(({ waiting = [] }) => waiting),
  };
}
