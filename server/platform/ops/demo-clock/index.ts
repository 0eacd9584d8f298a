export { type DemoClock, MAX_ADVANCE_MS, storeAdvance } from './demo-clock.ts';
export { DEMO_CLOCK_JOB, demoClockFeature } from './feature.ts';
