import { type FairStream, streamOf } from './fairness.ts';

/**
 * A fast stream for simulations, the same for the same seed (mulberry32). Never for rounds: its numbers can be foretold.
 */
export function simulationStream(seed: number): FairStream {
  let state = seed >>> 0;
  return streamOf(() => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  });
}
