import { type FairStream, streamOf } from './fairness.ts';

/** A fast seeded stream for simulations (mulberry32). Never used for rounds, because its numbers are predictable. */
export function simulationStream(seed: number): FairStream {
  let state = seed >>> 0;
  return streamOf(() => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  });
}
